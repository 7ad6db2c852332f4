import type { AccessLevelRecord, ProtectedBranch } from "../../../api/resources/protectedBranches.ts";
import { fitsPattern } from "./patterns.ts";

/** The account whose rights are checked. */
export interface Person {
  readonly id: number;
  /** Role in the project as an access level: 30 for developers, 40 for maintainers, 60 for administrators; undefined if unknown. */
  readonly level: number | undefined;
}

/** Whether an action is allowed. */
export type May = "yes" | "no" | "unknown";

/** Kinds of access to a protected branch. */
export type AccessKind = "push" | "merge" | "unprotect";
export const accessKinds: readonly AccessKind[] = ["push", "merge", "unprotect"];

/** Access level from which protected branches can be changed. */
const maintainer = 40;
/** Whether a person may change protected branches, as far as their access level is known. */
export const mayEdit = (level: number | undefined): boolean => level === undefined || level >= maintainer;

/** Access level of nobody, not even administrators. */
export const noAccess = 0;

/** Returns whether an entry allows the person (Part 3, Access level record): `unknown` for a group, `no` for a deploy key. */
export function mayAccess(entries: readonly AccessLevelRecord[] | null | undefined, person: Person | undefined): May {
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
  return mostPermissive(each);
}

/** Returns the rules that cover a branch. */
export const rulesFor = <R extends Pick<ProtectedBranch, "name">>(rules: readonly R[], branch: string): R[] =>
  rules.filter(({ name }) => fitsPattern(name, branch));

/** Whether the person may push to a branch; the most permissive of the rules that cover it counts. */
export function mayPush(rules: readonly ProtectedBranch[], branch: string, person: Person | undefined): May {
  const fitting = rulesFor(rules, branch);
  return fitting.length === 0
    ? "yes"
    : mostPermissive(fitting.map(({ push_access_levels: entries }) => mayAccess(entries, person)));
}

const mostPermissive = (each: readonly May[]): May =>
  each.includes("yes") ? "yes" : each.includes("unknown") ? "unknown" : "no";

interface ProjectPermissions {
  readonly project_access?: { readonly access_level?: number | null } | null;
  readonly group_access?: { readonly access_level?: number | null } | null;
}

/** Returns the caller's access level from a project's `permissions`, 0 for none; undefined without them. */
export function roleOf(permissions: ProjectPermissions | null | undefined): number | undefined {
  if (permissions === null || permissions === undefined) return undefined;
  return Math.max(0, permissions.project_access?.access_level ?? 0, permissions.group_access?.access_level ?? 0);
}

/** Whether rules have fields of higher editions: entries for users and groups, approval by code owners. */
export function hasHigherEdition(rules: readonly ProtectedBranch[]): boolean | undefined {
  if (rules.length === 0) return undefined;
  return rules.some(
    (rule) =>
      typeof rule.code_owner_approval_required === "boolean" ||
      [...(rule.push_access_levels ?? []), ...(rule.merge_access_levels ?? [])].some(
        ({ user_id: user, group_id: group }) => user !== undefined || group !== undefined,
      ),
  );
}
