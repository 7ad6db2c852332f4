import type { Hosting } from "../hosting.ts";
import type { Incoming } from "../http/incoming.ts";
import type { Params } from "../http/params.ts";
import { forbidden, message, unauthorized } from "../http/problem.ts";
import { json, type Reply } from "../http/reply.ts";
import { GET, POST, PUT, type Route } from "../http/router.ts";
import type { MergeRequestRecord } from "../mergeRequests/records.ts";
import { detailedMergeStatus } from "../mergeRequests/status.ts";
import { inOneNetwork } from "../projects/forks.ts";
import type { ProjectRecord, UserRecord } from "../types.ts";
import { findProject, LEVELS, levelIn, requireLevel, requireUser } from "./access.ts";
import { mergeRequestOf } from "./mergeRequests.ts";
import { showSingleMergeRequest } from "./mergeRequestsShow.ts";
import { checkTexts, readAttributes, refuseSecond } from "./mergeRequestsUpdate.ts";
import { showUser, time } from "./present.ts";

/** Beyond the documents: one merge request, a new one, approving, rebasing. */
export function mergeRequestExtraRoutes(hosting: Hosting): Route[] {
  const one = "/projects/:id/merge_requests/:merge_request_iid";
  return [
    GET(one, async (request) => {
      const { user, record } = await mergeRequestOf(hosting, request);
      // The answer still says unchecked or checking: whoever wants to know asks again.
      hosting.merging.startCheck(record);
      return json(
        await showSingleMergeRequest(hosting, record, user, {
          diverged: request.query.flag("include_diverged_commits_count") === true,
          rebasing: request.query.flag("include_rebase_in_progress") === true,
        }),
      );
    }),
    POST("/projects/:id/merge_requests", (request) => create(hosting, request)),
    GET(`${one}/approvals`, async (request) =>
      json(showApprovals(hosting, (await mergeRequestOf(hosting, request)).record, request)),
    ),
    POST(`${one}/approve`, (request) => approve(hosting, request, true)),
    POST(`${one}/unapprove`, (request) => approve(hosting, request, false)),
    PUT(`${one}/rebase`, (request) => rebase(hosting, request)),
  ];
}

/** The route is the source project's: a fork says by `target_project_id` where its branch is to be merged. */
async function create(hosting: Hosting, request: Incoming): Promise<Reply> {
  const { project: source, user } = requireLevel(hosting, request, LEVELS.developer);
  const fields = await request.fields();
  const sourceBranch = fields.required("source_branch");
  const targetBranch = fields.required("target_branch");
  const title = fields.required("title");
  checkTexts(fields);
  await hosting.merging.settled();
  const project = targetOf(hosting, source, user, fields);
  const sides = { projectId: project.id, sourceProjectId: source.id, sourceBranch, targetBranch };
  if (project === source && sourceBranch === targetBranch)
    throw message(422, ["You can't use same project/branch for source and target"]);
  for (const [name, branch, owner] of [
    ["source_branch", sourceBranch, source],
    ["target_branch", targetBranch, project],
  ] as const) {
    if ((await hosting.merging.branches({ projectId: owner.id }).head(branch)) === undefined)
      throw message(400, { [name]: ["does not exist"] });
  }
  refuseSecond(hosting, sides);
  const attributes = readAttributes(hosting, project, { labels: [] }, fields);
  const record = await hosting.merging.open({ ...attributes, ...sides, title, authorId: user.id });
  hosting.merging.changed("open", record, user);
  return json(await showSingleMergeRequest(hosting, record, user), 201);
}

/** Throws 404 for a project that the user does not see, 422 for one that the source is no fork of. */
function targetOf(hosting: Hosting, source: ProjectRecord, user: UserRecord, fields: Params): ProjectRecord {
  const id = fields.integer("target_project_id");
  const target = id === undefined ? source : findProject(hosting, String(id), user);
  if (!inOneNetwork(hosting.state, source, target))
    throw message(422, ["Source project is not a fork of the target project"]);
  // Guests do not see the code of a private project.
  if (target.visibility === "private" && levelIn(target, user) < LEVELS.reporter) throw forbidden();
  return target;
}

async function approve(hosting: Hosting, request: Incoming, wish: boolean): Promise<Reply> {
  const { project, user, record } = await mergeRequestOf(hosting, request);
  const sha = (await request.fields()).text("sha");
  if (levelIn(project, user) < LEVELS.developer) throw forbidden();
  if (sha !== undefined && sha !== record.sha)
    throw message(409, `SHA does not match HEAD of source branch: ${record.sha ?? ""}`);
  if (record.approvedBy.includes(user.id) === wish || record.state === "merged")
    throw wish ? unauthorized() : message(404, "404 Not found");
  record.approvedBy = wish ? [...record.approvedBy, user.id] : record.approvedBy.filter((id) => id !== user.id);
  hosting.merging.changed("update", record, user);
  return json(showApprovals(hosting, record, request), 201);
}

async function rebase(hosting: Hosting, request: Incoming): Promise<Reply> {
  const { user, record } = await mergeRequestOf(hosting, request);
  const source = record.sourceProjectId === null ? undefined : hosting.state.projects.get(record.sourceProjectId);
  if (!source || levelIn(source, user) < LEVELS.developer) throw message(403, "Cannot push to source branch");
  if (record.state !== "opened" || !hosting.merging.startRebase(record, user))
    throw message(
      409,
      "Failed to enqueue the rebase operation, possibly due to a long-lived transaction. Try again later.",
    );
  return json({ rebase_in_progress: true }, 202);
}

function showApprovals(hosting: Hosting, record: MergeRequestRecord, request: Incoming): object {
  const { user } = requireUser(hosting, request);
  const project = findProject(hosting, String(record.projectId), user);
  const wanted = hosting.mergeRequests.rules(project.id).approvals;
  const has = record.approvedBy.includes(user.id);
  return {
    id: record.id,
    iid: record.iid,
    project_id: record.projectId,
    title: record.title,
    description: record.description,
    state: record.state,
    created_at: time(hosting, record.createdAt),
    updated_at: time(hosting, record.updatedAt),
    merge_status: record.check,
    detailed_merge_status: detailedMergeStatus(record, hosting.mergeRequests.standing(record)),
    approved: record.approvedBy.length >= Math.max(1, wanted),
    approvals_required: wanted,
    approvals_left: Math.max(0, wanted - record.approvedBy.length),
    approved_by: record.approvedBy.map((id) => ({ user: showUser(hosting, hosting.state.users.get(id)) })),
    user_has_approved: has,
    user_can_approve: !has && levelIn(project, user) >= LEVELS.developer,
  };
}
