import { env, l10n, ThemeColor, ThemeIcon, TreeItem, TreeItemCollapsibleState } from "vscode";
import type { MergeRequest } from "../../api/resources/mergeRequests.ts";
import { markUri } from "../tree/rowMarks.ts";
import { age } from "../ui/age.ts";
import { plainText } from "../ui/plainText.ts";
import { plural } from "../ui/plural.ts";
import { statusLabel } from "../ui/statusIcon.ts";
import { labelNames, mergeStatusLabel, stateLabel } from "./labels.ts";
import type { MergeRequestNode } from "./nodes.ts";
import { sourceName } from "./sourceBranch.ts";
import { hasConflicts, isDraft, styleIcons, mergeRequestContext, mergeRequestStyle } from "./style.ts";

const text = (value: unknown, limit = 200): string | undefined =>
  typeof value === "string" && value !== "" ? plainText(value, limit) : undefined;
const present = (part: string | undefined): part is string => part !== undefined && part !== "";
const counted = (value: unknown): number => (Number.isFinite(Number(value)) ? Math.max(0, Number(value)) : 0);

/**
 * Returns the row of a merge request: `!12 Title`, then blocker, comments and votes, labels, author, age and branch. Narrow side bars cut
 * the end, so what changes comes first.
 */
export function mergeRequestItem({
  mergeRequest,
  pipeline,
  everywhere,
  fork,
}: Pick<MergeRequestNode, "mergeRequest" | "pipeline" | "everywhere" | "fork">): TreeItem {
  const title = text(mergeRequest.title);
  const author = text(mergeRequest.author?.username) ?? text(mergeRequest.author?.name);
  const when = age(mergeRequest.created_at ?? mergeRequest.updated_at, Date.now(), env.language);
  const source = text(mergeRequest.source_branch);
  const branch = source && sourceName(source, text(fork));
  const target = text(mergeRequest.target_branch);
  const obstacle = obstacleOf(mergeRequest);
  const names = labelNames(mergeRequest.labels);
  const { short, long } = talk(mergeRequest);
  const project = everywhere ? text(mergeRequest.references?.full)?.replace(/!\d+$/, "") : undefined;
  const [icon, color] = styleIcons[mergeRequestStyle(mergeRequest)];
  const item = new TreeItem(
    [`!${mergeRequest.iid}`, title].filter(present).join(" "),
    TreeItemCollapsibleState.Collapsed,
  );
  item.iconPath = new ThemeIcon(icon, new ThemeColor(color));
  if (pipeline) item.resourceUri = markUri(`!${mergeRequest.iid}`, { pipeline: pipeline.status ?? "" });
  item.description = [obstacle, project, short, names, author, when, branch].filter(present).join(" · ");
  item.contextValue = mergeRequestContext(mergeRequest);
  item.accessibilityInformation = {
    label: [
      l10n.t("Merge request {0}", mergeRequest.iid),
      title,
      text(mergeRequest.state) && stateLabel(mergeRequest.state),
      isDraft(mergeRequest) ? l10n.t("draft") : undefined,
      obstacle,
      pipeline && l10n.t("pipeline {0}", statusLabel(pipeline.status)),
      project && l10n.t("in {0}", project),
      author && l10n.t("by {0}", author),
      when,
      branch && l10n.t("from {0}", branch),
      target && l10n.t("into {0}", target),
      names && l10n.t("labels {0}", names),
      long,
    ]
      .filter(present)
      .join(", "),
  };
  return item;
}

/** Returns in a few words why an open merge request is blocked; drafts are marked by their icon. */
function obstacleOf(mergeRequest: MergeRequest): string | undefined {
  if (hasConflicts(mergeRequest)) return l10n.t("conflicts");
  if (mergeRequestStyle(mergeRequest) !== "blocked") return undefined;
  // eslint-disable-next-line @typescript-eslint/no-deprecated -- older hosts send no other
  const status = text(mergeRequest.detailed_merge_status) ?? text(mergeRequest.merge_status);
  return status === undefined ? undefined : mergeStatusLabel(status);
}

/** Returns comments and votes, for the row and for screen readers. */
function talk({ user_notes_count, upvotes, downvotes }: MergeRequest): {
  readonly short?: string;
  readonly long?: string;
} {
  const [notes, up, down] = [counted(user_notes_count), counted(upvotes), counted(downvotes)];
  const comments =
    notes === 0
      ? undefined
      : plural(notes, (shown) => ({ one: l10n.t("{0} comment", shown), other: l10n.t("{0} comments", shown) }));
  const short = [comments, up > 0 ? `+${up}` : undefined, down > 0 ? `−${down}` : undefined]
    .filter(present)
    .join(" · ");
  const votes =
    up === 0 && down === 0
      ? undefined
      : plural(up, (shown) => ({
          one: l10n.t("{0} vote for, {1} against", shown, down),
          other: l10n.t("{0} votes for, {1} against", shown, down),
        }));
  const long = [comments, votes].filter(present).join(", ");
  return { short, long };
}
