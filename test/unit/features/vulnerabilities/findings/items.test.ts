import assert from "node:assert/strict";
import type { TreeItem } from "vscode";
import type { Finding } from "../../../../../src/core/findings/finding.ts";
import type { JobReport, ReportGap } from "../../../../../src/core/findings/reportReader.ts";
import { findingDetails } from "../../../../../src/features/vulnerabilities/findings/details.ts";
import {
  findingItem,
  findingsGroupItem,
  findingTooltip,
  gapItem,
} from "../../../../../src/features/vulnerabilities/findings/items.ts";
import { findingNodes, groupNodes } from "../../../../../src/features/vulnerabilities/findings/nodes.ts";
import type { ShownFindings } from "../../../../../src/features/vulnerabilities/findings/shown.ts";
import { unreadWords } from "../../../../support/spokenWords.ts";

const finding = (rest: Partial<Finding> = {}): Finding => ({
  ...{ kind: "sast", severity: "high", title: "Odd", identifiers: [], links: [], fingerprint: "f" },
  ...rest,
});
const gap = (kind: ReportGap): JobReport => ({
  job: { id: 3, name: "scan" },
  type: "sast",
  file: "gl-sast-report.json",
  content: { kind },
});
const shown = (result: Partial<ShownFindings["result"]> = {}, rest: Partial<ShownFindings> = {}): ShownFindings => ({
  instance: "https://host",
  project: "g/p",
  pipelineProject: "g/p",
  pipeline: { id: 9, ref: "topic", sha: "a".repeat(40), status: "success" },
  target: { ref: "main", pipeline: { id: 8, sha: "b".repeat(40) } },
  result: { findings: [], fixed: [], gaps: [], leftOut: 0, ...result },
  ...rest,
});
const folder = (of: ShownFindings) =>
  ({ kind: "findings", instance: "https://host", project: "g/p", shown: of }) as const;
const words = ({ label, description, contextValue, accessibilityInformation }: TreeItem): unknown[] => {
  const visible = [label, description].map((text) => (typeof text === "string" ? text : "")).join(" ");
  assert.deepEqual(unreadWords(visible, accessibilityInformation?.label ?? ""), [], visible);
  return [label, description, contextValue];
};

describe("rows of findings", () => {
  it("put new ones first, and fixed ones as they were on the target branch", () => {
    const result = {
      findings: [
        { finding: finding({ title: "Known" }), isNew: false },
        { finding: finding({ title: "Fresh" }), isNew: true },
        { finding: finding({ title: "Image", kind: "containers", subject: "ssl 1.0" }), isNew: undefined },
      ],
      fixed: [finding({ title: "Past", fix: "diff" })],
      gaps: [gap("expired")],
    } as const;
    const groups = groupNodes(folder(shown(result)));
    assert.deepEqual(
      groups.map((node) => words(node.kind === "findingsGap" ? gapItem(node) : findingsGroupItem(node)).join(" | ")),
      [
        "SAST | 2 · 1 new | findingsGroup sast",
        "Container scanning | 1 | findingsGroup containers",
        "Fixed | 1 | findingsGroup fixed",
        "Report of scan expired | gl-sast-report.json | findingsGap expired",
      ],
    );
    const nodes = groups.flatMap((node) => (node.kind === "findingsGroup" ? findingNodes(node) : []));
    const found = nodes.map((node) => words(findingItem(node)).join(" | "));
    assert.deepEqual(found, [
      "Fresh | new | finding open",
      "Known |  | finding open",
      "Image | ssl 1.0 | finding open",
      "Past |  | finding fixed",
    ]);
    assert.equal(new Set(nodes.map(({ row }) => row)).size, nodes.length);
    const { sha, pipeline } = nodes.at(-1)!;
    assert.deepEqual([sha?.[0], pipeline], ["b", 8]);
  });

  it("open the file, else the details, and only their own page is a link", () => {
    const odd = finding({
      title: "[a](command:b) $(bug)",
      description: "<b>x</b> [y](https://evil.example)",
      file: "src/a.js",
      startLine: 3,
      identifiers: [{ name: "CWE-1" }, { name: "CVE-2", url: "https://cve.example/2" }],
      links: ["https://link.example/"],
      fix: "@@",
    });
    const [group] = groupNodes(folder(shown({ findings: [{ finding: odd, isNew: true }] })));
    assert.ok(group?.kind === "findingsGroup");
    const [node] = findingNodes(group);
    assert.ok(node);
    const item = findingItem(node);
    assert.deepEqual(
      [item.label, item.contextValue, item.command?.command],
      ["[a]\u200b(command:b) $\u200b(bug)", "finding open hasFile hasPage hasFix", "forgeline.findings.open"],
    );
    const { value, isTrusted } = findingTooltip(node);
    const found = [isTrusted, value.match(/\]\(/g)?.length, value.includes("(https://cve.example/2)")];
    assert.deepEqual(found, [false, 1, true]);
    const details = findingDetails(node);
    assert.match(details, /- Compared: new against main\n- CWE-1\n- CVE-2: https:\/\/cve\.example\/2\n- Link: https:/);
    assert.match(details, /## Fix\n\n```diff\n@@\n```\n$/);
  });
});
