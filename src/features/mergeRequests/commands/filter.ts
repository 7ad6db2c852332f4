import { l10n } from "vscode";
import {
  type MergeRequestFilter,
  mergeRequestOrders,
  mergeRequestScopes,
  mergeRequestStates,
  toMergeRequestFilter,
} from "../../../core/mergeRequests/filter.ts";
import { orderLabel, scopeLabel, stateLabel } from "../../../core/mergeRequests/labels.ts";
import { type FilterField, filterMenu } from "../../../core/ui/filterMenu.ts";
import { inputText } from "../../../core/ui/form.ts";
import { pickOne } from "../../../core/ui/pick.ts";
import { pickRef } from "../../../core/ui/pickRef.ts";
import type { Place } from "../../../core/ui/quickInput.ts";
import type { MergeRequestsContext } from "../context.ts";

type Key = keyof MergeRequestFilter;

const placeOf = (title: string): Place => ({ title, step: 1, total: 1, back: true, draft: undefined });
const capital = (text: string): string => text.charAt(0).toLocaleUpperCase() + text.slice(1);

/** A menu of what the Merge Requests view can be narrowed to. */
export async function filter(context: MergeRequestsContext): Promise<void> {
  context.current.require();
  const view = await context.view.load();
  await filterMenu<MergeRequestFilter>({
    title: l10n.t("Filter Merge Requests"),
    current: () => view?.filter ?? {},
    set: async (next) => view?.setFilter(next),
    none: {},
    groups: [
      { title: l10n.t("Show only"), fields: narrowing(context) },
      { title: l10n.t("Order"), fields: ordering() },
    ],
  });
}

export async function clearFilter(context: MergeRequestsContext): Promise<void> {
  await (await context.view.load())?.setFilter({});
}

/** Asks for words to look for in titles and descriptions. */
export async function search(context: MergeRequestsContext): Promise<void> {
  context.current.require();
  const view = await context.view.load();
  const current = view?.filter ?? {};
  const text = await inputText({
    title: l10n.t("Search Merge Requests"),
    prompt: l10n.t("Words in title or description. Leave it empty for all"),
    value: current.search ?? "",
  });
  await view?.setFilter(toMergeRequestFilter({ ...current, search: text }));
}

function narrowing(context: MergeRequestsContext): FilterField<MergeRequestFilter>[] {
  const any = l10n.t("any");
  return [
    choice({ key: "state", name: l10n.t("State"), values: mergeRequestStates, words: stateLabel }),
    choice({ key: "scope", name: l10n.t("Whose"), values: mergeRequestScopes, words: scopeLabel }),
    typed("search", l10n.t("Text"), l10n.t("Words in title or description. Leave it empty for any")),
    typed("author", l10n.t("Author"), l10n.t("User name of the author. Leave it empty for any")),
    typed(
      "labels",
      l10n.t("Labels"),
      l10n.t("Labels that it has, separated by commas; None or Any. Leave it empty for any"),
    ),
    typed("milestone", l10n.t("Milestone"), l10n.t("Title of the milestone; None or Any. Leave it empty for any")),
    branch(context, "sourceBranch", l10n.t("Source Branch")),
    branch(context, "targetBranch", l10n.t("Target Branch")),
    choice({
      key: "draft",
      name: l10n.t("Drafts"),
      values: ["any", "yes", "no"],
      words: (value) => ({ yes: l10n.t("only drafts"), no: l10n.t("no drafts") })[value] ?? any,
    }),
  ];
}

function ordering(): FilterField<MergeRequestFilter>[] {
  return [
    choice({ key: "orderBy", name: l10n.t("Order By"), values: mergeRequestOrders, words: orderLabel }),
    choice({
      key: "sort",
      name: l10n.t("Direction"),
      values: ["desc", "asc"],
      words: (value) => (value === "asc" ? l10n.t("ascending") : l10n.t("descending")),
    }),
  ];
}

/** The filter with one field set; a default or an empty text leaves it out. */
const withValue = (current: MergeRequestFilter, key: Key, value: string): MergeRequestFilter =>
  toMergeRequestFilter({ ...current, [key]: value });

/** A field with a few values, of which the first is the default. */
function choice({
  key,
  name,
  values,
  words,
}: {
  readonly key: Key;
  readonly name: string;
  readonly values: readonly string[];
  readonly words: (value: string) => string;
}): FilterField<MergeRequestFilter> {
  const [usual = ""] = values;
  return {
    name,
    otherwise: words(usual),
    shown: (current) => current[key] && words(current[key]),
    change: async (current) => {
      const value = await pickOne<string>({
        title: name,
        place: placeOf(name),
        choices: values.map((one) => ({ label: capital(words(one)), value: one })),
        active: (one) => one === (current[key] ?? usual),
      });
      return withValue(current, key, value);
    },
    clear: (current) => withValue(current, key, ""),
  };
}

function typed(key: Key, name: string, prompt: string): FilterField<MergeRequestFilter> {
  return {
    name,
    otherwise: l10n.t("any"),
    shown: (current) => current[key],
    change: async (current) =>
      withValue(
        current,
        key,
        await inputText({ title: name, place: placeOf(name), prompt, value: current[key] ?? "" }),
      ),
    clear: (current) => withValue(current, key, ""),
  };
}

function branch(context: MergeRequestsContext, key: Key, name: string): FilterField<MergeRequestFilter> {
  return {
    ...typed(key, name, ""),
    change: async (current) =>
      withValue(
        current,
        key,
        await pickRef(context, {
          title: name,
          place: placeOf(name),
          placeholder: l10n.t("Branch, picked or typed"),
          active: current[key],
        }),
      ),
  };
}
