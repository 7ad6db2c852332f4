import assert from "node:assert/strict";
import { foundAt, scannerName } from "../../../../src/features/vulnerabilities/finding.ts";
import { confidenceIcon, severityIcon, stateIcon } from "../../../../src/features/vulnerabilities/items.ts";
import {
  confidenceName,
  reportName,
  severityName,
  stateName,
  vulnerabilityName,
} from "../../../../src/features/vulnerabilities/labels.ts";
import { byUrgency } from "../../../../src/features/vulnerabilities/nodes.ts";
import { vulnerabilityPage } from "../../../../src/features/vulnerabilities/page.ts";
import { severityRank, isOpen, knownState } from "../../../../src/features/vulnerabilities/states.ts";

const project = { id: 5, name: "p", full_path: "g/p", full_name: "g / p" };
const vulnerability = {
  id: 7,
  title: "Odd `x`",
  description: null,
  state: "confirmed",
  severity: "high",
  report_type: "dependency_scanning",
  project,
  created_at: null,
  updated_at: null,
};
const node = { kind: "vulnerability", instance: "https://host", project: "g/p", vulnerability } as const;

describe("a vulnerability", () => {
  it("has the same words and icons for both names of a state, and the host's for others", () => {
    for (const [state, name, open] of [
      ["opened", "detected", true],
      ["detected", "detected", true],
      ["confirmed", "confirmed", true],
      ["resolved", "resolved", false],
      ["closed", "dismissed", false],
      ["dismissed", "dismissed", false],
      ["under_review", "under review", true],
    ] as const)
      assert.deepEqual([stateName(state), isOpen(state)], [name, open]);
    assert.deepEqual([stateIcon("closed"), stateIcon("opened")], [stateIcon("dismissed"), stateIcon("detected")]);
    assert.deepEqual([knownState("constructor"), isOpen(undefined)], [undefined, true]);
    for (const odd of [null, 7]) assert.equal(stateName(odd), "unknown state");
    for (const icon of [severityIcon("constructor"), confidenceIcon(undefined), stateIcon("odd")])
      assert.equal(icon.id, "question");
    for (const [name, expected] of [
      [severityName("HIGH"), "high"],
      [severityName("[x](command:a)"), "[x]\u200b(command:a)"],
      [severityName(undefined), "unknown severity"],
      [confidenceName("ignore"), "ignore"],
      [confidenceName("toString"), "toString"],
      [reportName("sast"), "SAST"],
      [reportName("dependency_scanning"), "dependency scanning"],
      [reportName(null), undefined],
      [vulnerabilityName({ id: 7, title: "A" }), "#7 “A”"],
      [vulnerabilityName({ id: 7 }), "vulnerability #7"],
    ])
      assert.equal(name, expected);
  });

  it("is sorted by whether it is open, then by severity", () => {
    const made = (id: number, state?: string, severity = "low", rest: object = {}) => ({
      ...node,
      vulnerability: { id, ...(state !== undefined && { state }), severity },
      ...rest,
    });
    const rows = [
      made(1, "resolved", "critical"),
      made(2),
      made(3, "opened", "low"),
      made(4, "confirmed", "critical"),
      made(5, "detected", "odd"),
      made(6, undefined, "low", { withheld: "notFound" }),
      made(8, "opened", "low"),
    ];
    const found = rows.sort(byUrgency).map(({ vulnerability: { id } }) => id);
    assert.deepEqual(found, [4, 3, 8, 5, 1, 2, 6]);
    assert.ok(
      severityRank("Critical") < severityRank("medium") && severityRank("unknown") < severityRank("never heard of"),
    );
  });

  it("finds the file that a scanner names, unless it leads out of the repository", () => {
    const at = (file: unknown, start_line?: unknown) => foundAt({ location: { file, start_line } });
    assert.deepEqual([at("src/a.js", 3), at("src/a.js", "3")], [{ path: "src/a.js", line: 3 }, { path: "src/a.js" }]);
    for (const file of ["/etc/passwd", "../a", "a/../../b", "a\\b", "a\u0000", "", " ", 7])
      assert.equal(at(file), undefined, String(file));
    for (const odd of [null, [], { location: null }]) assert.equal(foundAt(odd), undefined);
    assert.deepEqual([scannerName({ scanner: { name: "Semgrep" } }), scannerName("x")], ["Semgrep", undefined]);
  });

  it("has the page that the host returns, else the pasted one, else GitLab's, and none on other hosts", () => {
    const pasted = { id: 7, page: "https://host/pasted" };
    for (const [web_url, entry, dialect, page] of [
      ["https://host/told", pasted, "neutral", "https://host/told"],
      ["javascript:alert(1)", undefined, "neutral", undefined],
      [undefined, pasted, "neutral", "https://host/pasted"],
      [undefined, undefined, "neutral", undefined],
      [undefined, undefined, undefined, "https://host/g/p/-/security/vulnerabilities/7"],
    ] as const) {
      const of = { ...vulnerability, ...(web_url !== undefined && { web_url }) };
      assert.equal(vulnerabilityPage("https://host", of as never, entry, { get: () => dialect }), page);
    }
  });
});
