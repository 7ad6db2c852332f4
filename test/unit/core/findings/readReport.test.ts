import assert from "node:assert/strict";
import { describe, it } from "mocha";
import { ciJobLine } from "../../../../src/core/findings/ciJobLine.ts";
import { dependencyLine } from "../../../../src/core/findings/dependencyLine.ts";
import { maxFindings } from "../../../../src/core/findings/finding.ts";
import { patchEdits, readPatch } from "../../../../src/core/findings/patch.ts";
import { readReport } from "../../../../src/core/findings/readReport.ts";
import type { ReportType } from "../../../../src/core/findings/reportTypes.ts";
import tables from "./readReport.json" with { type: "json" };
import * as reports from "./reports.ts";

const samples = { ...reports };

const read = (report: unknown, type: ReportType) => readReport(JSON.stringify(report), type);
/** What was read, without what compares it. */
const findings = (report: unknown, type: ReportType) =>
  read(report, type)?.findings.map(({ fingerprint: _f, evidence: _e, ...finding }) => finding);

describe("reports of scanners", () => {
  type Sample = [name: keyof typeof samples, type: ReportType, malformed: number, findings: unknown];
  for (const [name, type, malformed, expected] of tables.samples as Sample[])
    it(`are read: ${type} of ${name}`, () => {
      assert.deepEqual(findings(samples[name], type), expected);
      assert.equal(read(samples[name], type)?.malformed, malformed);
    });

  it("of secrets contain no secret", () =>
    assert.doesNotMatch(JSON.stringify(read(samples.gitleaks, "secret_detection")), /glpat/));

  it("of infrastructure are distinguished from SAST, also without findings", () =>
    assert.equal(read({ ...samples.kics, vulnerabilities: [] }, "sast")?.kind, "iac"));

  it("of running applications name what was tested", () => {
    const location = { hostname: "http://station.example", method: "GET", path: "/readings", param: "sensor" };
    const vulnerabilities = [{ name: "Content-Security-Policy missing", severity: "low", location }];
    const [found] = read({ vulnerabilities }, "dast")?.findings ?? [];
    assert.deepEqual([found?.kind, found?.subject], ["dast", "GET http://station.example/readings (sensor)"]);
  });

  it("may contain anything, and malformed entries are counted", () => {
    const location = { file: "a\nb", start_line: -1, end_line: "x" };
    const odd = {
      vulnerabilities: [
        ...[null, 7, "text", [], {}, { name: "  " }, { name: { toString: 1 }, location: [] }],
        { name: "Odd", severity: 3, location, identifiers: "none", links: [{ url: 1 }, null], scanner: [] },
        { name: "Backwards", location: { file: "../../etc/passwd", start_line: "9", end_line: 3 } },
      ],
      remediations: [null, { fixes: 1, diff: 2 }, { fixes: [null], diff: "@@@@" }],
      scan: "no",
    };
    assert.equal(read(odd, "sast")?.malformed, 7);
    const bare = { kind: "sast", severity: "unknown", identifiers: [], links: [] };
    const backwards = { ...bare, title: "Backwards", file: "../../etc/passwd", startLine: 9 };
    assert.deepEqual(findings(odd, "sast"), [{ ...bare, title: "Odd" }, backwards]);
    for (const text of ["", "{", "null", "7", '"x"', "{}", '{"vulnerabilities":{}}'])
      assert.equal(readReport(text, "sast"), undefined, text);
    for (const text of ["{}", "null", '{"issues":[]}']) assert.equal(readReport(text, "codequality"), undefined, text);
    const malformed = { kind: "codeQuality", findings: [], malformed: 3, cut: 0 };
    assert.deepEqual(read([null, {}, { description: "No file" }], "codequality"), malformed);
  });

  it("are bounded in number and in length", () => {
    const long = "x".repeat(100_000);
    const identifiers = Array(100).fill({ type: "a", name: long, value: long, url: `https://a/${long}` });
    const links = Array.from({ length: 100 }, (_, at) => ({ url: `https://a/${at}` }));
    const location = { file: long, start_line: 1 };
    const one = { name: long, description: long, solution: long, location, identifiers, links };
    const report = read({ vulnerabilities: Array.from({ length: maxFindings + 3 }, () => ({ name: "a" })) }, "sast");
    assert.deepEqual([report?.findings.length, report?.cut], [maxFindings, 3]);
    const [finding] = read({ vulnerabilities: [one] }, "sast")?.findings ?? [];
    assert.ok(finding);
    assert.ok(JSON.stringify(finding).length < 15_000);
    const found = [finding.file, finding.identifiers.length, finding.identifiers[0]?.url, finding.links.length];
    assert.deepEqual(found, [undefined, 20, undefined, 20]);
  });
});

const diff = (...lines: readonly string[]): string => `${lines.join("\n")}\n`;
const head = ["diff --git a/src/a.js b/src/a.js", "index 1..2 100644", "--- a/src/a.js\t2026-01-31", "+++ b/src/a.js"];
/** The text of a file after a patch; undefined if it does not fit. */
function patched(text: string, patch: string): string | undefined {
  const [file] = readPatch(patch) ?? [];
  assert.ok(file, "not a patch");
  const lines = text.split(" ");
  const edits = patchEdits(lines, file);
  if (!edits) return undefined;
  for (const { start, end, lines: replaced } of [...edits].reverse()) lines.splice(start, end - start, ...replaced);
  return lines.join(" ");
}

describe("patches of reports", () => {
  const patch = diff(...head, "@@ -2,3 +2,3 @@ function a", " b", "-c", "+C", " d", "@@ -7 +7,2 @@", "-g", "+G", "+G2");

  it("replace lines of a file", () => {
    const found = readPatch(patch)?.map(({ path, hunks }) => [path, hunks.length]);
    assert.deepEqual(found, [["src/a.js", 2]]);
    assert.equal(patched("a b c d e f g h", patch), "a b C d e f G G2 h");
  });

  it("follow lines that have moved, if there is only one such place", () => {
    assert.equal(patched("x y a b c d e f g h", patch), "x y a b C d e f G G2 h");
    assert.equal(patched("x x b c d b c d g", patch), undefined);
    assert.deepEqual([patched("a b z d e f g h", patch), patched("", patch)], [undefined, undefined]);
  });

  it("may only add or only remove", () => {
    assert.equal(patched("a b", diff(...head, "@@ -1,0 +2 @@", "+new")), "a new b");
    assert.equal(patched("a b", diff(...head, "@@ -2 +1,0 @@", "-b", "\\ No newline at end of file")), "a");
  });

  it("are refused where they do more than that, or are damaged", () => {
    for (const patch of tables.refusedPatches) assert.equal(readPatch(`${patch}\n`), undefined, patch);
  });
});

it("the line of a dependency is the first that has its whole name", () => {
  const lock = ['{ "lodash.merge": {},', '  "node_modules/lodash": {', '  "lodash": "4"'];
  assert.equal(dependencyLine(lock, "lodash"), 2);
  assert.equal(dependencyLine(["my-flask==1", "Flask==2", "flask==1.0"], "flask"), 3);
  assert.equal(dependencyLine(["debug@^1.0.5:", "  version 1"], "debug"), 1);
  assert.equal(dependencyLine(["a"], "b"), undefined);
});

it("the line of a job in a CI file is that of its key, in quotes or not", () => {
  const text = "stages: [test]\n# lint:\nlint all:\n  script: lint\n'unit: [1]' :\n  script: x\n  lint: y\n";
  const lines = ["lint all", "unit: [1]", "lint", "stages"].map((job) => ciJobLine(text, job));
  assert.deepEqual(lines, [2, 4, undefined, 0]);
});
