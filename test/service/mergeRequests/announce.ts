import type { Events, MergeRequestEvent } from "../events.ts";
import type { ProjectRecord, UserRecord } from "../types.ts";
import { isDraft, type MergeRequestRecord } from "./records.ts";

export interface Announcement {
  readonly action: MergeRequestEvent["action"];
  readonly record: MergeRequestRecord;
  readonly project: ProjectRecord;
  readonly user: UserRecord;
  /** Head of the source branch before a push. */
  readonly oldSha?: string | null;
}

/** Tells hooks what happened to a merge request. `url` is the instance's address. */
export function announce(events: Events, url: string, { action, record, project, user, oldSha }: Announcement): void {
  const iso = (at: number): string => new Date(at).toISOString();
  events.emit({
    kind: "mergeRequest",
    action,
    project,
    user,
    attributes: {
      id: record.id,
      iid: record.iid,
      title: record.title,
      description: record.description ?? "",
      state: record.state,
      action,
      source_branch: record.sourceBranch,
      target_branch: record.targetBranch,
      source_project_id: record.sourceProjectId,
      target_project_id: record.projectId,
      author_id: record.authorId,
      assignee_id: record.assigneeIds[0] ?? null,
      assignee_ids: record.assigneeIds,
      reviewer_ids: record.reviewerIds,
      milestone_id: record.milestoneId,
      labels: record.labels.map((title) => ({ title })),
      draft: isDraft(record),
      work_in_progress: isDraft(record),
      merge_status: record.check,
      merge_commit_sha: record.mergeCommitSha,
      merge_when_pipeline_succeeds: record.autoMerge !== undefined,
      last_commit: record.sha === null ? null : { id: record.sha },
      ...(oldSha === undefined || oldSha === null ? {} : { oldrev: oldSha }),
      created_at: iso(record.createdAt),
      updated_at: iso(record.updatedAt),
      url: `${url}/${project.path}/-/merge_requests/${record.iid}`,
    },
  });
}
