import { MOST_FILES } from "../git/diff.ts";
import type { Hosting } from "../hosting.ts";
import { textColor } from "../mergeRequests/labels.ts";
import { isDraft, type MergeRequestRecord } from "../mergeRequests/records.ts";
import { detailedMergeStatus } from "../mergeRequests/status.ts";
import { mayMerge } from "../protectedBranches/rights.ts";
import type { UserRecord } from "../types.ts";
import { showMilestone } from "./milestonesShow.ts";
import { pipelineUrl, projectUrl, showPipeline, showPipelineReference, showUser, time } from "./present.ts";

/** `view=simple`. */
export function showSimpleMergeRequest(hosting: Hosting, record: MergeRequestRecord): Record<string, unknown> {
  return {
    id: record.id,
    iid: record.iid,
    project_id: record.projectId,
    title: record.title,
    description: record.description ?? (hosting.dialect === "neutral" ? "" : null),
    state: record.state,
    created_at: time(hosting, record.createdAt),
    updated_at: time(hosting, record.updatedAt),
    web_url: mergeRequestUrl(hosting, record),
  };
}

/** Part 3, Merge request, as lists carry it. `labelDetails`: labels as records instead of names. */
export function showMergeRequest(
  hosting: Hosting,
  record: MergeRequestRecord,
  labelDetails = false,
): Record<string, unknown> {
  const neutral = hosting.dialect === "neutral";
  const user = (id: number | null | undefined): object | null =>
    id === null || id === undefined ? null : showUser(hosting, hosting.state.users.get(id));
  const users = (ids: readonly number[]): object[] => ids.flatMap((id) => user(id) ?? []);
  const milestone = record.milestoneId === null ? undefined : hosting.milestones.get(record.milestoneId);
  const path = hosting.state.projects.get(record.projectId)!.path;
  return {
    ...showSimpleMergeRequest(hosting, record),
    source_project_id: record.sourceProjectId,
    target_project_id: record.projectId,
    source_branch: record.sourceBranch,
    target_branch: record.targetBranch,
    sha: record.sha,
    author: user(record.authorId),
    assignee: user(record.assigneeIds[0]),
    assignees: users(record.assigneeIds),
    reviewers: users(record.reviewerIds),
    labels: labelDetails ? record.labels.map((name) => showLabel(hosting, record.projectId, name)) : record.labels,
    milestone: milestone ? showMilestone(hosting, milestone) : null,
    draft: isDraft(record),
    work_in_progress: isDraft(record),
    merged_by: user(record.mergeUserId),
    merge_user: user(record.mergeUserId ?? record.autoMerge?.userId),
    merged_at: time(hosting, record.mergedAt),
    prepared_at: time(hosting, record.preparedAt),
    closed_by: user(record.closedById),
    closed_at: time(hosting, record.closedAt),
    merge_when_pipeline_succeeds: record.autoMerge !== undefined,
    merge_status: record.check,
    detailed_merge_status: detailedMergeStatus(record, hosting.mergeRequests.standing(record)),
    merge_commit_sha: record.mergeCommitSha,
    squash_commit_sha: record.squashCommitSha,
    discussion_locked: record.discussionLocked,
    // Real hosts send null until somebody has said so.
    should_remove_source_branch: neutral ? record.shouldRemoveSourceBranch === true : record.shouldRemoveSourceBranch,
    force_remove_source_branch: neutral ? record.forceRemoveSourceBranch === true : record.forceRemoveSourceBranch,
    allow_collaboration: neutral ? record.allowCollaboration === true : record.allowCollaboration,
    allow_maintainer_to_push: neutral ? record.allowCollaboration === true : record.allowCollaboration,
    upvotes: record.upvotes,
    downvotes: record.downvotes,
    user_notes_count: record.notes,
    references: { short: `!${record.iid}`, relative: `!${record.iid}`, full: `${path}!${record.iid}` },
    time_stats: { time_estimate: 0, total_time_spent: 0, human_time_estimate: null, human_total_time_spent: null },
    squash: record.squash,
    task_completion_status: tasks(record.description ?? ""),
    has_conflicts: record.check === "cannot_be_merged",
    blocking_discussions_resolved: hosting.mergeRequests.discussions.open(record) === 0,
    ...(neutral
      ? showDiff(hosting, record)
      : {
          reference: `!${record.iid}`,
          squash_on_merge: record.squash,
          imported: false,
          imported_from: "none",
          approvals_before_merge: null,
        }),
    ...record.overrides,
  };
}

/** With the fields that only answers about a single one carry; the status is that of the moment of the call. */
export async function showSingleMergeRequest(
  hosting: Hosting,
  record: MergeRequestRecord,
  user: UserRecord,
  wishes: { readonly diverged?: boolean; readonly rebasing?: boolean } = {},
): Promise<Record<string, unknown>> {
  const listed = showMergeRequest(hosting, record);
  const pipeline = hosting.mergeRequests.pipelineOf(record);
  const branches = hosting.merging.branches(record);
  const project = hosting.state.projects.get(record.projectId)!;
  const changes = record.diff ? await branches.changedFiles(record.diff.base, record.diff.head) : undefined;
  const target = wishes.diverged === true ? await branches.head(record.targetBranch) : undefined;
  const diverged = target !== undefined && record.sha !== null ? await branches.ahead(record.sha, target) : 0;
  return {
    ...listed,
    subscribed: record.authorId === user.id || record.assigneeIds.includes(user.id),
    changes_count:
      changes === undefined
        ? null
        : changes > MOST_FILES && hosting.dialect === "gitlab"
          ? `${MOST_FILES}+`
          : String(changes),
    latest_build_started_at: time(hosting, pipeline?.startedAt),
    latest_build_finished_at: time(hosting, pipeline?.finishedAt),
    first_deployed_to_production_at: time(
      hosting,
      record.deployments.find((one) => one.environment === "production")?.at,
    ),
    ...showDiff(hosting, record),
    head_pipeline: pipeline ? showPipeline(hosting, pipeline) : null,
    merge_error: record.mergeError,
    first_contribution: false,
    user: { can_merge: mayMerge(hosting, project, user, record.targetBranch) },
    ...(wishes.rebasing === true ? { rebase_in_progress: record.rebasing === true } : {}),
    ...(wishes.diverged === true || hosting.dialect === "neutral" ? { diverged_commits_count: diverged } : {}),
    ...record.overrides,
  };
}

export function mergeRequestUrl(hosting: Hosting, record: MergeRequestRecord): string {
  return `${projectUrl(hosting, hosting.state.projects.get(record.projectId)!)}/-/merge_requests/${record.iid}`;
}

function showDiff(hosting: Hosting, record: MergeRequestRecord): Record<string, unknown> {
  const pipeline = hosting.mergeRequests.pipelineOf(record);
  return {
    pipeline: pipeline ? { ...showPipelineReference(pipeline), web_url: pipelineUrl(hosting, pipeline) } : null,
    diff_refs: record.diff
      ? { base_sha: record.diff.base, head_sha: record.diff.head, start_sha: record.diff.start }
      : null,
  };
}

function showLabel(hosting: Hosting, projectId: number, name: string): Record<string, unknown> {
  const label = hosting.mergeRequests.labels.use(projectId, name);
  const html = label.description?.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
  return {
    id: label.id,
    name: label.name,
    color: label.color,
    description: label.description,
    description_html: html ?? "",
    text_color: textColor(label.color),
    archived: false,
  };
}

/** Boxes of a task list in the description. */
function tasks(description: string): { count: number; completed_count: number } {
  const boxes = [...description.matchAll(/^\s*[-*+]\s+\[([ xX])\]/gm)];
  return { count: boxes.length, completed_count: boxes.filter((box) => box[1] !== " ").length };
}
