import type { AccessLevelRecord, ProtectedBranch } from "../../../api/resources/protectedBranches.ts";
import { fitsPattern } from "./patterns.ts";

/** What is known of the account whose rights are asked about. */
export interface Person {
  readonly id: number;
  /** Role in the project as an access level: 30 for developers, 40 for maintainers, 60 for administrators; undefined when nobody has told. */
  readonly level: number | undefined;
}

/** Whether somebody may do something, as far as it can be told. */
export type May = "yes" | "no" | "unknown";

/** What an entry of a protected branch is about. */
export type AccessKind = "push" | "merge" | "unprotect";
export const accessKinds: readonly AccessKind[] = ["push", "merge", "unprotect"];

/** Nobody, not even administrators. */
export const noAccess = 0;

/** Whether one of the entries lets the person in (Part 3, Access level record). Members of groups and holders of deploy keys nobody tells. */
export function mayBy(entries: readonly AccessLevelRecord[] | null | undefined, person: Person | undefined): May {
  const each = (entries ?? []).map((entry): May => {
    if (typeof entry.user_id === "number")
      return person === undefined ? "unknown" : entry.user_id === person.id ? "yes" : "no";
    if (typeof entry.group_id === "number") return "unknown";
    if (
      typeof entry.deploy_key_id === "number" ||
      typeof entry.access_level !== "number" ||
      entry.access_level === noAccess
    )
      return "no";
    if (person?.level === undefined) return "unknown";
    return person.level >= entry.access_level ? "yes" : "no";
  });
  return mildest(each);
}

/** The protected branches whose names stand for a branch. */
export const rulesFor = <R extends Pick<ProtectedBranch, "name">>(rules: readonly R[], branch: string): R[] =>
  rules.filter(({ name }) => fitsPattern(name, branch));

/** Whether the person may push to a branch; of several rules that fit it the mildest counts. A branch that none fits is not protected. */
export function mayPush(rules: readonly ProtectedBranch[], branch: string, person: Person | undefined): May {
  const fitting = rulesFor(rules, branch);
  return fitting.length === 0
    ? "yes"
    : mildest(fitting.map(({ push_access_levels: entries }) => mayBy(entries, person)));
}

const mildest = (each: readonly May[]): May =>
  each.includes("yes") ? "yes" : each.includes("unknown") ? "unknown" : "no";

interface ProjectPermissions {
  readonly project_access?: { readonly access_level?: number | null } | null;
  readonly group_access?: { readonly access_level?: number | null } | null;
}

/** The role that the host's record of a project tells its caller, 0 for none; undefined when it tells nothing. */
export function roleOf(permissions: ProjectPermissions | null | undefined): number | undefined {
  if (permissions === null || permissions === undefined) return undefined;
  return Math.max(0, permissions.project_access?.access_level ?? 0, permissions.group_access?.access_level ?? 0);
}

/** Whether the host's records have what only higher editions have: entries for users and groups, and approval by code owners. */
export function hasHigherEdition(rules: readonly ProtectedBranch[]): boolean | undefined {
  if (rules.length === 0) return undefined;
  return rules.some(
    (rule) =>
      typeof rule.code_owner_approval_required === "boolean" ||
      [...rule.push_access_levels, ...rule.merge_access_levels].some(
        ({ user_id: user, group_id: group }) => user !== undefined || group !== undefined,
      ),
  );
}
