import type { Hosting } from "../hosting.ts";
import type { Incoming } from "../http/incoming.ts";
import type { Params } from "../http/params.ts";
import { invalid, message } from "../http/problem.ts";
import type { MergeRequestRecord } from "../mergeRequests/records.ts";
import type { ProjectRecord, UserRecord } from "../types.ts";
import { levelIn, LEVELS } from "./access.ts";

const MAX_DESCRIPTION = 1_048_576;
const ATTRIBUTES =
  "add_labels allow_collaboration allow_maintainer_to_push assignee_id assignee_ids description discussion_locked labels milestone_id remove_labels remove_source_branch reviewer_ids squash state_event target_branch title".split(
    " ",
  );

/** What an update asks for: the attributes that were sent; an empty one is sent too. */
export interface Changes {
  readonly fields: Params;
  readonly event: "close" | "reopen" | undefined;
}

/** Throws 400 when nothing is to be changed, or a value cannot be. */
export async function readChanges(request: Incoming): Promise<Changes> {
  const fields = await request.fields();
  if (!ATTRIBUTES.some((name) => fields.values[name] !== undefined))
    throw invalid(`${ATTRIBUTES.join(", ")} are missing, at least one parameter must be provided`);
  const event = fields.oneOf("state_event", ["close", "reopen"]);
  checkTexts(fields);
  return { fields, event: event === "close" || event === "reopen" ? event : undefined };
}

/** Throws 400 in the words of the API for a blank title and a description beyond its limit. */
export function checkTexts(fields: Params): void {
  if (fields.values["title"] !== undefined && (fields.text("title") ?? "").trim() === "")
    throw message(400, { title: ["can't be blank"] });
  if ((fields.text("title")?.length ?? 0) > 255)
    throw message(400, { title: ["is too long (maximum is 255 characters)"] });
  if ((fields.text("description")?.length ?? 0) > MAX_DESCRIPTION)
    throw message(400, { description: [`is too long (maximum is ${MAX_DESCRIPTION} characters)`] });
}

/** Makes the changes and tells hooks. Throws 400 for a target branch that does not exist, 409 for a second request of the same branches. */
export async function updateMergeRequest(
  hosting: Hosting,
  { project, user, record }: { project: ProjectRecord; user: UserRecord; record: MergeRequestRecord },
  { fields, event }: Changes,
): Promise<void> {
  const target = fields.text("target_branch");
  const branches = hosting.merging.branches(record);
  if (target !== undefined && target !== record.targetBranch) {
    if ((await branches.head(target)) === undefined) throw message(400, { target_branch: ["does not exist"] });
    refuseSecond(hosting, { ...record, targetBranch: target });
  }
  if (event === "reopen" && record.state === "closed") {
    if ((await hosting.merging.sourceHead(record)) === undefined)
      throw message(400, { source_branch: ["does not exist"] });
    refuseSecond(hosting, record);
  }
  const changed = readAttributes(hosting, project, record, fields);
  if (target !== undefined && target !== record.targetBranch)
    Object.assign(changed, { targetBranch: target, check: "unchecked" });
  Object.assign(record, changed);
  for (const name of record.labels) hosting.mergeRequests.labels.use(project.id, name);
  hosting.merging.changed(transition(hosting, record, user, event) ?? "update", record, user);
}

/** Another open one for the same branches. Throws 409 with an array. */
export function refuseSecond(
  hosting: Hosting,
  wanted: Pick<MergeRequestRecord, "projectId" | "sourceProjectId" | "sourceBranch" | "targetBranch"> & {
    readonly id?: number;
  },
): void {
  const other = hosting.mergeRequests
    .ofProject(wanted.projectId)
    .find(
      (one) =>
        one.id !== wanted.id &&
        one.state === "opened" &&
        one.sourceProjectId === wanted.sourceProjectId &&
        one.sourceBranch === wanted.sourceBranch &&
        one.targetBranch === wanted.targetBranch,
    );
  if (other) throw message(409, [`Another open merge request already exists for this source branch: !${other.iid}`]);
}

/** The attributes of an update or a new merge request, as the record has them. */
export function readAttributes(
  hosting: Hosting,
  project: ProjectRecord,
  record: Pick<MergeRequestRecord, "labels">,
  fields: Params,
): Partial<MergeRequestRecord> {
  const given = (name: string): boolean => fields.values[name] !== undefined;
  const people = (name: string): readonly number[] => members(hosting, project, fields.texts(name) ?? []);
  const milestone = fields.integer("milestone_id");
  const collaboration = fields.flag("allow_collaboration") ?? fields.flag("allow_maintainer_to_push");
  return {
    ...(given("title") ? { title: fields.required("title") } : {}),
    ...(given("description") ? { description: fields.text("description") ?? null } : {}),
    ...(given("assignee_id") ? { assigneeIds: people("assignee_id") } : {}),
    ...(given("assignee_ids") ? { assigneeIds: people("assignee_ids") } : {}),
    ...(given("reviewer_ids") ? { reviewerIds: people("reviewer_ids") } : {}),
    ...(given("milestone_id")
      ? { milestoneId: milestone !== undefined && hosting.milestones.isOf(milestone, project) ? milestone : null }
      : {}),
    ...(given("discussion_locked") ? { discussionLocked: fields.flag("discussion_locked") ?? null } : {}),
    ...(given("remove_source_branch") ? { forceRemoveSourceBranch: fields.flag("remove_source_branch") ?? null } : {}),
    ...(given("squash") ? { squash: fields.flag("squash") ?? false } : {}),
    ...(collaboration === undefined ? {} : { allowCollaboration: collaboration }),
    ...(given("labels") || given("add_labels") || given("remove_labels")
      ? { labels: newLabels(record.labels, fields) }
      : {}),
  };
}

function newLabels(present: readonly string[], fields: Params): readonly string[] {
  const names = (name: string): string[] =>
    (fields.texts(name) ?? [])
      .flatMap((text) => text.split(","))
      .map((text) => text.trim())
      .filter((text) => text !== "");
  const kept = fields.values["labels"] === undefined ? present : names("labels");
  const removed = names("remove_labels");
  return [...new Set([...kept, ...names("add_labels")])]
    .filter((name) => !removed.includes(name))
    .sort((a, b) => a.localeCompare(b));
}

/** 0 and empty are nobody; people who cannot see the project are left out, as hosts do without a word. */
function members(hosting: Hosting, project: ProjectRecord, ids: readonly string[]): readonly number[] {
  return [...new Set(ids.filter((id) => id !== "").map(Number))].filter(
    (id) => levelIn(project, hosting.state.users.get(id)) >= LEVELS.guest,
  );
}

/** A merged one stays merged. */
function transition(
  hosting: Hosting,
  record: MergeRequestRecord,
  user: UserRecord,
  event: Changes["event"],
): "close" | "reopen" | undefined {
  if (event === "close" && record.state === "opened") {
    Object.assign(record, { state: "closed", closedAt: hosting.state.clock.now(), closedById: user.id });
    return "close";
  }
  if (event === "reopen" && record.state === "closed") {
    Object.assign(record, { state: "opened", closedAt: null, closedById: null, check: "unchecked" });
    return "reopen";
  }
  return undefined;
}
