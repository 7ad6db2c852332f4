import { env, l10n, type MarkdownString } from "vscode";
import { labelNames, stateLabel } from "../../core/mergeRequests/labels.ts";
import { shown, time, tooltip, who } from "../../core/tree/tooltipText.ts";
import { hostMarkdown, untrusted } from "../../core/ui/hostMarkdown.ts";
import { datesText, dayNumber, dayWords, isOverdue } from "./dates.ts";
import { assigneesOf, countText, milestoneState } from "./items.ts";
import { type Count, type IssueNode, type MilestoneNode, sumOf } from "./nodes.ts";

/** Characters after which a description is cut. */
const longest = 2_000;

const day = (value: unknown): string | undefined => {
  const number = dayNumber(value);
  return number === undefined ? undefined : dayWords(number, env.language);
};

const counted = (count: Count | undefined): string | undefined =>
  count === undefined ? undefined : count.total === 0 ? l10n.t("none") : countText(count);

/** Returns the tooltip of a milestone, with its description as Markdown. */
export function milestoneTooltip({ milestone, progress, owner }: MilestoneNode, now = Date.now()): MarkdownString {
  const sum = progress && sumOf(progress);
  const late = isOverdue(milestone, now) ? datesText(milestone, now, env.language) : undefined;
  const head = tooltip(
    shown(milestone.title) ?? "",
    [
      [l10n.t("State"), [shown(milestone.state) && milestoneState(milestone.state), late].filter(Boolean).join(", ")],
      [l10n.t("Project or group"), owner],
      [l10n.t("Starts"), day(milestone.start_date)],
      [l10n.t("Due"), day(milestone.due_date)],
      [l10n.t("Progress"), sum ? countText(sum) : progress && l10n.t("no issues or merge requests")],
      [l10n.t("Merge requests"), counted(progress?.mergeRequests)],
      [l10n.t("Issues"), counted(progress?.issues)],
      [l10n.t("Created"), time(milestone.created_at, now)],
      [l10n.t("Updated"), time(milestone.updated_at, now)],
    ],
    milestone.web_url,
  );
  const description = described(milestone.description);
  return description === undefined ? head : untrusted(`${head.value}\n\n---\n\n${description}`);
}

function described(text: unknown): string | undefined {
  if (typeof text !== "string" || text.trim() === "") return undefined;
  return hostMarkdown(text, {
    longest,
    shortened: l10n.t("Truncated. Open the milestone in the browser to read all of it."),
  });
}

/** Returns the tooltip of an issue. */
export function issueTooltip({ issue, webUrl }: IssueNode, now = Date.now()): MarkdownString {
  return tooltip(
    `#${issue.iid} ${shown(issue.title) ?? ""}`,
    [
      [l10n.t("State"), shown(issue.state) && stateLabel(issue.state)],
      [l10n.t("Author"), who(issue.author)],
      [
        l10n.t("Assignees"),
        assigneesOf(issue)
          .flatMap((person) => who(person) ?? [])
          .join(", "),
      ],
      [l10n.t("Labels"), labelNames(issue.labels)],
      [l10n.t("Weight"), shown(issue.weight)],
      [l10n.t("Due"), day(issue.due_date)],
      [l10n.t("Created"), time(issue.created_at, now)],
      [l10n.t("Closed"), time(issue.closed_at, now)],
      [l10n.t("Reference"), shown(issue.references?.full)],
    ],
    webUrl,
  );
}
