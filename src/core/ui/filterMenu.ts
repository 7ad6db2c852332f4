import { l10n, ThemeIcon } from "vscode";
import { isCancelled } from "../base/errors.ts";
import { pickOne, type Row, separator } from "./pick.ts";
import { plainText } from "./plainText.ts";
import { GoBack } from "./quickInput.ts";

/** One thing that a list can be narrowed to. */
export interface FilterField<F> {
  readonly name: string;
  /** What holds while the filter does not say. */
  readonly otherwise: string;
  /** What the filter says, in words. */
  readonly shown: (filter: F) => string | undefined;
  /** Asks for another value. @throws CancelledError, GoBack when it is to stay as it is */
  readonly change: (filter: F) => F | Promise<F>;
  readonly clear: (filter: F) => F;
}

export interface FilterMenu<F> {
  readonly title: string;
  /** The filter in force. */
  readonly current: () => F;
  readonly set: (filter: F) => Promise<void>;
  /** The filter that leaves nothing out. */
  readonly none: F;
  readonly groups: readonly { readonly title: string; readonly fields: readonly FilterField<F>[] }[];
}

type Answer<F> = { readonly change: FilterField<F> } | { readonly clear: FilterField<F> } | "clearAll";

/** A menu of what a list can be narrowed to. Each change shows in the view at once; the menu stays until it is closed. @throws CancelledError */
export async function filterMenu<F>({ title, current, set, none, groups }: FilterMenu<F>): Promise<never> {
  const fields = groups.flatMap((group) => group.fields);
  let last: FilterField<F> | undefined;
  for (;;) {
    const filter = current();
    const narrowed = fields.some((field) => field.shown(filter) !== undefined);
    const answer = await pickOne<Answer<F>>({
      title,
      // It stays when the view behind it takes the focus, as it does when it is drawn anew with what was chosen.
      place: { title, step: 1, total: 1, back: false, draft: undefined },
      placeholder: narrowed
        ? l10n.t("The list is narrowed. Close this to keep it so")
        : l10n.t("Choose what to narrow the list to"),
      choices: [
        ...(narrowed
          ? [{ label: l10n.t("Clear All"), iconPath: new ThemeIcon("clear-all"), value: "clearAll" } as const]
          : []),
        ...groups.flatMap((group) => [separator(group.title), ...group.fields.map((field) => row(field, filter))]),
      ],
      active: (value) => typeof value === "object" && "change" in value && value.change === last,
    });
    if (answer === "clearAll") {
      await set(none);
      continue;
    }
    last = "change" in answer ? answer.change : answer.clear;
    const next = "change" in answer ? await changed(answer.change, filter) : answer.clear.clear(filter);
    if (next !== undefined) await set(next);
  }
}

/** The filter after a question about one field; undefined when it was left without an answer. */
async function changed<F>(field: FilterField<F>, filter: F): Promise<F | undefined> {
  try {
    return await field.change(filter);
  } catch (error) {
    if (error instanceof GoBack || isCancelled(error)) return undefined;
    throw error;
  }
}

function row<F>(field: FilterField<F>, filter: F): Row<Answer<F>> {
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
