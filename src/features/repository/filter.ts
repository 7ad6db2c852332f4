import type { CommitQuery } from "../../api/resources/commitTypes.ts";
import { filterMemory } from "../../core/tree/filterMemory.ts";
import type { OpenProject } from "../../git/project.ts";

/** What the Commits view is narrowed to (Part 2, Commits). */
export interface CommitFilter {
  /** A branch, tag, commit, or a range of them as `v1..v2`; the current branch when left out. */
  readonly ref?: string;
  /** Of every branch and tag; a ref counts no more then. */
  readonly all?: true;
  /** A file or folder that they touch, from the root of the repository. */
  readonly path?: string;
  /** ISO 8601, inclusive. */
  readonly since?: string;
  /** ISO 8601, inclusive. */
  readonly until?: string;
  /** At merges, follow the first parent alone. */
  readonly firstParent?: true;
  /** Line counts in the rows. */
  readonly stats?: true;
}

const texts = ["ref", "path", "since", "until"] as const;
const flags = ["all", "firstParent", "stats"] as const;

/** A filter from anything: takes what is well formed, drops empty texts and the rest. */
export function toCommitFilter(value: unknown): CommitFilter {
  if (typeof value !== "object" || value === null) return {};
  const given = value as Readonly<Record<string, unknown>>;
  const filter: Record<string, unknown> = {};
  for (const key of texts) {
    const text = given[key];
    if (typeof text === "string" && text.trim() !== "") filter[key] = text.trim();
  }
  for (const key of flags) if (given[key] === true) filter[key] = true;
  return filter;
}

export const commitFilters = filterMemory<CommitFilter>(
  "commitFilter",
  toCommitFilter,
  (filter) => Object.keys(filter).length > 0,
);

/** Whether the rows follow the branch that is checked out. */
export const followsBranch = ({ ref, all }: CommitFilter): boolean => ref === undefined && all === undefined;

/** Whether every commit of its start is in the list. */
export const narrowsNothing = ({ path, since, until, ref }: CommitFilter): boolean =>
  [path, since, until, ref].every((part) => part === undefined);

/** Whether a ref stands for everything between two others. */
export const isRange = (ref: string): boolean => ref.includes("..");

/** What the list begins at; undefined: the host's default branch, or all. A detached head is named by its commit. */
export function startOf(
  { ref, all }: CommitFilter,
  { branch, detached, head }: Pick<OpenProject, "branch" | "detached" | "head">,
): string | undefined {
  if (all === true) return undefined;
  return ref ?? (detached === true ? head : branch);
}

/** The filter as the service takes it. */
export function commitQuery(
  filter: CommitFilter,
  project: Pick<OpenProject, "branch" | "detached" | "head">,
): CommitQuery {
  const { all, path, since, until, firstParent, stats } = filter;
  const ref = startOf(filter, project);
  return {
    ...(ref !== undefined && { ref_name: ref }),
    ...(all && { all }),
    ...(path !== undefined && { path }),
    ...(since !== undefined && { since }),
    ...(until !== undefined && { until }),
    ...(firstParent && { first_parent: true }),
    ...(stats && { with_stats: true }),
  };
}
