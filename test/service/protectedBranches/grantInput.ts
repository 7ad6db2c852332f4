import { LEVELS, levelIn } from "../api/access.ts";
import type { Hosting } from "../hosting.ts";
import type { Params } from "../http/params.ts";
import { invalid, message, notFound } from "../http/problem.ts";
import type { ProjectRecord } from "../types.ts";
import { fromLevel, type Grant, type GrantKind, type NewGrant } from "./records.ts";

const LEVEL_NAMES: readonly number[] = [LEVELS.none, LEVELS.developer, LEVELS.maintainer, LEVELS.admin];
const LISTS: Readonly<Record<GrantKind, string>> = {
  push: "allowed_to_push",
  merge: "allowed_to_merge",
  unprotect: "allowed_to_unprotect",
};

/** What a list of grants says: make, change or take away. */
type GrantChange = { readonly to: NewGrant; readonly id?: number } | { readonly remove: number };

/**
 * Grants of a new protected branch: those of `allowed_to_…` and of `…_access_level`, maintainers when there is neither.
 * Throws 400 naming the field, 422 for what is well-formed but not allowed.
 */
export function newGrants(hosting: Hosting, project: ProjectRecord, fields: Params, kind: GrantKind): NewGrant[] {
  const listed = changesIn(fields, kind)
    .map((change) => ("to" in change ? change.to : undefined))
    .filter((grant) => grant !== undefined);
  const name = `${kind}_access_level`;
  const level = fields.integer(name);
  if (level !== undefined && !levelAllowed(hosting, kind, level)) throw invalid(`${name} does not have a valid value`);
  const grants = [...(level === undefined ? [] : [fromLevel(level)]), ...listed];
  for (const grant of grants)
    check(
      hosting,
      project,
      kind,
      grant,
      grants.filter((other) => other !== grant),
    );
  return grants.length > 0 ? grants : [fromLevel(LEVELS.maintainer)];
}

/** Grants of a protected branch after a PATCH: with `id` an entry is changed, with `_destroy` taken away, without made. */
export function changedGrants(
  hosting: Hosting,
  project: ProjectRecord,
  fields: Params,
  kind: GrantKind,
  present: readonly Grant[],
): Grant[] {
  const grants = present.map((grant) => ({ ...grant }));
  const known = (id: number): Grant => grants.find((grant) => grant.id === id) ?? missing();
  for (const change of changesIn(fields, kind)) {
    if ("remove" in change) {
      grants.splice(grants.indexOf(known(change.remove)), 1);
      continue;
    }
    const changed = change.id === undefined ? undefined : known(change.id);
    check(
      hosting,
      project,
      kind,
      change.to,
      grants.filter((grant) => grant !== changed),
    );
    if (changed) Object.assign(changed, change.to);
    else grants.push(hosting.protectedBranches.grant(change.to));
  }
  return grants;
}

function missing(): never {
  throw notFound();
}

function changesIn(fields: Params, kind: GrantKind): GrantChange[] {
  const list = LISTS[kind];
  return (fields.records(list) ?? []).map((entry, index) => {
    const named = ["user_id", "group_id", "access_level"].filter((name) => entry.has(name));
    const id = entry.integer("id");
    if (entry.flag("_destroy") === true && id !== undefined) return { remove: id };
    const at = (name: string): string => `${list}[${index}][${name}]`;
    if (named.length === 0)
      throw invalid(
        `${["user_id", "group_id", "access_level"].map(at).join(", ")} are missing, exactly one parameter must be provided`,
      );
    if (named.length > 1) throw invalid(`${named.map(at).join(", ")} are mutually exclusive`);
    const level = entry.integer("access_level") ?? null;
    if (level !== null && !LEVEL_NAMES.includes(level))
      throw invalid(`${at("access_level")} does not have a valid value`);
    if (level === LEVELS.none && kind === "unprotect")
      throw message(422, ["Unprotect access levels access level is not included in the list"]);
    const to = { level, userId: entry.integer("user_id") ?? null, groupId: entry.integer("group_id") ?? null };
    return id === undefined ? { to } : { to, id };
  });
}

/** Real hosts let nobody lock a branch for ever; the documents say so of the list alone. */
function levelAllowed(hosting: Hosting, kind: GrantKind, level: number): boolean {
  return (
    LEVEL_NAMES.includes(level) && (kind !== "unprotect" || level !== LEVELS.none || hosting.dialect === "neutral")
  );
}

/** Throws 422 with an array, as hosts do for records that do not pass. */
function check(
  hosting: Hosting,
  project: ProjectRecord,
  kind: GrantKind,
  grant: NewGrant,
  others: readonly NewGrant[],
): void {
  const subject = `${kind[0]!.toUpperCase()}${kind.slice(1)} access levels`;
  const refuse = (text: string): never => {
    throw message(422, [`${subject} ${text}`]);
  };
  const user = grant.userId === null ? undefined : hosting.state.users.get(grant.userId);
  if (grant.userId !== null && (!user || levelIn(project, user) < LEVELS.developer))
    refuse("user is not a member of the project");
  if (grant.groupId !== null && !groupsOf(hosting, project).includes(grant.groupId))
    refuse("group does not have access to the project");
  const same = others.some(
    (other) => other.level === grant.level && other.userId === grant.userId && other.groupId === grant.groupId,
  );
  if (same)
    refuse(
      `${grant.level === null ? (grant.userId === null ? "group" : "user") : "access level"} has already been taken`,
    );
}

/** Groups whose members may be let in: those that the project is in. */
function groupsOf(hosting: Hosting, project: ProjectRecord): number[] {
  const { groups } = hosting.state;
  const own = groups.ofProject(project.path);
  return own ? groups.upwards(own).map((group) => group.id) : [];
}
