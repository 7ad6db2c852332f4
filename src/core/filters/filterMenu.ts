import { l10n, ThemeIcon } from "vscode";
import { isCancelled } from "../base/errors.ts";
import type { Context } from "../context.ts";
import { pickOne, type Row, separator } from "../ui/pick.ts";
import { plainText } from "../ui/plainText.ts";
import { GoBack, onlyStep } from "../ui/quickInput.ts";
import type { FilterField } from "./fields.ts";
import type { FilterGroup, FilterTable } from "./filterTable.ts";
import type { ListFilter } from "./listFilter.ts";

/** The filter of a list; undefined while no project is open. */
type Filtered<F> = Pick<ListFilter<F>, "value" | "set"> | undefined;

type Answer<F, Q> = { readonly change: FilterField<F, Q> } | { readonly clear: FilterField<F, Q> } | "clearAll";

/**
 * Shows a menu of a filter's fields. Each change is applied at once; the menu stays open until it is closed.
 * @param groups offered groups; all of the table by default
 * @throws CancelledError
 */
export async function filterMenu<F extends object, Q>(
  context: Context,
  title: string,
  table: FilterTable<F, Q>,
  list: Filtered<F>,
  groups: readonly FilterGroup<F, Q>[] = table.groups,
): Promise<never> {
  let last: FilterField<F, Q> | undefined;
  for (;;) {
    const filter = list?.value ?? table.parse({});
    const isFiltered = groups.some(({ fields }) => fields.some((field) => field.shown(filter) !== undefined));
    const answer = await pickOne<Answer<F, Q>>({
      title,
      // Stays open when the view takes the focus, as it does when it reloads with the new filter.
      place: onlyStep(title, false),
      placeholder: isFiltered
        ? l10n.t("Filters are applied as you choose. Press Escape to close")
        : l10n.t("Select filters"),
      choices: [
        ...(isFiltered
          ? [{ label: l10n.t("Clear All"), iconPath: new ThemeIcon("clear-all"), value: "clearAll" } as const]
          : []),
        ...groups.flatMap((group) => [separator(group.title), ...group.fields.map((field) => row(field, filter))]),
      ],
      active: (value) => typeof value === "object" && "change" in value && value.change === last,
    });
    if (answer === "clearAll") {
      await list?.set(table.parse({}));
      continue;
    }
    last = "change" in answer ? answer.change : answer.clear;
    try {
      const value = "change" in answer ? await last.ask(context, filter, onlyStep(last.name)) : undefined;
      await list?.set(table.with(filter, last, value));
    } catch (error) {
      if (!(error instanceof GoBack) && !isCancelled(error)) throw error;
    }
  }
}

/** Prompts for a single field, by default the first. @throws CancelledError */
export async function askFilterField<F extends object, Q>(
  context: Context,
  table: FilterTable<F, Q>,
  list: Filtered<F>,
  field = table.fields[0],
): Promise<void> {
  const filter = list?.value ?? table.parse({});
  if (field) await list?.set(table.with(filter, field, await field.ask(context, filter)));
}

function row<F, Q>(field: FilterField<F, Q>, filter: F): Row<Answer<F, Q>> {
  const value = field.shown(filter);
  return {
    label: field.name,
    description: value === undefined ? field.otherwise : plainText(value, 80),
    iconPath: new ThemeIcon(value === undefined ? "circle-outline" : "circle-filled"),
    buttons:
      value === undefined
        ? []
        : [{ iconPath: new ThemeIcon("close"), tooltip: l10n.t("Clear"), value: { clear: field } }],
    value: { change: field },
  };
}
