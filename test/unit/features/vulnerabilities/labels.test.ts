import assert from "node:assert/strict";
import { describe, it } from "mocha";
import "../../../support/vscodeStub.ts";

const { confidenceName, reportName, severityName, stateName, vulnerabilityName } =
  await import("../../../../src/features/vulnerabilities/labels.ts");
const { severityRank, isOpen, knownState } = await import("../../../../src/features/vulnerabilities/states.ts");
const { foundAt, scannerName } = await import("../../../../src/features/vulnerabilities/finding.ts");
const { byUrgency, factNodes, projectElsewhere } = await import("../../../../src/features/vulnerabilities/nodes.ts");
const { vulnerabilityItem, confidenceIcon, severityIcon, stateIcon } =
  await import("../../../../src/features/vulnerabilities/items.ts");
const { vulnerabilityPage } = await import("../../../../src/features/vulnerabilities/page.ts");
const { detailsText } = await import("../../../../src/features/vulnerabilities/commands/details.ts");

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

describe("what is told of vulnerabilities", () => {
  it("has the same words and icons for both names of a state", () => {
    assert.deepEqual(["opened", "detected", "confirmed", "resolved", "closed", "dismissed"].map(stateName), [
      "detected",
      "detected",
      "confirmed",
      "resolved",
      "dismissed",
      "dismissed",
    ]);
    assert.deepEqual([stateIcon("closed"), stateIcon("opened")], [stateIcon("dismissed"), stateIcon("detected")]);
    assert.deepEqual(["opened", "confirmed", "resolved", "closed", "dismissed", "odd", undefined].map(isOpen), [
      true,
      true,
      false,
      false,
      false,
      true,
      true,
    ]);
  });

  it("spells what nobody knows as the host does, harmlessly", () => {
    assert.deepEqual(
      [knownState("constructor"), stateName("under_review"), stateName(null), stateName(7)],
      [undefined, "under review", "unknown state", "unknown state"],
    );
    assert.deepEqual(
      [
        severityName("HIGH"),
        severityName("[x](command:a)"),
        severityName(undefined),
        confidenceName("ignore"),
        confidenceName("toString"),
      ],
      ["high", "[x]\u200b(command:a)", "unknown severity", "ignore", "toString"],
    );
    assert.deepEqual(
      [severityIcon("constructor").id, confidenceIcon(undefined).id, stateIcon("odd").id],
      ["question", "question", "question"],
    );
    assert.deepEqual(
      [reportName("sast"), reportName("dependency_scanning"), reportName(null)],
      ["SAST", "dependency scanning", undefined],
    );
    assert.deepEqual(
      [vulnerabilityName({ id: 7, title: "A" }), vulnerabilityName({ id: 7 })],
      ["#7 “A”", "vulnerability #7"],
    );
  });

  it("sorts what is open before what is settled, and the grave before the slight", () => {
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
    assert.deepEqual(
      rows.sort(byUrgency).map(({ vulnerability: { id } }) => id),
      [4, 3, 8, 5, 1, 2, 6],
    );
    assert.ok(
      severityRank("Critical") < severityRank("medium") && severityRank("unknown") < severityRank("never heard of"),
    );
  });

  it("finds the file that a scanner names, unless it leads out of the repository", () => {
    assert.deepEqual(foundAt({ location: { file: "src/a.js", start_line: 3 } }), { path: "src/a.js", line: 3 });
    assert.deepEqual(foundAt({ location: { file: "src/a.js", start_line: "3" } }), { path: "src/a.js" });
    for (const file of ["/etc/passwd", "../a", "a/../../b", "a\\b", "a\u0000", "", " ", 7])
      assert.equal(foundAt({ location: { file } }), undefined, String(file));
    assert.deepEqual(
      [
        foundAt(null),
        foundAt([]),
        foundAt({ location: null }),
        scannerName({ scanner: { name: "Semgrep" } }),
        scannerName("x"),
      ],
      [undefined, undefined, undefined, "Semgrep", undefined],
    );
  });

  it("has a row for everything that is told, and for nothing else", () => {
    assert.deepEqual(
      factNodes({
        ...node,
        vulnerability: {
          ...vulnerability,
          confidence: "low",
          finding: { scanner: { name: "S" }, location: { file: "a.js", start_line: 2 } },
        },
      }).map(({ fact, value }) => [fact, value]),
      [
        ["state", "confirmed"],
        ["severity", "high"],
        ["confidence", "low"],
        ["report", "dependency scanning"],
        ["scanner", "S"],
        ["location", "a.js:2"],
      ],
    );
    assert.deepEqual(factNodes({ ...node, vulnerability: { id: 7 } }), []);
  });

  it("says what can be done with a row by its state, its page and whether it is shown", () => {
    const context = (rest: object, state = "opened") =>
      vulnerabilityItem({ ...node, vulnerability: { ...vulnerability, state }, ...rest }).contextValue;
    assert.deepEqual(
      [
        context({}),
        context({}, "closed"),
        context({ page: "https://h" }, "odd"),
        context({ withheld: "forbidden" }),
        vulnerabilityItem({ ...node, vulnerability: { id: 7 } }).contextValue,
      ],
      [
        "vulnerability detected",
        "vulnerability dismissed",
        "vulnerability other hasPage",
        "vulnerability withheld",
        "vulnerability unread",
      ],
    );
  });

  it("knows when one is another project's", () => {
    const elsewhere = (open: string, number?: number) => projectElsewhere(project, open, number);
    assert.deepEqual(
      [elsewhere("G/P"), elsewhere("5"), elsewhere("g/q", 5), elsewhere("g/q"), projectElsewhere(null, "g/q", 1)],
      [undefined, undefined, undefined, "g/p", undefined],
    );
  });

  it("takes the page that the host tells, else the pasted one, else GitLab's, and guesses none on other hosts", () => {
    const gitlab = { get: () => undefined };
    const neutral = { get: () => "neutral" };
    const pasted = { id: 7, page: "https://host/pasted" };
    assert.equal(
      vulnerabilityPage("https://host", { ...vulnerability, web_url: "https://host/told" } as never, pasted, neutral),
      "https://host/told",
    );
    assert.equal(
      vulnerabilityPage(
        "https://host",
        { ...vulnerability, web_url: "javascript:alert(1)" } as never,
        undefined,
        neutral,
      ),
      undefined,
    );
    assert.equal(vulnerabilityPage("https://host", vulnerability, pasted, neutral), "https://host/pasted");
    assert.equal(vulnerabilityPage("https://host", vulnerability, undefined, neutral), undefined);
    assert.equal(
      vulnerabilityPage("https://host", vulnerability, undefined, gitlab),
      "https://host/g/p/-/security/vulnerabilities/7",
    );
  });

  it("writes all of it into a document, in which nothing ends the scanner's own words early", () => {
    const text = detailsText(
      {
        ...vulnerability,
        description: "Text",
        confidence: "low",
        closed_at: "2026-01-02T03:04:05Z",
        closed_by_id: 9,
        finding: { note: "````" },
      },
      "https://host/x",
    );
    assert.match(
      text,
      /^# #7 Odd `x`\n\n- State: confirmed\n- Severity: high\n- Confidence: low\n- Report type: dependency scanning\n- Project: g\/p\n- Dismissed: .*2026.*, by user 9\n- Page: https:\/\/host\/x\n\nText\n\n## What the scanner reported\n\n`````json\n\{\n {2}"note": "````"\n\}\n`````\n$/,
    );
    assert.doesNotMatch(detailsText(vulnerability, undefined), /Confidence|scanner|Page|Dismissed/);
  });
});
