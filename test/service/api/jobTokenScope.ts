import type { GroupRecord } from "../groups/records.ts";
import type { Hosting } from "../hosting.ts";
import type { Incoming } from "../http/incoming.ts";
import { listReply } from "../http/paging.ts";
import { message, notFound, Problem } from "../http/problem.ts";
import { json, reply, type Reply } from "../http/reply.ts";
import { DELETE, GET, PATCH, POST, type Route } from "../http/router.ts";
import type { ProjectRecord, UserRecord } from "../types.ts";
import { findGroup, findProject, LEVELS, requireLevel } from "./access.ts";
import { showProject } from "./present.ts";

/** Part 1, C. Job token scope: for maintainers of the project. */
export function jobTokenScopeRoutes(hosting: Hosting): Route[] {
  const base = "/projects/:id/job_token_scope";
  const of = (request: Incoming) => {
    const { project, user } = requireLevel(hosting, request, LEVELS.maintainer);
    return { project, user, scope: hosting.jobTokenScopes.of(project.id) };
  };
  const page = <T>(request: Incoming, items: readonly T[], show: (item: T) => unknown): Promise<Reply> =>
    listReply(items, request, show);
  return [
    GET(base, (request) => {
      const { scope } = of(request);
      return json({ inbound_enabled: scope.inboundEnabled, outbound_enabled: scope.outboundEnabled });
    }),
    PATCH(base, async (request) => {
      const { scope } = of(request);
      scope.inboundEnabled = (await request.fields()).flag("enabled") === true;
      return reply(204);
    }),
    GET(`${base}/allowlist`, (request) => {
      const { project, scope } = of(request);
      const listed = [...scope.projects].flatMap((id) => hosting.state.projects.get(id) ?? []);
      // Hosts name the project itself first: its own jobs always reach it.
      return page(request, [project, ...listed], (one) => showProject(hosting, one));
    }),
    POST(`${base}/allowlist`, (request) =>
      add(of(request), request, "project", (id, user) => findProject(hosting, id, user)),
    ),
    DELETE(`${base}/allowlist/:target_project_id`, (request) => remove(of(request).scope.projects, request, "project")),
    GET(`${base}/groups_allowlist`, (request) =>
      page(
        request,
        [...of(request).scope.groups].flatMap((id) => hosting.state.groups.get(id) ?? []),
        (group) => ({ id: group.id, web_url: `${hosting.url}/groups/${group.path}`, name: group.name }),
      ),
    ),
    POST(`${base}/groups_allowlist`, (request) =>
      add(of(request), request, "group", (id, user) => findGroup(hosting, id, user)),
    ),
    DELETE(`${base}/groups_allowlist/:target_group_id`, (request) =>
      remove(of(request).scope.groups, request, "group"),
    ),
  ];
}

type Kind = "project" | "group";

async function add(
  {
    project,
    user,
    scope,
  }: { project: ProjectRecord; user: UserRecord; scope: Readonly<Record<"projects" | "groups", Set<number>>> },
  request: Incoming,
  kind: Kind,
  find: (id: string, user: UserRecord) => ProjectRecord | GroupRecord,
): Promise<Reply> {
  const field = `target_${kind}_id`;
  const id = (await request.fields()).required(field);
  try {
    find(id, user);
  } catch (error) {
    // Missing, or not for these eyes.
    throw error instanceof Problem ? notFound(`${field} not found`) : error;
  }
  const listed = scope[`${kind}s`];
  if (listed.has(Number(id)))
    throw message(400, `400 Bad request - Validation failed: Target ${kind} is already in the job token scope`);
  if (kind === "project" && Number(id) === project.id)
    throw message(400, "400 Bad request - Validation failed: Target project can't be the same as the source project");
  listed.add(Number(id));
  return json({ source_project_id: project.id, [field]: Number(id) }, 201);
}

function remove(listed: Set<number>, request: Incoming, kind: Kind): Reply {
  const field = `target_${kind}_id`;
  if (!listed.delete(Number(request.holes[field]))) throw notFound(`${field} not found`);
  return reply(204);
}
