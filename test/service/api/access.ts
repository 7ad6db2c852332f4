import { LEVELS } from "../groups/records.ts";
import type { Hosting } from "../hosting.ts";
import type { Incoming } from "../http/incoming.ts";
import { forbidden, notFound } from "../http/problem.ts";
import type { ProjectRecord, UserRecord } from "../types.ts";
import { identify, requireScope, requireUser } from "./identity.ts";
import { levelIn, maySee } from "./projectVisibility.ts";

export { requireFeedUser } from "./accessFeeds.ts";
export { findGroup, groupLevelOf, maySeeGroup, readableGroup, requireGroupLevel } from "./accessGroups.ts";
export { type Identity, identify, identityOf, requireUser } from "./identity.ts";
export { levelIn, maySee } from "./projectVisibility.ts";
export { LEVELS } from "../groups/records.ts";

/** The project of the route's `:id` for reading: anyone for a public one, members for a private one, which others do not see at all. */
export function readableProject(
  hosting: Hosting,
  request: Incoming,
  otherScopes: readonly string[] = [],
): ProjectRecord {
  const identity = identify(hosting, request);
  if (identity) requireScope(identity, request, otherScopes);
  return findProject(hosting, request.holes["id"] ?? "", identity?.user);
}

/** The same for changing: developers and above, with scope `api`. */
export function writableProject(hosting: Hosting, request: Incoming): { project: ProjectRecord; user: UserRecord } {
  return requireLevel(hosting, request, LEVELS.developer);
}

/** The project of the route's `:id`, for those who have at least the level in it. Throws 401, 403, or 404 for a project the user does not see. */
export function requireLevel(
  hosting: Hosting,
  request: Incoming,
  level: number,
): { project: ProjectRecord; user: UserRecord } {
  const { user } = requireUser(hosting, request);
  const project = findProject(hosting, request.holes["id"] ?? "", user);
  if (levelIn(project, user) < level) throw forbidden();
  return { project, user };
}

/** Administrators only, with scope `api`. Throws 401 or 403. */
export function requireAdmin(hosting: Hosting, request: Incoming): UserRecord {
  const { user } = requireUser(hosting, request);
  if (!user.admin) throw forbidden();
  return user;
}

/** By number or full path. Throws `404 Project Not Found`, also when this user may not know of it. */
export function findProject(hosting: Hosting, id: string, user: UserRecord | undefined): ProjectRecord {
  const project = /^\d+$/.test(id) ? hosting.state.projects.get(Number(id)) : hosting.state.projectAt(id);
  if (!project || !maySee(project, user)) throw notFound("Project");
  return project;
}
