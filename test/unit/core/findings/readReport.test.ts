import assert from "node:assert/strict";
import { ciJobLine } from "../../../../src/core/findings/ciJobLine.ts";
import { dependencyLine } from "../../../../src/core/findings/dependencyLine.ts";
import { type Finding, maxFindings } from "../../../../src/core/findings/finding.ts";
import { patchEdits, readPatch } from "../../../../src/core/findings/patch.ts";
import { readReport } from "../../../../src/core/findings/readReport.ts";
import type { ReportType } from "../../../../src/core/findings/reportTypes.ts";
import { brakeman, eslint, findSecBugs, gemnasium, gitleaks, kics, semgrep, trivy } from "./reports.ts";

const read = (report: unknown, type: ReportType) => readReport(JSON.stringify(report), type);
/** What was read, without what compares it. */
const findings = (report: unknown, type: ReportType) =>
  read(report, type)?.findings.map(({ fingerprint: _f, evidence: _e, ...finding }) => finding);

/** The fields of the first finding. */
const first = (report: unknown, type: ReportType, ...fields: (keyof Finding)[]): unknown => {
  const [finding] = findings(report, type) ?? [];
  return fields.map((field) => (finding as Partial<Finding> | undefined)?.[field]);
};

describe("reports of scanners", () => {
  it("of SAST have place, identifiers, patch, and links to the web alone", () => {
    const scanned = { kind: "sast", scanner: "Semgrep" };
    const [page, hash] = semgrep.vulnerabilities;
    assert.deepEqual(findings(semgrep, "sast"), [
      {
        ...{ ...scanned, severity: "critical", title: page?.name, description: page?.description?.trim() },
        ...{ file: "src/page.js", startLine: 12, endLine: 14 },
        identifiers: [
          { name: "eslint.detect-eval-with-expression" },
          { name: "CWE-95", url: "https://cwe.mitre.org/data/definitions/95.html" },
          { name: "A03:2021 - Injection" },
        ],
        links: ["https://semgrep.dev/r/eval"],
      },
      {
        ...{ ...scanned, severity: "medium", title: hash?.name, file: "src/hash.js", startLine: 3 },
        ...{ identifiers: [{ name: "weak-hash" }], links: [] },
        fix: "diff --git a/src/hash.js b/src/hash.js\n--- a/src/hash.js\n+++ b/src/hash.js\n@@ -3 +3 @@\n-md5\n+sha256\n",
      },
    ]);
  });

  it("of older schemas have messages and patches by cve, or are mere lists", () => {
    assert.deepEqual(first(findSecBugs, "sast", "title", "scanner", "startLine", "fix"), [
      "Predictable pseudorandom number generator",
      "Find Security Bugs",
      47,
      "--- a/src/main/java/App.java\n+++ b/src/main/java/App.java\n@@ -47 +47 @@\n-a\n+b\n",
    ]);
    assert.deepEqual(first(brakeman, "sast", "severity", "title", "file", "startLine", "links", "scanner"), [
      "high",
      "Possible command injection",
      "lib/a.rb",
      7,
      ["https://brakemanscanner.org/docs/warning_types/command_injection/"],
      "brakeman",
    ]);
  });

  it("of secrets contain no secret", () => {
    assert.deepEqual(first(gitleaks, "secret_detection", "kind", "severity", "file", "startLine", "scanner"), [
      "secrets",
      "critical",
      "data/day.txt",
      2,
      "Gitleaks",
    ]);
    assert.doesNotMatch(JSON.stringify(read(gitleaks, "secret_detection")), /glpat/);
  });

  it("of infrastructure are distinguished from SAST, also without findings", () => {
    assert.deepEqual(
      [read(kics, "sast")?.kind, first(kics, "sast", "kind"), read({ ...kics, vulnerabilities: [] }, "sast")],
      ["iac", ["iac"], { kind: "iac", findings: [], malformed: 0, cut: 0 }],
    );
  });

  it("of images, dependencies and running applications name what was tested", () => {
    assert.deepEqual(first(trivy, "container_scanning", "severity", "package", "subject", "file", "solution"), [
      "high",
      "libssl1.1",
      "libssl1.1 1.1.1l-r8 · registry.example.com/demo/station:main",
      undefined,
      "Upgrade libssl1.1 to 1.1.1n-r0",
    ]);
    const fields = ["severity", "file", "subject", "description", "identifiers"] as const;
    assert.deepEqual(first(gemnasium, "dependency_scanning", ...fields), [
      "unknown",
      "package-lock.json",
      "debug 1.0.5",
      "Regular expression denial of service in debug",
      [{ name: "Gemnasium-37283ed4" }],
    ]);
    const location = { hostname: "http://station.example", method: "GET", path: "/readings", param: "sensor" };
    const header = { name: "Content-Security-Policy missing", severity: "low", location };
    assert.deepEqual(first({ vulnerabilities: [header] }, "dast", "kind", "subject"), [
      "dast",
      "GET http://station.example/readings (sensor)",
    ]);
  });

  it("of code quality have lines or positions, and no measurements", () => {
    const [unused, long, ...others] = findings(eslint, "codequality") ?? [];
    assert.deepEqual(unused, {
      ...{ kind: "codeQuality", severity: "low", title: "'unused' is assigned a value but never used." },
      ...{ identifiers: [{ name: "no-unused-vars" }], links: [], file: "src/a.js", startLine: 42 },
    });
    assert.deepEqual(long, {
      ...{
        kind: "codeQuality",
        severity: "medium",
        title: eslint[1]?.description,
        description: eslint[1]?.content?.body,
      },
      ...{ identifiers: [{ name: "method_lines" }], links: [], scanner: "structure" },
      ...{ file: "src/page.js", startLine: 5, endLine: 36 },
    });
    assert.deepEqual([others, read(eslint, "codequality")?.malformed], [[], 0]);
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
describe("reports in SARIF", () => {
  const log = {
    version: "2.1.0",
    runs: [
      {
        tool: {
          driver: {
            name: "CodeQL",
            rules: [
              {
                id: "js/xss",
                shortDescription: { text: "Cross-site scripting" },
                fullDescription: { text: "Writing input to a page." },
                helpUri: "https://codeql.example/js-xss",
                properties: { tags: ["security", "external/cwe/cwe-079"], "security-severity": "9.1" },
              },
              { id: "note", defaultConfiguration: { level: "note" }, messageStrings: { a: { text: "Use {0}." } } },
            ],
          },
        },
        originalUriBaseIds: { "%SRCROOT%": { uri: "file:///builds/acme/shop/" }, web: { uri: "web/" } },
        artifacts: [{ location: { uri: "src/b.js", uriBaseId: "web" } }],
        results: [
          {
            ruleId: "js/xss",
            message: { text: "This depends on [a value](1).\nIt is written here." },
            partialFingerprints: { primaryLocationLineHash: "39fa2ee980eb94b0:1" },
            locations: [
              {
                physicalLocation: {
                  artifactLocation: { uri: "src/my%20page.js", uriBaseId: "%SRCROOT%" },
                  region: { startLine: 12, endLine: 14 },
                },
              },
            ],
          },
          {
            ruleIndex: 1,
            message: { id: "a", arguments: ["const"] },
            locations: [{ physicalLocation: { artifactLocation: { index: 0 } } }],
          },
          { message: { text: "judged" }, suppressions: [{ kind: "inSource" }] },
          { message: { text: "passed" }, kind: "pass" },
          {},
        ],
      },
    ],
  };

  it("give rule, severity, place and fingerprints of results, but none that passed or were suppressed", () => {
    const report = read(log, "sarif");
    assert.deepEqual([report?.kind, report?.malformed, report?.cut], ["sast", 1, 0]);
    assert.deepEqual(report?.findings, [
      {
        ...{ kind: "sast", severity: "critical", title: "Cross-site scripting", scanner: "CodeQL" },
        identifiers: [{ name: "js/xss", url: "https://codeql.example/js-xss" }, { name: "CWE-79" }],
        ...{ links: ["https://codeql.example/js-xss"], file: "src/my page.js", startLine: 12, endLine: 14 },
        description: "This depends on a value.\nIt is written here.",
        ...{ evidence: "39fa2ee980eb94b0:1", fingerprint: '["sast","js/xss","src/my page.js"]' },
      },
      {
        ...{ kind: "sast", severity: "low", title: "Use const.", identifiers: [{ name: "note" }], links: [] },
        ...{ scanner: "CodeQL", file: "web/src/b.js", fingerprint: '["sast","note","web/src/b.js"]' },
      },
    ]);
  });

  it("take their kind from what the job declares, else from what their tool looks for", () => {
    const of = (name: string) => ({ version: "2.1.0", runs: [{ tool: { driver: { name } }, results: [] }] });
    const found = [
      read(log, "dependency_scanning")?.kind,
      ...["gitleaks", "Trivy", "ESLint"].map((name) => read(of(name), "sarif")?.kind),
    ];
    assert.deepEqual(found, ["dependencies", "secrets", "dependencies", "codeQuality"]);
    assert.equal(read({ vulnerabilities: [] }, "sarif"), undefined);
  });

  it("end after as many results as other reports", () => {
    const runs = [1, 2].map(() => ({ results: Array(maxFindings - 1).fill({ message: { text: "a" } }) }));
    const report = read({ version: "2.1.0", runs }, "sarif");
    assert.deepEqual([report?.findings.length, report?.cut], [maxFindings, maxFindings - 2]);
  });
});

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
    for (const lines of [
      ["@@ -1 +1 @@", "-a", "+b"],
      ["--- /dev/null", "+++ b/new.js", "@@ -0,0 +1 @@", "+a"],
      ["--- a/x.js", "+++ b/y.js", "@@ -1 +1 @@", "-a", "+b"],
      ["diff --git a/x b/y", "rename from x", "rename to y"],
      [...head, "@@ -1,4 +1 @@", "-a", "+b"],
      [...head, "@@ -1 +1 @@", "?a"],
      head,
      [],
    ])
      assert.equal(readPatch(diff(...lines)), undefined, lines.join("\n"));
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
