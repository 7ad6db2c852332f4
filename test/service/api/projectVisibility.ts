import { LEVELS } from "../groups/records.ts";
import type { ProjectRecord, UserRecord } from "../types.ts";

export function maySee(project: ProjectRecord, user: UserRecord | undefined): boolean {
  if (project.visibility === "public") return true;
  if (!user) return false;
  return user.admin || project.members.has(user.id) || (project.visibility === "internal" && !user.account.external);
}

/** 0 for nobody and for strangers, 10 … 50 for members, 60 for administrators. */
export function levelIn(project: ProjectRecord, user: UserRecord | undefined): number {
  if (!user) return LEVELS.none;
  return user.admin ? LEVELS.admin : (project.members.get(user.id) ?? LEVELS.none);
}
