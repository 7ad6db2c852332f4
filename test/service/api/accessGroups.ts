import type { GroupRecord } from "../groups/records.ts";
import type { Hosting } from "../hosting.ts";
import type { Incoming } from "../http/incoming.ts";
import { forbidden, notFound } from "../http/problem.ts";
import type { UserRecord } from "../types.ts";
import { identify, requireScope, requireUser } from "./identity.ts";
import { maySee } from "./projectVisibility.ts";

/** By number or full path. Throws `404 Group Not Found`, also when this user may not know of it. */
export function findGroup(hosting: Hosting, id: string, user: UserRecord | undefined): GroupRecord {
  const group = /^\d+$/.test(id) ? hosting.state.groups.get(Number(id)) : hosting.state.groups.at(id);
  if (!group || !maySeeGroup(hosting, group, user)) throw notFound("Group");
  return group;
}

/** The group of the route's `:id` for reading: anyone for a public one, members for a private one. */
export function readableGroup(hosting: Hosting, request: Incoming, otherScopes: readonly string[] = []): GroupRecord {
  const identity = identify(hosting, request);
  if (identity) requireScope(identity, request, otherScopes);
  return findGroup(hosting, request.holes["id"] ?? "", identity?.user);
}

/** The group of the route's `:id`, for those who have at least the level in it. Throws 401, 403, or 404 for a group the user does not see. */
export function requireGroupLevel(
  hosting: Hosting,
  request: Incoming,
  level: number,
): { group: GroupRecord; user: UserRecord } {
  const { user } = requireUser(hosting, request);
  const group = findGroup(hosting, request.holes["id"] ?? "", user);
  if (groupLevelOf(user, group) < level) throw forbidden();
  return { group, user };
}

/** 0 for nobody and for strangers, 10 … 50 for members, 60 for administrators. */
export function groupLevelOf(user: UserRecord | undefined, group: GroupRecord): number {
  if (!user) return 0;
  return user.admin ? 60 : (group.members.get(user.id) ?? 0);
}

/** A private group is seen by its members, and by the members of what is in it. */
export function maySeeGroup(hosting: Hosting, group: GroupRecord, user: UserRecord | undefined): boolean {
  if (group.visibility === "public" || groupLevelOf(user, group) > 0) return true;
  if (group.visibility === "internal" && user !== undefined) return true;
  const inside = `${group.path}/`.toLowerCase();
  return [...hosting.state.projects.values()].some(
    (project) => project.path.toLowerCase().startsWith(inside) && maySee(project, user),
  );
}
