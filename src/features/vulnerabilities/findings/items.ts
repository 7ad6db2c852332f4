import { l10n, type MarkdownString, ThemeColor, ThemeIcon, TreeItem, TreeItemCollapsibleState } from "vscode";
import type { Finding } from "../../../core/findings/finding.ts";
import { shown as shownValue, tooltip } from "../../../core/tree/tooltipText.ts";
import { plainText } from "../../../core/ui/plainText.ts";
import { plural } from "../../../core/ui/plural.ts";
import { asCommand } from "../../../core/ui/runCommand.ts";
import { severityIcon } from "../items.ts";
import { severityName } from "../labels.ts";
import {
  findingsCount,
  findingTitle,
  gapReason,
  gapTitle,
  kindName,
  placeName,
  severityCounts,
  sourceName,
} from "./labels.ts";
import type { FindingNode, FindingsGapNode, FindingsGroupNode, FindingsNode } from "./nodes.ts";
import { type FindingRef, shownRef } from "./shown.ts";

/** Number of findings up to which groups are expanded at first. */
const fewFindings = 30;

const isFilled = (part: string | undefined): part is string => part !== undefined && part !== "";
const newCount = (count: number): string | undefined =>
  count === 0
    ? undefined
    : plural(count, (shown) => ({ one: l10n.t("{0} new", shown), other: l10n.t("{0} new", shown) }));

/** Returns the row of a pipeline's findings. */
export function findingsItem({ shown }: FindingsNode): TreeItem {
  const { findings, fixed, gaps, leftOut } = shown.result;
  const label = l10n.t("CI findings of #{0} on {1}", shown.pipeline.id, plainText(shownRef(shown), 100));
  const item = new TreeItem(label, TreeItemCollapsibleState.Expanded);
  const isEmpty = findings.length + fixed.length + gaps.length === 0;
  if (isEmpty) item.collapsibleState = TreeItemCollapsibleState.None;
  item.iconPath = new ThemeIcon("shield");
  const all = findings.map(({ finding }) => finding);
  const parts = [
    all.length === 0 ? l10n.t("no findings") : severityCounts(all),
    newCount(findings.filter(({ isNew }) => isNew === true).length),
  ].filter(isFilled);
  item.description = parts.join(" · ");
  item.contextValue = "findings";
  item.accessibilityInformation = { label: [label, ...parts].join(", ") };
  item.tooltip = tooltip(label, [
    [l10n.t("Findings"), all.length === 0 ? l10n.t("none") : `${findingsCount(all.length)}: ${severityCounts(all)}`],
    [l10n.t("Compared with"), comparedWith(shown.target)],
    [l10n.t("Fixed"), fixed.length === 0 ? undefined : findingsCount(fixed.length)],
    [
      l10n.t("Left out"),
      leftOut === 0
        ? undefined
        : plural(leftOut, (count) => ({
            one: l10n.t("{0} entry that is malformed or above the limit", count),
            other: l10n.t("{0} entries that are malformed or above the limit", count),
          })),
    ],
  ]);
  return item;
}

const comparedWith = (target: FindingsNode["shown"]["target"]): string | undefined =>
  target &&
  (target.pipeline === undefined
    ? l10n.t("nothing: the last pipelines of {0} have no such reports", target.ref)
    : l10n.t("pipeline #{0} on {1}", target.pipeline.id, target.ref));

/** Returns the row of a group of findings. */
export function findingsGroupItem({ shown, of }: FindingsGroupNode): TreeItem {
  const { findings, fixed } = shown.result;
  const own = of === "fixed" ? [] : findings.filter(({ finding }) => finding.kind === of);
  const all = of === "fixed" ? fixed : own.map(({ finding }) => finding);
  const label = of === "fixed" ? l10n.t("Fixed") : kindName(of);
  const item = new TreeItem(
    label,
    of !== "fixed" && findings.length <= fewFindings
      ? TreeItemCollapsibleState.Expanded
      : TreeItemCollapsibleState.Collapsed,
  );
  const parts = [String(all.length), newCount(own.filter(({ isNew }) => isNew === true).length)].filter(isFilled);
  item.description = parts.join(" · ");
  item.iconPath =
    of === "fixed" ? new ThemeIcon("pass", new ThemeColor("charts.green")) : new ThemeIcon(groupIcons[of]);
  item.contextValue = `findingsGroup ${of}`;
  item.tooltip = `${label}: ${severityCounts(all)}`;
  item.accessibilityInformation = { label: [label, findingsCount(all.length), ...parts.slice(1)].join(", ") };
  return item;
}

const groupIcons: Readonly<Record<Finding["kind"], string>> = {
  secrets: "key",
  sast: "code",
  iac: "server-environment",
  dependencies: "library",
  containers: "package",
  dast: "globe",
  codeQuality: "checklist",
};

/** Returns the row of a finding; Enter opens its file, or its details. */
export function findingItem(node: FindingNode): TreeItem {
  const { finding, isNew, isFixed } = node;
  const title = findingTitle(finding);
  const item = new TreeItem(title, TreeItemCollapsibleState.None);
  const place = plainText(placeName(finding), 200);
  const parts = [isNew === true ? l10n.t("new") : undefined, place].filter(isFilled);
  item.description = parts.join(" · ");
  item.iconPath = severityIcon(finding.severity);
  item.contextValue = [
    "finding",
    isFixed ? "fixed" : "open",
    finding.file === undefined ? undefined : "hasFile",
    pageOfFinding(finding) === undefined ? undefined : "hasPage",
    finding.fix === undefined || isFixed ? undefined : "hasFix",
  ]
    .filter(isFilled)
    .join(" ");
  item.accessibilityInformation = { label: [title, severityName(finding.severity), ...parts].join(", ") };
  item.command =
    finding.file === undefined
      ? asCommand("forgeline.findings.showDetails", l10n.t("Show Finding Details"), node)
      : asCommand("forgeline.findings.open", l10n.t("Open Finding"), node);
  return item;
}

/** Returns the page about a finding: of its identifiers, else the first link. */
export const pageOfFinding = ({ identifiers, links }: Finding): string | undefined =>
  identifiers.find(({ url }) => url !== undefined)?.url ?? links[0];

/** Returns the tooltip of a finding; only the page about it is a link. */
export const findingTooltip = ({ finding, isNew, against }: FindingRef): MarkdownString =>
  tooltip(
    findingTitle(finding),
    [
      [l10n.t("Severity"), severityName(finding.severity)],
      [l10n.t("Found by"), sourceName(finding)],
      [l10n.t("Location"), placeName(finding)],
      [l10n.t("Affected"), finding.file === undefined ? undefined : shownValue(finding.subject)],
      [l10n.t("Compared"), comparedWords(isNew, against)],
      [l10n.t("Description"), finding.description],
      [l10n.t("Solution"), finding.solution],
      [l10n.t("Identifiers"), finding.identifiers.map(({ name }) => name).join(", ")],
    ],
    pageOfFinding(finding),
  );

/** Returns whether a finding is new, in words. */
export const comparedWords = (isNew: boolean | undefined, against: string | undefined): string | undefined =>
  isNew === undefined || against === undefined
    ? undefined
    : isNew
      ? l10n.t("new against {0}", plainText(against, 60))
      : l10n.t("also on {0}", plainText(against, 60));

/** Returns the row of a report that cannot be read; Enter opens the CI file where that helps. */
export function gapItem(node: FindingsGapNode): TreeItem {
  const { gap } = node;
  const title = gapTitle(gap);
  const reason = gapReason(gap);
  const item = new TreeItem(title, TreeItemCollapsibleState.None);
  item.iconPath = new ThemeIcon("warning", new ThemeColor("charts.yellow"));
  item.description = plainText(gap.file, 100);
  item.tooltip = reason;
  item.contextValue = `findingsGap ${gap.content.kind}`;
  item.accessibilityInformation = { label: `${title}, ${plainText(gap.file, 100)}. ${reason}` };
  if (gap.content.kind === "notInArchive")
    item.command = asCommand("forgeline.findings.openCiFile", l10n.t("Open CI File"), node);
  return item;
}
