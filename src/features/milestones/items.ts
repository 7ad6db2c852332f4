import { env, l10n, ThemeColor, ThemeIcon, TreeItem, TreeItemCollapsibleState } from "vscode";
import { labelNames, stateLabel } from "../../core/mergeRequests/labels.ts";
import { linkTarget } from "../../core/ui/inertMarkdown.ts";
import { plainText } from "../../core/ui/plainText.ts";
import { plural, numberText } from "../../core/ui/plural.ts";
import { asCommand } from "../../core/ui/runCommand.ts";
import { datesText, isOverdue } from "./dates.ts";
import {
  type Count,
  type IssueNode,
  type MilestoneFolderNode,
  type MilestoneNode,
  percentOf,
  type PlannedNode,
  sumOf,
} from "./nodes.ts";

const present = (part: string | null | undefined): part is string => part !== undefined && part !== null && part !== "";
const text = (value: unknown, limit = 200): string | undefined =>
  typeof value === "string" && value.trim() !== "" ? plainText(value, limit) : undefined;

/** Returns the name of a folder. */
export function folderName({ folder, group }: Pick<MilestoneFolderNode, "folder" | "group">): string {
  const name = group === undefined ? undefined : plainText(String(group), 120);
  switch (folder) {
    case "active":
      return l10n.t("Active");
    case "closed":
      return l10n.t("Closed");
    case "groupActive":
      return name === undefined ? l10n.t("Group") : l10n.t("Active in Group {0}", name);
    case "groupClosed":
      return name === undefined ? l10n.t("Closed in Group") : l10n.t("Closed in Group {0}", name);
  }
}

/** Returns the row of a folder, with its count once known. */
export function milestoneFolderItem(node: MilestoneFolderNode): TreeItem {
  const { folder, total, group } = node;
  const label = folderName(node);
  const item = new TreeItem(
    label,
    folder === "active" ? TreeItemCollapsibleState.Expanded : TreeItemCollapsibleState.Collapsed,
  );
  const ofGroup = folder === "groupActive" || folder === "groupClosed";
  item.iconPath = new ThemeIcon(ofGroup ? "organization" : folder === "active" ? "milestone" : "archive");
  if (total !== undefined) item.description = numberText(total);
  item.contextValue = ["milestones", ofGroup && group === undefined ? "nowhere" : "", folder].filter(present).join(" ");
  item.accessibilityInformation = {
    label:
      total === undefined
        ? label
        : plural(total, (shown) => ({
            one: l10n.t("{0}, {1} milestone", label, shown),
            other: l10n.t("{0}, {1} milestones", label, shown),
          })),
  };
  return item;
}

/** Returns the progress: "7 of 10 closed · 70%". */
export const countText = (count: Count): string =>
  l10n.t("{0} of {1} closed · {2}%", count.closed, count.total, percentOf(count));

/** Returns the row of a milestone: title, due date or delay, progress and owner. */
export function milestoneItem({ milestone, progress, owner, group }: MilestoneNode, now = Date.now()): TreeItem {
  const title = text(milestone.title) ?? l10n.t("Milestone {0}", milestone.iid ?? milestone.id);
  const dates = datesText(milestone, now, env.language);
  const sum = progress && sumOf(progress);
  const done = sum && countText(sum);
  const late = isOverdue(milestone, now);
  const item = new TreeItem(title, TreeItemCollapsibleState.Collapsed);
  item.iconPath =
    milestone.state === "closed"
      ? new ThemeIcon("pass", new ThemeColor("descriptionForeground"))
      : late
        ? new ThemeIcon("warning", new ThemeColor("problemsWarningIcon.foreground"))
        : new ThemeIcon("milestone", new ThemeColor("charts.green"));
  item.description = [dates, done, text(owner)].filter(present).join(" · ");
  item.contextValue = [
    "milestone",
    milestone.state,
    late ? "overdue" : "",
    group === undefined ? "ofProject" : "ofGroup",
  ]
    .filter(present)
    .join(" ");
  item.accessibilityInformation = {
    label: [
      l10n.t("Milestone {0}", title),
      text(milestone.state) && milestoneState(milestone.state),
      dates,
      done,
      text(owner),
    ]
      .filter(present)
      .join(", "),
  };
  return item;
}

/** Returns the label of a state; unknown ones as the host spells them. */
export const milestoneState = (state: string | null | undefined): string =>
  !state
    ? l10n.t("unknown state")
    : state === "active"
      ? l10n.t("active")
      : state === "closed"
        ? l10n.t("closed")
        : plainText(state, 40);

/** Returns the row above the merge requests or issues of a milestone. */
export function plannedItem({ what, count, group }: PlannedNode): TreeItem {
  const label = what === "issues" ? l10n.t("Issues") : l10n.t("Merge Requests");
  const words =
    count === undefined
      ? undefined
      : count.total === 0
        ? l10n.t("none")
        : l10n.t("{0} of {1} closed", count.closed, count.total);
  const item = new TreeItem(label, TreeItemCollapsibleState.Collapsed);
  item.iconPath = new ThemeIcon(what === "issues" ? "issues" : "git-pull-request");
  item.description = words ?? "";
  item.contextValue = what === "issues" ? "milestoneIssues" : "milestoneMergeRequests";
  if (what === "issues" && group !== undefined) item.tooltip = l10n.t("Issues of subgroups are not included.");
  item.accessibilityInformation = { label: [label, words].filter(present).join(", ") };
  return item;
}

/** Returns the row of an issue: state, number, title, labels and assignees. Enter or a click opens its web page. */
export function issueItem({ issue, everywhere, webUrl }: IssueNode): TreeItem {
  const title = text(issue.title);
  const names = labelNames(issue.labels);
  const who = assigneesOf(issue)
    .flatMap((person) => text(person.username) ?? text(person.name) ?? [])
    .join(", ");
  const project = everywhere ? text(issue.references?.full)?.replace(/#\d+$/, "") : undefined;
  const closed = issue.state === "closed";
  const item = new TreeItem([`#${issue.iid}`, title].filter(present).join(" "), TreeItemCollapsibleState.None);
  item.iconPath = new ThemeIcon(
    closed ? "issue-closed" : "issues",
    new ThemeColor(closed ? "charts.purple" : "charts.green"),
  );
  item.description = [project, names, who].filter(present).join(" · ");
  item.contextValue = ["issue", closed ? "closed" : "opened", linkTarget(webUrl) === undefined ? "" : "hasPage"]
    .filter(present)
    .join(" ");
  if (linkTarget(webUrl) !== undefined)
    item.command = asCommand("forgeline.openInBrowser", l10n.t("Open in Browser"), { webUrl });
  item.accessibilityInformation = {
    label: [
      l10n.t("Issue {0}", issue.iid),
      title,
      text(issue.state) && stateLabel(issue.state),
      project && l10n.t("in {0}", project),
      names && l10n.t("labels {0}", names),
      who && l10n.t("assigned to {0}", who),
    ]
      .filter(present)
      .join(", "),
  };
  return item;
}

/** Returns the assignees of an issue; some hosts return only one. */
export const assigneesOf = ({
  assignees,
  assignee,
}: IssueNode["issue"]): readonly { readonly name?: string | null; readonly username?: string | null }[] =>
  assignees ?? (assignee ? [assignee] : []);
