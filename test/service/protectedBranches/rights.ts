import { LEVELS, levelIn } from "../api/access.ts";
import type { PushRule } from "../git/pushRules.ts";
import type { Hosting } from "../hosting.ts";
import { forbidden } from "../http/problem.ts";
import type { ProjectRecord, UserRecord } from "../types.ts";
import type { Grant } from "./records.ts";

/** Whether the user may push to the branch (and commit to it by the API): of several rules that fit it the mildest counts. */
export function mayPush(
  hosting: Hosting,
  project: ProjectRecord,
  user: UserRecord | undefined,
  branch: string,
): boolean {
  if (levelIn(project, user) < LEVELS.developer) return false;
  const rules = hosting.protectedBranches.matching(project.id, branch);
  return rules.length === 0 || rules.some((rule) => granted(hosting, rule.grants.push, project, user));
}

/** Whether the user may merge into the branch: those who may push to it may, too. */
export function mayMerge(
  hosting: Hosting,
  project: ProjectRecord,
  user: UserRecord | undefined,
  branch: string,
): boolean {
  if (mayPush(hosting, project, user, branch)) return true;
  if (levelIn(project, user) < LEVELS.developer) return false;
  return hosting.protectedBranches
    .matching(project.id, branch)
    .some((rule) => granted(hosting, rule.grants.merge, project, user));
}

/** Whether who may push to the branch may also take commits away from it. */
export function mayForcePush(
  hosting: Hosting,
  project: ProjectRecord,
  user: UserRecord | undefined,
  branch: string,
): boolean {
  const rules = hosting.protectedBranches.matching(project.id, branch);
  return mayPush(hosting, project, user, branch) && (rules.length === 0 || rules.some((rule) => rule.allowForcePush));
}

/** Throws 403 unless the user may push to the branch. */
export function requirePush(hosting: Hosting, project: ProjectRecord, user: UserRecord, branch: string): void {
  if (!mayPush(hosting, project, user, branch)) throw forbidden("You are not allowed to push into this branch");
}

/** What a push over git is judged by. */
export function pushRules(hosting: Hosting, project: ProjectRecord, user: UserRecord | undefined): PushRule[] {
  return hosting.protectedBranches.of(project.id).map((rule) => ({
    pattern: rule.name,
    push: granted(hosting, rule.grants.push, project, user),
    force: rule.allowForcePush,
  }));
}

/** Whether one of the grants is for this user. Nobody passes "no one", administrators neither. */
export function granted(
  hosting: Hosting,
  grants: readonly Grant[],
  project: ProjectRecord,
  user: UserRecord | undefined,
): boolean {
  if (!user) return false;
  const level = levelIn(project, user);
  return grants.some((grant) => {
    if (grant.userId !== null) return grant.userId === user.id;
    if (grant.groupId !== null) return hosting.state.groups.get(grant.groupId)?.members.has(user.id) === true;
    return grant.level !== null && grant.level > LEVELS.none && level >= grant.level;
  });
}
