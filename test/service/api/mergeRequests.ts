import type { Hosting } from "../hosting.ts";
import type { Incoming } from "../http/incoming.ts";
import { offsetPage, pageReply } from "../http/paging.ts";
import type { Params } from "../http/params.ts";
import { forbidden, notFound } from "../http/problem.ts";
import { json, reply, type Reply } from "../http/reply.ts";
import { DELETE, GET, PUT, type Route } from "../http/router.ts";
import { isWanted } from "../mergeRequests/filter.ts";
import type { MergeRequestRecord } from "../mergeRequests/records.ts";
import type { ProjectRecord, UserRecord } from "../types.ts";
import { findProject, levelIn, LEVELS, maySee, requireLevel, requireUser } from "./access.ts";
import { readWanted } from "./mergeRequestsFilter.ts";
import { mergeRoutes } from "./mergeRequestsMerge.ts";
import { showMergeRequest, showSimpleMergeRequest, showSingleMergeRequest } from "./mergeRequestsShow.ts";
import { readChanges, updateMergeRequest } from "./mergeRequestsUpdate.ts";

/** Part 3, Merge requests. */
export function mergeRequestRoutes(hosting: Hosting): Route[] {
  const one = "/projects/:id/merge_requests/:merge_request_iid";
  return [
    GET("/merge_requests", (request) => listAll(hosting, request)),
    GET("/projects/:id/merge_requests", (request) => listOfProject(hosting, request)),
    PUT(one, async (request) => {
      const { project, user, record } = await mergeRequestOf(hosting, request);
      if (levelIn(project, user) < LEVELS.developer && record.authorId !== user.id) throw forbidden();
      await updateMergeRequest(hosting, { project, user, record }, await readChanges(request));
      return json(await showSingleMergeRequest(hosting, record, user));
    }),
    DELETE(one, async (request) => {
      const { record } = await mergeRequestOf(hosting, request);
      requireLevel(hosting, request, LEVELS.owner);
      hosting.merging.stopWaiting(record);
      hosting.mergeRequests.remove(record);
      return reply(204);
    }),
    ...mergeRoutes(hosting),
  ];
}

/** The merge request of the route, after every push so far has arrived in it. Throws 401 or 404. */
export async function mergeRequestOf(
  hosting: Hosting,
  request: Incoming,
): Promise<{ project: ProjectRecord; user: UserRecord; record: MergeRequestRecord }> {
  const { user } = requireUser(hosting, request);
  const project = findProject(hosting, request.holes["id"] ?? "", user);
  await hosting.merging.settled();
  const record = hosting.mergeRequests.get(project.id, Number(request.holes["merge_request_iid"]));
  if (!record) throw notFound();
  return { project, user, record };
}

/** Of all projects the caller sees; their own unless `scope` says otherwise. */
async function listAll(hosting: Hosting, request: Incoming): Promise<Reply> {
  const { user } = requireUser(hosting, request);
  const seen = hosting.mergeRequests
    .all()
    .filter((record) => maySee(hosting.state.projects.get(record.projectId)!, user));
  return list(hosting, request, user, seen, "created_by_me");
}

async function listOfProject(hosting: Hosting, request: Incoming): Promise<Reply> {
  const { user } = requireUser(hosting, request);
  const project = findProject(hosting, request.holes["id"] ?? "", user);
  return list(hosting, request, user, hosting.mergeRequests.ofProject(project.id), "all");
}

async function list(
  hosting: Hosting,
  request: Incoming,
  user: UserRecord,
  among: readonly MergeRequestRecord[],
  usualScope: string,
): Promise<Reply> {
  const { query } = request;
  const wanted = readWanted(hosting, query);
  const scope = query.oneOf("scope", ["created_by_me", "assigned_to_me", "all"]) ?? usualScope;
  const labelDetails = query.flag("with_labels_details") === true;
  const simple = query.oneOf("view", ["simple"]) === "simple";
  const sorted = sorting(query);
  await hosting.merging.settled();
  const around = {
    userId: user.id,
    milestoneTitle: (id: number) => hosting.milestones.get(id)?.title,
    approvalsWanted: (projectId: number) => hosting.mergeRequests.rules(projectId).approvals,
  };
  const inScope = (record: MergeRequestRecord): boolean =>
    scope === "all" || (scope === "created_by_me" ? record.authorId === user.id : record.assigneeIds.includes(user.id));
  const found = among.filter((record) => inScope(record) && isWanted(record, wanted, around)).sort(sorted);
  const page = offsetPage(found, request);
  const answer = await pageReply(page, (record) =>
    simple ? showSimpleMergeRequest(hosting, record) : showMergeRequest(hosting, record, labelDetails),
  );
  if (query.flag("with_merge_status_recheck") === true) {
    // Only developers may have the service calculate; the answer shows the status as it was.
    for (const record of page.items)
      if (levelIn(hosting.state.projects.get(record.projectId)!, user) >= LEVELS.developer)
        hosting.merging.startCheck(record);
  }
  return answer;
}

/** Newest first unless told; equal ones by id. */
function sorting(query: Params): (a: MergeRequestRecord, b: MergeRequestRecord) => number {
  const by = query.oneOf("order_by", ["created_at", "title", "updated_at"]) ?? "created_at";
  const sign = query.oneOf("sort", ["asc", "desc"]) === "asc" ? 1 : -1;
  const compare = (a: MergeRequestRecord, b: MergeRequestRecord): number => {
    if (by === "title") return a.title.localeCompare(b.title);
    return by === "updated_at" ? a.updatedAt - b.updatedAt : a.createdAt - b.createdAt;
  };
  return (a, b) => sign * (compare(a, b) || a.id - b.id);
}
