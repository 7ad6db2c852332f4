import assert from "node:assert/strict";
import { describe, it } from "mocha";
import { type Finding, maxFindings } from "../../../../src/core/findings/finding.ts";
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
