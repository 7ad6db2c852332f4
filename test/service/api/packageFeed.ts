import type { Hosting } from "../hosting.ts";
import type { Incoming } from "../http/incoming.ts";
import { forbidden, invalid, message, notFound, Problem } from "../http/problem.ts";
import type { Reply } from "../http/reply.ts";
import type { Route } from "../http/router.ts";
import { PackageRefused } from "../packages/records.ts";
import type { ProjectRecord, UserRecord } from "../types.ts";
import { findGroup, findProject, levelIn, LEVELS, maySee, requireFeedUser } from "./access.ts";

export type FeedLevel = "project" | "group";

/** One package feed as a request addresses it. */
export interface Feed {
  readonly level: FeedLevel;
  /** The route prefix as an absolute address, without a trailing slash. */
  readonly url: string;
  /** Projects whose packages it shows. */
  readonly projects: readonly ProjectRecord[];
}

export const FEED_PREFIX: Readonly<Record<FeedLevel, string>> = {
  project: "/projects/:id/packages/nuget",
  group: "/groups/:id/-/packages/nuget",
};

/** The feed for reading. Throws 401 without HTTP Basic, 404 for what the user does not see, 403 for guests of a private project. */
export function readableFeed(hosting: Hosting, request: Incoming, level: FeedLevel): Feed {
  const user = requireFeedUser(hosting, request);
  const id = feedId(hosting, request);
  if (level === "project") {
    const project = findProject(hosting, id, user);
    if (!mayRead(user, project)) throw forbidden();
    return { level, url: projectFeedUrl(hosting, project.id), projects: [project] };
  }
  const group = findGroup(hosting, id, user);
  const inside = `${group.path}/`.toLowerCase();
  const projects = [...hosting.state.projects.values()].filter(
    (project) => project.path.toLowerCase().startsWith(inside) && mayRead(user, project),
  );
  return { level, url: groupFeedUrl(hosting, group.id), projects };
}

/** The feed of a route that asks nobody who they are: it exists or not. No packages are to be told of. Throws 404. */
export function publicFeed(hosting: Hosting, request: Incoming, level: FeedLevel): Feed {
  const id = feedId(hosting, request);
  const number = /^\d+$/.test(id) ? Number(id) : undefined;
  if (level === "project") {
    const project = number === undefined ? hosting.state.projectAt(id) : hosting.state.projects.get(number);
    if (!project) throw notFound("Project");
    return { level, url: projectFeedUrl(hosting, project.id), projects: [project] };
  }
  const group = number === undefined ? hosting.state.groups.at(id) : hosting.state.groups.get(number);
  if (!group) throw notFound("Group");
  const inside = `${group.path}/`.toLowerCase();
  return {
    level,
    url: groupFeedUrl(hosting, group.id),
    projects: [...hosting.state.projects.values()].filter((project) => project.path.toLowerCase().startsWith(inside)),
  };
}

/** A project's feed for changing. Throws 401, 404, or 403 below the access level. */
export function changeableFeed(
  hosting: Hosting,
  request: Incoming,
  level: number,
): { project: ProjectRecord; user: UserRecord } {
  const user = requireFeedUser(hosting, request);
  const project = findProject(hosting, feedId(hosting, request), user);
  if (levelIn(project, user) < level) throw forbidden();
  return { project, user };
}

export function projectFeedUrl(hosting: Hosting, projectId: number): string {
  return `${hosting.url}/api/v4/projects/${projectId}/packages/nuget`;
}

function groupFeedUrl(hosting: Hosting, groupId: number): string {
  return `${hosting.url}/api/v4/groups/${groupId}/-/packages/nuget`;
}

/** Real hosts take numbers alone; the documents allow the full path too. */
function feedId(hosting: Hosting, request: Incoming): string {
  const id = request.holes["id"] ?? "";
  if (hosting.dialect === "gitlab" && !/^[1-9]\d*$/.test(id)) throw invalid("id is invalid");
  return id;
}

function mayRead(user: UserRecord, project: ProjectRecord): boolean {
  return maySee(project, user) && (project.visibility !== "private" || levelIn(project, user) >= LEVELS.reporter);
}

/** Repeats the text of a refusal in `X-NuGet-Warning`, the one place packers show it from. */
export function withWarnings(route: Route): Route {
  return {
    ...route,
    handle: async (request) => {
      try {
        return await route.handle(request);
      } catch (error) {
        if (error instanceof PackageRefused) return warned(message(error.status, error.message));
        if (error instanceof Problem) return warned(error);
        throw error;
      }
    },
  };
}

function warned({ reply }: Problem): Reply {
  const body = JSON.parse(reply.body as string) as { readonly message?: unknown; readonly error?: unknown };
  const said = body.message ?? body.error;
  const text = (typeof said === "string" ? said : JSON.stringify(said)).replace(/[^\x20-\x7e]/g, "?");
  return { ...reply, headers: { ...reply.headers, "X-NuGet-Warning": text } };
}
