/** Merge requests and pipelines for pages. */
import type { Job } from "../../../../../src/api/resources/jobs.ts";
import type { MergeRequest } from "../../../../../src/api/resources/mergeRequestTypes.ts";
import type { Overview } from "../../../../../src/features/mergeRequests/page/model.ts";

export const instance = "https://git.example.com";
const alice = { id: 1, username: "alice", name: "Alice A", web_url: `${instance}/alice` };
const bob = { id: 2, username: "bob", name: "Bob B", web_url: `${instance}/bob` };

const page = `${instance}/group/app`;
const milestone = { id: 3, iid: 1, title: "1.0", state: "active", due_date: "2026-03-04" } as const;

export const full: MergeRequest = {
  ...{ id: 700, iid: 7, project_id: 5, target_project_id: 5, source_project_id: 5 },
  ...{ title: "Add heat", description: "Text", state: "opened", web_url: `${page}/-/merge_requests/7` },
  ...{ created_at: "2026-01-01T10:00:00Z", updated_at: "2026-01-02T10:00:00Z" },
  ...{ source_branch: "feature/heat", target_branch: "main", sha: "1234567890abcdef1234567890abcdef12345678" },
  ...{ author: alice, assignees: [bob], reviewers: [alice, bob], labels: ["bug", "kind::small"] },
  milestone: { ...milestone, web_url: `${page}/-/milestones/1` },
  references: { short: "!7", relative: "!7", full: "group/app!7" },
  task_completion_status: { count: 1200, completed_count: 2 },
  time_stats: { time_estimate: 3600, total_time_spent: 600, human_time_estimate: "1h", human_total_time_spent: "10m" },
  ...{ detailed_merge_status: "mergeable", has_conflicts: false, blocking_discussions_resolved: true },
  ...{ user: { can_merge: true }, upvotes: 2, downvotes: 1, user_notes_count: 4, changes_count: "3" },
  diverged_commits_count: 0,
};

export const jobOf = (id: number, name: string, status: string, more: Partial<Job> = {}): Job => ({
  ...{ id, name, stage: "test", status, ref: "feature/heat", web_url: `${instance}/job/${id}`, created_at: null },
  ...more,
});

/** A page of it; `changes` are the host's. */
export const overviewOf = (changes: Partial<MergeRequest> = {}, more: Partial<Overview> = {}): Overview => {
  const mergeRequest = { ...full, ...changes };
  return {
    ...{ ref: { instance, project: "group/app", mergeRequest }, mergeRequest, loaded: true, projectPage: page },
    ...{ labels: new Map(), canApprove: true, canUnapprove: true, canRebase: true },
    ...more,
  };
};

export const writing = { now: Date.parse("2026-01-03T10:00:00Z"), language: "en" };
