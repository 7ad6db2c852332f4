import type { Hosting } from "../hosting.ts";
import type { Incoming } from "../http/incoming.ts";
import { listReply } from "../http/paging.ts";
import type { Params } from "../http/params.ts";
import { forbidden, message, notFound } from "../http/problem.ts";
import { json, reply, type Reply } from "../http/reply.ts";
import { DELETE, GET, POST, PUT, type Route } from "../http/router.ts";
import { burndown } from "../milestones/issues.ts";
import { sameOwner, type MilestoneOwner, type MilestoneRecord } from "../milestones/records.ts";
import type { UserRecord } from "../types.ts";
import {
  findGroup,
  findProject,
  groupLevelOf,
  LEVELS,
  maySee,
  requireGroupLevel,
  requireLevel,
  requireUser,
} from "./access.ts";
import { showMergeRequest } from "./mergeRequestsShow.ts";
import { readMilestoneFields } from "./milestonesFields.ts";
import { showIssue, showMilestone } from "./milestonesShow.ts";
import { time } from "./present.ts";

/** How the two kinds differ: who they belong to, and who may do what. */
interface Kind {
  readonly base: string;
  /** For reading; throws when the caller does not see it. */
  find(request: Incoming): { owner: MilestoneOwner; user: UserRecord };
  /** For changing: at least reporters (part 3), for deleting in a group developers. */
  change(request: Incoming, deleting: boolean): MilestoneOwner;
}

/** Part 3, Milestones, of projects and groups. */
export function milestoneRoutes(hosting: Hosting): Route[] {
  const project: Kind = {
    base: "/projects/:id/milestones",
    find: (request) => {
      const { user } = requireUser(hosting, request);
      return { owner: { projectId: findProject(hosting, request.holes["id"] ?? "", user).id }, user };
    },
    change: (request) => ({ projectId: requireLevel(hosting, request, LEVELS.reporter).project.id }),
  };
  const group: Kind = {
    base: "/groups/:id/milestones",
    find: (request) => {
      const { user } = requireUser(hosting, request);
      return { owner: { groupId: findGroup(hosting, request.holes["id"] ?? "", user).id }, user };
    },
    change: (request, deleting) => ({
      groupId: requireGroupLevel(hosting, request, deleting ? LEVELS.developer : LEVELS.reporter).group.id,
    }),
  };
  return [
    ...routesOf(hosting, project),
    ...routesOf(hosting, group),
    POST(`${project.base}/:milestone_id/promote`, (request) => promote(hosting, project, request)),
  ];
}

function routesOf(hosting: Hosting, kind: Kind): Route[] {
  const { milestones } = hosting;
  const one = `${kind.base}/:milestone_id`;
  const read = (request: Incoming): { milestone: MilestoneRecord; user: UserRecord } => {
    const { owner, user } = kind.find(request);
    return { milestone: milestoneOf(hosting, owner, request), user };
  };
  return [
    GET(kind.base, (request) => list(hosting, kind, request)),
    GET(one, (request) => json(showMilestone(hosting, read(request).milestone))),
    POST(kind.base, async (request) => {
      const owner = kind.change(request, false);
      const fields = await request.fields();
      const title = fields.required("title");
      return json(
        showMilestone(hosting, milestones.add(owner, { ...readMilestoneFields(hosting, owner, fields), title })),
        201,
      );
    }),
    PUT(one, async (request) => {
      const owner = kind.change(request, false);
      const milestone = milestoneOf(hosting, owner, request);
      milestones.change(milestone, readMilestoneFields(hosting, owner, await request.fields(), milestone));
      return json(showMilestone(hosting, milestone));
    }),
    DELETE(one, (request) => {
      milestones.remove(milestoneOf(hosting, kind.change(request, true), request));
      return reply(204);
    }),
    GET(`${one}/issues`, (request) => {
      const { milestone } = read(request);
      const issues = milestones.issues
        .ofMilestone(milestone.id)
        .filter((issue) => isDirect(hosting, milestone, issue.projectId));
      return listReply(issues, request, (issue) => showIssue(hosting, issue));
    }),
    GET(`${one}/merge_requests`, (request) => {
      const { milestone, user } = read(request);
      const planned = hosting.mergeRequests
        .all()
        .reverse()
        .filter(
          (record) =>
            record.milestoneId === milestone.id && maySee(hosting.state.projects.get(record.projectId)!, user),
        );
      return listReply(planned, request, (record) => showMergeRequest(hosting, record));
    }),
    GET(`${one}/burndown_events`, (request) =>
      json(
        burndown(milestones.issues.ofMilestone(read(request).milestone.id)).map(({ at, weight, action }) => ({
          created_at: time(hosting, at),
          weight,
          action,
        })),
      ),
    ),
  ];
}

/** A group's milestone shows the issues of the group's own projects, not those of its subgroups (part 3). */
function isDirect({ state }: Hosting, { owner }: MilestoneRecord, projectId: number): boolean {
  return (
    "projectId" in owner || state.groups.ofProject(state.projects.get(projectId)?.path ?? "")?.id === owner.groupId
  );
}

/** Throws `404 Milestone Not Found` when the project or group itself has none of this id. */
function milestoneOf(hosting: Hosting, owner: MilestoneOwner, request: Incoming): MilestoneRecord {
  const milestone = hosting.milestones.get(Number(request.holes["milestone_id"]));
  if (!milestone || !sameOwner(milestone.owner, owner)) throw notFound("Milestone");
  return milestone;
}

/** In the order of due dates, those without one last, as hosts do. */
function list(hosting: Hosting, kind: Kind, request: Incoming): Promise<Reply> {
  const { milestones } = hosting;
  const { query } = request;
  const { owner, user } = kind.find(request);
  const upwards = (query.flag("include_ancestors") ?? query.flag("include_parent_milestones")) === true;
  const downwards = query.flag("include_descendants") === true && "groupId" in owner;
  const wanted = readFilter(query, upwards);
  const below = downwards
    ? milestones
        .ownersBelow(owner.groupId)
        .filter((one) => "groupId" in one || maySee(hosting.state.projects.get(one.projectId)!, user))
    : [];
  const owners = [owner, ...(upwards ? milestones.ownersAbove(owner) : []), ...below];
  const found = milestones
    .of(owners)
    .filter(wanted)
    .sort((a, b) => (a.dueDate ?? "9999").localeCompare(b.dueDate ?? "9999") || a.id - b.id);
  return listReply(found, request, (record) => showMilestone(hosting, record));
}

/** `iids[]` says nothing once ancestors are included: they count for themselves. */
function readFilter(query: Params, upwards: boolean): (record: MilestoneRecord) => boolean {
  const iids = query.texts("iids")?.map(Number);
  const state = query.oneOf("state", ["active", "closed"]);
  const title = query.text("title");
  const search = query.text("search")?.toLowerCase();
  const [after, before] = [query.time("updated_after"), query.time("updated_before")];
  return (record) =>
    (iids === undefined || upwards || iids.includes(record.iid)) &&
    (state === undefined || record.state === state) &&
    (title === undefined || record.title === title) &&
    (search === undefined || `${record.title}\n${record.description ?? ""}`.toLowerCase().includes(search)) &&
    (after === undefined || record.updatedAt >= after) &&
    (before === undefined || record.updatedAt <= before);
}

/** To the project's group, for reporters of that group. Real hosts answer the bare number 200; the documents do not say. */
function promote(hosting: Hosting, kind: Kind, request: Incoming): Reply {
  const { owner, user } = kind.find(request);
  const milestone = milestoneOf(hosting, owner, request);
  const project = "projectId" in owner ? hosting.state.projects.get(owner.projectId) : undefined;
  const group = project && hosting.state.groups.ofProject(project.path);
  if (!group) throw message(400, "Project does not belong to a group.");
  kind.change(request, false);
  if (groupLevelOf(user, group) < LEVELS.reporter) throw forbidden();
  const made = hosting.milestones.promote(milestone, group);
  return json(hosting.dialect === "neutral" ? showMilestone(hosting, made) : 200);
}
