import { l10n } from "vscode";
import type { CommitQuery } from "../../api/resources/commitTypes.ts";
import { momentWords } from "../../core/filters/fields.ts";
import { FilterTable } from "../../core/filters/filterTable.ts";
import { plainText } from "../../core/ui/plainText.ts";
import { shortSha } from "../../core/ui/shortSha.ts";
import type { OpenProject } from "../../git/project.ts";

/** Filter of the Commits view (Part 2, Commits). */
export interface CommitFilter {
  /** Branch, tag, commit, or a range such as `v1..v2`. Default: the current branch. */
  readonly ref?: string;
  /** All branches and tags; `ref` is ignored then. */
  readonly all?: true;
  /** Path of a changed file or folder, from the root of the repository. */
  readonly path?: string;
  /** ISO 8601, inclusive. */
  readonly since?: string;
  /** ISO 8601, inclusive. */
  readonly until?: string;
  /** Follow only the first parent of merge commits. */
  readonly firstParent?: true;
  /** Line counts in the rows. */
  readonly stats?: true;
}

const isHash = (text: string): boolean => /^[0-9a-f]{40,64}$/i.test(text);

/** Returns a branch, tag, commit or range for display; a full hash is shortened. */
export const refText = (ref: string): string => (isHash(ref) ? shortSha(ref) : plainText(ref, 80));

/** Whether a ref is a range of commits. */
const isRange = (ref: string): boolean => ref.includes("..");

export const commitFilters = new FilterTable<CommitFilter, CommitQuery>(
  "commitFilter",
  ({ ref, text, flag, moment }) => [
    {
      title: l10n.t("Commits of"),
      fields: [
        ref("ref", {
          name: l10n.t("Branch, Tag or Commit"),
          otherwise: l10n.t("the current branch"),
          placeholder: l10n.t("Select or enter a branch, tag or commit SHA"),
          of: (filter) => (filter.all || isRange(filter.ref ?? "") ? undefined : filter.ref),
          clears: ["all"],
          shown: refText,
          summary: (name) => l10n.t("of {0}", refText(name)),
        }),
        text("ref", {
          name: l10n.t("Range"),
          otherwise: l10n.t("none"),
          prompt: l10n.t(
            "Enter a range (v1..v2 or main..topic): commits in the second but not in the first. Leave empty for the current branch",
          ),
          of: (filter) => (!filter.all && isRange(filter.ref ?? "") ? filter.ref : undefined),
          clears: ["all"],
          validate: (typed) =>
            typed.trim() === "" || /^[^\s.][^\s]*\.\.\.?[^\s.][^\s]*$/.test(typed.trim())
              ? undefined
              : l10n.t("Enter two branches, tags or commits with two dots in between, for example v1..v2."),
          summary: (range) => l10n.t("between {0}", plainText(range, 80)),
        }),
        flag("all", {
          name: l10n.t("All Branches and Tags"),
          clears: ["ref"],
          summary: () => l10n.t("all branches and tags"),
          query: (all) => ({ all }),
        }),
      ],
    },
    {
      title: l10n.t("Show only"),
      fields: [
        text("path", {
          name: l10n.t("File or Folder"),
          prompt: l10n.t(
            "Enter a path relative to the root of the repository, for example src/main.ts. Leave empty for any",
          ),
          read: (typed) => typed.replace(/^\/+/, ""),
          summary: (path) => l10n.t("touching {0}", plainText(path, 80)),
          query: (path) => ({ path }),
        }),
        moment("since", {
          name: l10n.t("Since"),
          otherwise: l10n.t("any time"),
          summary: (at) => l10n.t("since {0}", momentWords(at)),
          query: (since) => ({ since }),
        }),
        moment("until", {
          name: l10n.t("Until"),
          otherwise: l10n.t("any time"),
          summary: (at) => l10n.t("until {0}", momentWords(at)),
          query: (until) => ({ until }),
        }),
        flag("firstParent", {
          name: l10n.t("First Parents Only"),
          summary: () => l10n.t("first parents only"),
          query: (first_parent) => ({ first_parent }),
        }),
      ],
    },
    {
      title: l10n.t("Rows"),
      fields: [
        flag("stats", {
          name: l10n.t("Line Counts"),
          summary: () => l10n.t("with line counts"),
          query: (with_stats) => ({ with_stats }),
        }),
      ],
    },
  ],
);

/** Whether the list follows the branch that is checked out. */
export const followsBranch = ({ ref, all }: CommitFilter): boolean => ref === undefined && all === undefined;

/** Whether no ref, path or time is set, so that an empty list means that there are no commits yet. */
export const isUnfiltered = ({ path, since, until, ref }: CommitFilter): boolean =>
  [path, since, until, ref].every((part) => part === undefined);

/**
 * Returns the ref whose commits are listed, which is the commit of a detached HEAD; undefined for the default branch or
 * all.
 */
export function startRef(
  { ref, all }: CommitFilter,
  { branch, detached, head }: Pick<OpenProject, "branch" | "detached" | "head">,
): string | undefined {
  if (all === true) return undefined;
  return ref ?? (detached === true ? head : branch);
}

/** Returns the query parameters of a filter. */
export function commitQuery(
  filter: CommitFilter,
  project: Pick<OpenProject, "branch" | "detached" | "head">,
): CommitQuery {
  const ref = startRef(filter, project);
  return { ...(ref !== undefined && { ref_name: ref }), ...commitFilters.query(filter) };
}
