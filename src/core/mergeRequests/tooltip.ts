import { l10n, type MarkdownString } from "vscode";
import type { MergeRequest } from "../../api/resources/mergeRequests.ts";
import { shown, time, tooltip, who } from "../tree/tooltipText.ts";
import { statusLabel } from "../ui/statusIcon.ts";
import { labelNames, mergeStatusLabel, stateLabel } from "./labels.ts";
import type { HeadPipeline } from "./nodes.ts";
import { sourceName } from "./sourceBranch.ts";
import { isDraft } from "./style.ts";

const people = (users: MergeRequest["assignees"]): string | undefined =>
  users
    ?.map((user) => who(user))
    .filter((name) => name !== undefined)
    .join(", ");

const positive = (count: unknown): string | undefined => (Number(count) > 0 ? shown(count) : undefined);

/** Returns the tooltip of a merge request. */
export function mergeRequestTooltip(
  mergeRequest: MergeRequest,
  pipeline?: HeadPipeline,
  now = Date.now(),
  fork?: string,
): MarkdownString {
  const {
    merge_user,
    // eslint-disable-next-line @typescript-eslint/no-deprecated -- older hosts send no other
    merged_by,
    // eslint-disable-next-line @typescript-eslint/no-deprecated -- older hosts send no other
    merge_status,
    detailed_merge_status,
    milestone,
    task_completion_status: tasks,
    references,
  } = mergeRequest;
  const status = shown(detailed_merge_status) ?? shown(merge_status);
  const source = shown(mergeRequest.source_branch);
  const branches = [source && sourceName(source, shown(fork)), shown(mergeRequest.target_branch)].filter(
    (branch) => branch !== undefined,
  );
  const total = tasks?.count ?? 0;
  return tooltip(
    `!${mergeRequest.iid} ${shown(mergeRequest.title) ?? ""}`,
    [
      [
        l10n.t("State"),
        [shown(mergeRequest.state) && stateLabel(mergeRequest.state), isDraft(mergeRequest) && l10n.t("draft")]
          .filter(Boolean)
          .join(", "),
      ],
      [l10n.t("Branches"), branches.join(" → ")],
      [l10n.t("Author"), who(mergeRequest.author)],
      [l10n.t("Assignees"), people(mergeRequest.assignees) || who(mergeRequest.assignee)],
      [l10n.t("Reviewers"), people(mergeRequest.reviewers)],
      [l10n.t("Labels"), labelNames(mergeRequest.labels)],
      [l10n.t("Milestone"), shown(milestone?.title)],
      [
        l10n.t("Merge status"),
        mergeRequest.state === "opened" && status !== undefined ? mergeStatusLabel(status) : undefined,
      ],
      [l10n.t("Pipeline"), pipeline && `#${pipeline.id} ${statusLabel(pipeline.status)}`],
      [l10n.t("Comments"), positive(mergeRequest.user_notes_count)],
      [l10n.t("Votes"), votes(mergeRequest)],
      [l10n.t("Tasks"), total > 0 ? l10n.t("{0} of {1} done", tasks?.completed_count ?? 0, total) : undefined],
      [l10n.t("Time spent"), shown(mergeRequest.time_stats?.human_total_time_spent)],
      [l10n.t("Created"), time(mergeRequest.created_at, now)],
      [l10n.t("Updated"), time(mergeRequest.updated_at, now)],
      [l10n.t("Merged"), time(mergeRequest.merged_at, now)],
      [l10n.t("Merged by"), who(merge_user ?? merged_by)],
      [l10n.t("Closed"), time(mergeRequest.closed_at, now)],
      [l10n.t("Reference"), shown(references?.full)],
    ],
    mergeRequest.web_url,
  );
}

function votes({ upvotes, downvotes }: MergeRequest): string | undefined {
  const [up, down] = [upvotes ?? 0, downvotes ?? 0];
  return up > 0 || down > 0 ? l10n.t("{0} for, {1} against", up, down) : undefined;
}
