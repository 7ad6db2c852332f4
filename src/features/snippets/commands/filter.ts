import { env, l10n } from "vscode";
import { momentOf } from "../../../core/pipelines/filterFields.ts";
import { dateTime } from "../../../core/ui/age.ts";
import { type FilterField, filterMenu } from "../../../core/ui/filterMenu.ts";
import { inputText } from "../../../core/ui/form.ts";
import { withProgress } from "../../../core/ui/progress.ts";
import type { Place } from "../../../core/ui/quickInput.ts";
import type { SnippetsContext } from "../context.ts";
import { type SnippetFilter, toSnippetFilter } from "../filter.ts";

type Field = FilterField<SnippetFilter>;

const placeOf = (title: string): Place => ({ title, step: 1, total: 1, back: true, draft: undefined });
const without = (filter: SnippetFilter, key: keyof SnippetFilter): SnippetFilter =>
  toSnippetFilter({ ...filter, [key]: undefined });

/** A menu of what the Snippets view can be narrowed to; what only administrators may ask for is theirs alone. */
export async function filter(context: SnippetsContext): Promise<void> {
  context.current.require();
  const view = await context.view.load();
  const admin = await withProgress(l10n.t("Asking about your rights…"), async () => {
    try {
      return (await view?.administrator()) ?? false;
    } catch (error) {
      context.report.background(error, "Ask whether the account is an administrator's");
      return false;
    }
  });
  await filterMenu<SnippetFilter>({
    title: l10n.t("Filter Snippets"),
    current: () => view?.filter ?? {},
    set: async (next) => view?.setFilter(next),
    none: {},
    groups: [
      {
        title: l10n.t("Show only"),
        fields: [moment("createdAfter", l10n.t("Created After")), moment("createdBefore", l10n.t("Created Before"))],
      },
      ...(admin ? [{ title: l10n.t("Among all I can see, for administrators"), fields: [storage()] }] : []),
    ],
  });
}

/** Shows all snippets again. */
export async function clearFilter(context: SnippetsContext): Promise<void> {
  await (await context.view.load())?.setFilter({});
}

function storage(): Field {
  const name = l10n.t("Repository Storage");
  return {
    name,
    otherwise: l10n.t("any"),
    shown: (current) => current.storage,
    change: async (current) => {
      const typed = await inputText({
        title: name,
        place: placeOf(name),
        prompt: l10n.t("Name of the storage that keeps the repositories, as default. Leave it empty for any"),
        value: current.storage ?? "",
      });
      return toSnippetFilter({ ...current, storage: typed });
    },
    clear: (current) => without(current, "storage"),
  };
}

function moment(key: "createdAfter" | "createdBefore", name: string): Field {
  const read = (text: string): string => momentOf(text, Date.now()) ?? "";
  return {
    name,
    otherwise: l10n.t("any time"),
    shown: ({ [key]: iso }) => (iso === undefined ? undefined : (dateTime(iso, env.language) ?? iso)),
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
      return toSnippetFilter({ ...current, [key]: read(typed) });
    },
    clear: (current) => without(current, key),
  };
}
