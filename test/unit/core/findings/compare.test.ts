import assert from "node:assert/strict";
import { describe, it } from "mocha";
import { compareFindings } from "../../../../src/core/findings/compare.ts";
import type { Finding } from "../../../../src/core/findings/finding.ts";
import { readReport } from "../../../../src/core/findings/readReport.ts";
import type { ReportType } from "../../../../src/core/findings/reportTypes.ts";
import { eslint, gemnasium, semgrep, trivy } from "./reports.ts";

const read = (report: unknown, type: ReportType): readonly Finding[] =>
  readReport(JSON.stringify(report), type)?.findings ?? [];
const titles = (findings: Iterable<Finding>): string[] =>
  [...findings].map(({ title, startLine }) => `${title} ${startLine ?? ""}`);
const differ = (now: readonly Finding[], before: readonly Finding[]): [string[], string[]] => {
  const { added, fixed } = compareFindings(now, before);
  return [titles(added), titles(fixed)];
};
/** A finding of the same rule in one file. */
const weak = (line: number, extract?: string): object => ({
  name: "Weak",
  location: { file: "a.js", start_line: line },
  identifiers: [{ type: "rule", name: "weak", value: "weak" }],
  ...(extract !== undefined && { raw_source_code_extract: extract }),
});
const sast = (...vulnerabilities: object[]): readonly Finding[] => read({ vulnerabilities }, "sast");

describe("findings of two pipelines", () => {
  it("are the same when their lines moved", () => {
    const moved = structuredClone(semgrep);
    for (const { location } of moved.vulnerabilities) Object.assign(location, { start_line: location.start_line + 40 });
    assert.deepEqual(differ(read(moved, "sast"), read(semgrep, "sast")), [[], []]);
  });

  it("are new or fixed where only one has them", () => {
    const [first, second] = semgrep.vulnerabilities;
    const [before, now] = [first, second].map((one) => read({ ...semgrep, vulnerabilities: [one] }, "sast"));
    assert.ok(before && now);
    const { added, fixed } = compareFindings(now, before);
    assert.deepEqual([[...added], fixed], [now, before]);
  });

  it("are counted where one rule finds several in a file", () => {
    assert.deepEqual(differ(sast(weak(3), weak(9), weak(20)), sast(weak(3), weak(20))), [["Weak 9"], []]);
    assert.deepEqual(differ(sast(weak(3)), sast(weak(3), weak(20), weak(30))), [[], ["Weak 20", "Weak 30"]]);
    // All moved: the number alone tells.
    assert.deepEqual(differ(sast(weak(13), weak(30), weak(40)), sast(weak(3), weak(20))), [["Weak 40"], []]);
    assert.deepEqual(differ(sast(weak(5)), sast(weak(20), weak(30))), [[], ["Weak 30"]]);
    // The code tells more than the lines do.
    assert.deepEqual(differ(sast(weak(3, "new"), weak(5, "old")), sast(weak(3, "old"))), [["Weak 3"], []]);
  });

  it("are the same with another version of the package, another tag of the image, and another count in the message", () => {
    const newer = structuredClone(gemnasium);
    newer.vulnerabilities[0]!.location.dependency.version = "1.0.6";
    assert.deepEqual(differ(read(newer, "dependency_scanning"), read(gemnasium, "dependency_scanning")), [[], []]);
    const tagged = structuredClone(trivy);
    tagged.vulnerabilities[0]!.location.image = "registry.example.com/demo/station/topic:1a2b3c";
    assert.deepEqual(differ(read(tagged, "container_scanning"), read(trivy, "container_scanning")), [[], []]);
    const longer = eslint.map((one) => ({
      ...one,
      fingerprint: "z",
      description: one.description?.replace("31", "33"),
    }));
    assert.deepEqual(differ(read(longer, "codequality"), read(eslint, "codequality")), [[], []]);
  });

  it("differ by file, by package and by rule", () => {
    const other = structuredClone(gemnasium);
    other.vulnerabilities[0]!.location.dependency.package.name = "ms";
    assert.equal(differ(read(other, "dependency_scanning"), read(gemnasium, "dependency_scanning")).flat().length, 2);
    const moved = sast({ ...weak(3), location: { file: "b.js", start_line: 3 } });
    assert.deepEqual(differ(moved, sast(weak(3))), [["Weak 3"], ["Weak 3"]]);
  });
});
