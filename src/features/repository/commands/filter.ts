import { env, l10n } from "vscode";
import { momentOf } from "../../../core/pipelines/filterFields.ts";
import { dateTime } from "../../../core/ui/age.ts";
import { type FilterField, filterMenu } from "../../../core/ui/filterMenu.ts";
import { inputText } from "../../../core/ui/form.ts";
import { pickRef } from "../../../core/ui/pickRef.ts";
import { plainText } from "../../../core/ui/plainText.ts";
import type { Place } from "../../../core/ui/quickInput.ts";
import type { RepositoryContext } from "../context.ts";
import { type CommitFilter, isRange, toCommitFilter } from "../filter.ts";
import { refText } from "../filterText.ts";

type Field = FilterField<CommitFilter>;

const placeOf = (title: string): Place => ({ title, step: 1, total: 1, back: true, draft: undefined });
const without = (filter: CommitFilter, ...keys: readonly (keyof CommitFilter)[]): CommitFilter =>
  toCommitFilter(
    Object.fromEntries(Object.entries(filter).filter(([key]) => !(keys as readonly string[]).includes(key))),
  );

/** A menu of what the Commits view can be narrowed to. */
export async function filter(context: RepositoryContext): Promise<void> {
  context.current.require();
  const view = await context.view.load();
  await filterMenu<CommitFilter>({
    title: l10n.t("Filter Commits"),
    current: () => view?.filter ?? {},
    set: async (next) => view?.setFilter(next),
    none: {},
    groups: [
      { title: l10n.t("Commits of"), fields: [branch(context), range(), everything()] },
      {
        title: l10n.t("Show only"),
        fields: [path(), moment("since", l10n.t("Since")), moment("until", l10n.t("Until")), firstParent()],
      },
      { title: l10n.t("Rows"), fields: [stats()] },
    ],
  });
}

/** Shows the commits of the current branch again. */
export async function clearFilter(context: RepositoryContext): Promise<void> {
  await (await context.view.load())?.setFilter({});
}

function branch(context: RepositoryContext): Field {
  const name = l10n.t("Branch, Tag or Commit");
  const one = ({ ref, all }: CommitFilter): string | undefined =>
    ref === undefined || all === true || isRange(ref) ? undefined : ref;
  return {
    name,
    otherwise: l10n.t("the current branch"),
    shown: (current) => {
      const ref = one(current);
      return ref === undefined ? undefined : refText(ref);
    },
    change: async (current) =>
      toCommitFilter({
        ...without(current, "all"),
        ref: await pickRef(context, {
          title: name,
          place: placeOf(name),
          placeholder: l10n.t("Branch or tag, picked or typed; or a commit’s hash"),
          active: one(current),
        }),
      }),
    clear: (current) => without(current, "ref"),
  };
}

function range(): Field {
  const name = l10n.t("Range");
  return {
    name,
    otherwise: l10n.t("none"),
    shown: ({ ref, all }) => (ref !== undefined && all !== true && isRange(ref) ? plainText(ref, 80) : undefined),
    change: async (current) => {
      const typed = await inputText({
        title: name,
        place: placeOf(name),
        prompt: l10n.t(
          "What the second has and the first lacks: v1..v2, main..topic. Leave it empty for the current branch",
        ),
        value: current.ref !== undefined && isRange(current.ref) ? current.ref : "",
        validate: (text) =>
          text.trim() === "" || /^[^\s.][^\s]*\.\.\.?[^\s.][^\s]*$/.test(text.trim())
            ? undefined
            : l10n.t("Two branches, tags or commits with two dots between them, as v1..v2."),
      });
      return toCommitFilter({ ...without(current, "all", "ref"), ref: typed });
    },
    clear: (current) => without(current, "ref"),
  };
}

const everything = (): Field => flag("all", l10n.t("All Branches and Tags"), (current) => without(current, "ref"));
const firstParent = (): Field => flag("firstParent", l10n.t("First Parents Only"));
const stats = (): Field => flag("stats", l10n.t("Line Counts"));

function flag(
  key: "all" | "firstParent" | "stats",
  name: string,
  prepare: (current: CommitFilter) => CommitFilter = (current) => current,
): Field {
  return {
    name,
    otherwise: l10n.t("no"),
    shown: (current) => (current[key] === true ? l10n.t("yes") : undefined),
    change: (current) =>
      current[key] === true ? without(current, key) : toCommitFilter({ ...prepare(current), [key]: true }),
    clear: (current) => without(current, key),
  };
}

function path(): Field {
  const name = l10n.t("File or Folder");
  return {
    name,
    otherwise: l10n.t("any"),
    shown: (current) => current.path,
    change: async (current) => {
      const typed = await inputText({
        title: name,
        place: placeOf(name),
        prompt: l10n.t("Path from the root of the repository, as src/main.ts. Leave it empty for any"),
        value: current.path ?? "",
      });
      return toCommitFilter({ ...current, path: typed.trim().replace(/^\/+/, "") });
    },
    clear: (current) => without(current, "path"),
  };
}

function moment(key: "since" | "until", name: string): Field {
  const shown = (iso: string | undefined): string | undefined =>
    iso === undefined ? undefined : (dateTime(iso, env.language) ?? iso);
  const read = (text: string): string => momentOf(text, Date.now()) ?? "";
  return {
    name,
    otherwise: l10n.t("any time"),
    shown: (current) => shown(current[key]),
    change: async (current) => {
      const typed = await inputText({
        title: name,
        place: placeOf(name),
        prompt: l10n.t(
          "A date (2026-01-31), date and time (2026-01-31 18:00), or how long ago (90min, 12h, 3d, 2w). Leave it empty for any",
        ),
        value: current[key] ?? "",
        validate: (text) =>
          text.trim() === "" || read(text) !== ""
            ? undefined
            : l10n.t("This is no date, as 2026-01-31, and no time ago, as 3d."),
      });
      return toCommitFilter({ ...current, [key]: read(typed) });
    },
    clear: (current) => without(current, key),
  };
}
