import { GitFailed } from "../git/command.ts";
import type { Hosting } from "../hosting.ts";
import type { Incoming } from "../http/incoming.ts";
import type { Params } from "../http/params.ts";
import { message, unauthorized } from "../http/problem.ts";
import { json, type Reply } from "../http/reply.ts";
import { GET, POST, PUT, type Route } from "../http/router.ts";
import { MergeConflict } from "../mergeRequests/branches.ts";
import type { MergeOptions, MergeRequestRecord } from "../mergeRequests/records.ts";
import { isActive, obstacle } from "../mergeRequests/status.ts";
import { mayMerge } from "../protectedBranches/rights.ts";
import type { UserRecord } from "../types.ts";
import { mergeRequestOf } from "./mergeRequests.ts";
import { showSingleMergeRequest } from "./mergeRequestsShow.ts";

/** Part 3, Merge requests: merge, merge ref, cancel automatic merge. */
export function mergeRoutes(hosting: Hosting): Route[] {
  const one = "/projects/:id/merge_requests/:merge_request_iid";
  return [
    PUT(`${one}/merge`, (request) => merge(hosting, request)),
    GET(`${one}/merge_ref`, (request) => mergeRef(hosting, request)),
    POST(`${one}/cancel_merge_when_pipeline_succeeds`, (request) => cancelAutoMerge(hosting, request)),
  ];
}

/** In the order of real hosts: the right (401), the state (405), conflicts (422), the head that the caller saw (409). */
async function merge(hosting: Hosting, request: Incoming): Promise<Reply> {
  const { merging, mergeRequests } = hosting;
  const { project, user, record } = await mergeRequestOf(hosting, request);
  const fields = await request.fields();
  const options = readOptions(fields);
  const later = (fields.flag("merge_when_pipeline_succeeds") ?? fields.flag("auto_merge")) === true;
  const sha = fields.text("sha");
  if (!mayMerge(hosting, project, user, record.targetBranch)) throw unauthorized();

  const { pipeline } = mergeRequests.standing(record);
  const waits = later && isActive(pipeline);
  if (later && !waits && pipeline?.status !== "success") throw message(405, "405 Method Not Allowed");
  if (obstacle(record, mergeRequests.standing(record), waits) !== undefined)
    throw message(405, "405 Method Not Allowed");
  if (!(await merging.checked(record))) throw message(422, "Branch cannot be merged");
  if (sha !== undefined && sha !== record.sha)
    throw message(409, `SHA does not match HEAD of source branch: ${record.sha ?? ""}`);

  if (options.squash !== undefined) record.squash = options.squash;
  if (fields.has("should_remove_source_branch")) record.shouldRemoveSourceBranch = options.removeSourceBranch ?? null;
  if (waits) merging.mergeLater(record, user, options);
  else await mergeNow(hosting, record, user, options);
  return json(await showSingleMergeRequest(hosting, record, user));
}

async function mergeNow(
  hosting: Hosting,
  record: MergeRequestRecord,
  user: UserRecord,
  options: MergeOptions,
): Promise<void> {
  try {
    await hosting.merging.merge(record, user, options);
  } catch (error) {
    if (error instanceof MergeConflict || error instanceof GitFailed) throw message(422, "Branch cannot be merged");
    throw error;
  }
}

/** Only reads for the caller: whoever sees the request may have its merge ref built. */
async function mergeRef(hosting: Hosting, request: Incoming): Promise<Reply> {
  const { user, record } = await mergeRequestOf(hosting, request);
  try {
    return json({ commit_id: await hosting.merging.mergeRef(record, user) });
  } catch (error) {
    if (error instanceof MergeConflict)
      throw message(400, record.state === "opened" ? "Merge request is not mergeable" : "Merge ref cannot be updated");
    if (error instanceof GitFailed) throw message(400, "Merge ref cannot be updated");
    throw error;
  }
}

/** Real hosts answer 201 with the outcome as a record, the documents with the merge request, or 406 when it is closed. */
async function cancelAutoMerge(hosting: Hosting, request: Incoming): Promise<Reply> {
  const { project, user, record } = await mergeRequestOf(hosting, request);
  if (!mayMerge(hosting, project, user, record.targetBranch)) throw unauthorized();
  if (hosting.dialect === "neutral") {
    if (record.state === "closed") throw message(406, "406 Not Acceptable");
    hosting.merging.stopWaiting(record);
    return json(await showSingleMergeRequest(hosting, record, user), 201);
  }
  const canceled = hosting.merging.stopWaiting(record);
  return json(
    canceled
      ? { status: "success" }
      : { message: "Can't cancel the automatic merge", status: "error", http_status: 406 },
    201,
  );
}

function readOptions(fields: Params): MergeOptions {
  return {
    mergeMessage: fields.text("merge_commit_message"),
    squashMessage: fields.text("squash_commit_message"),
    squash: fields.flag("squash"),
    removeSourceBranch: fields.flag("should_remove_source_branch"),
  };
}
