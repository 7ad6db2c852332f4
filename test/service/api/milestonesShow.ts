import type { Hosting } from "../hosting.ts";
import type { IssueRecord, MilestoneRecord } from "../milestones/records.ts";
import { projectUrl, showUser, time } from "./present.ts";

/** Part 3, Milestone. */
export function showMilestone(hosting: Hosting, record: MilestoneRecord): Record<string, unknown> {
  const { owner } = record;
  const home =
    "groupId" in owner
      ? `${hosting.url}/groups/${hosting.state.groups.get(owner.groupId)!.path}`
      : projectUrl(hosting, hosting.state.projects.get(owner.projectId)!);
  return {
    id: record.id,
    iid: record.iid,
    ...("groupId" in owner ? { group_id: owner.groupId } : { project_id: owner.projectId }),
    title: record.title,
    description: record.description ?? (hosting.dialect === "neutral" ? "" : null),
    state: record.state,
    created_at: time(hosting, record.createdAt),
    updated_at: time(hosting, record.updatedAt),
    due_date: record.dueDate,
    start_date: record.startDate,
    expired: record.dueDate !== null && record.dueDate < new Date(hosting.state.clock.now()).toISOString().slice(0, 10),
    web_url: `${home}/-/milestones/${record.iid}`,
  };
}

/** An issue as such hosts show it in lists; the documents do not say. */
export function showIssue(hosting: Hosting, issue: IssueRecord): Record<string, unknown> {
  const project = hosting.state.projects.get(issue.projectId)!;
  const milestone = issue.milestoneId === null ? undefined : hosting.milestones.get(issue.milestoneId);
  const assignees = issue.assigneeIds.map((id) => showUser(hosting, hosting.state.users.get(id)));
  const closed = issue.closedAt !== null && (issue.reopenedAt ?? 0) < issue.closedAt;
  return {
    id: issue.id,
    iid: issue.iid,
    project_id: issue.projectId,
    title: issue.title,
    description: issue.description,
    state: closed ? "closed" : "opened",
    created_at: time(hosting, issue.createdAt),
    updated_at: time(hosting, Math.max(issue.createdAt, issue.closedAt ?? 0, issue.reopenedAt ?? 0)),
    closed_at: closed ? time(hosting, issue.closedAt) : null,
    closed_by: null,
    labels: issue.labels,
    milestone: milestone ? showMilestone(hosting, milestone) : null,
    assignees,
    assignee: assignees[0] ?? null,
    author: showUser(hosting, hosting.state.users.get(issue.authorId)),
    type: "ISSUE",
    issue_type: "issue",
    user_notes_count: 0,
    upvotes: 0,
    downvotes: 0,
    merge_requests_count: 0,
    due_date: null,
    confidential: false,
    discussion_locked: null,
    weight: issue.weight,
    web_url: `${projectUrl(hosting, project)}/-/issues/${issue.iid}`,
    references: { short: `#${issue.iid}`, relative: `#${issue.iid}`, full: `${project.path}#${issue.iid}` },
    time_stats: { time_estimate: 0, total_time_spent: 0, human_time_estimate: null, human_total_time_spent: null },
    task_completion_status: { count: 0, completed_count: 0 },
    has_tasks: false,
    severity: "UNKNOWN",
  };
}
