import { l10n, type QuickPickItem, ThemeIcon, window } from "vscode";
import { isCancelled } from "../base/errors.ts";
import { describeError } from "./describeError.ts";
import type { Choice } from "./pick.ts";
import { type BoxOptions, showBox } from "./quickInput.ts";

export interface ToggledOptions<T> extends BoxOptions {
  readonly placeholder: string;
  /** Those chosen at the beginning. */
  readonly chosen: readonly Choice<T>[];
  /** Tells one from another. */
  readonly key: (value: T) => string;
  /** What fits a text; all, or the first of them, for none. Each text calls off the search before it. */
  readonly search: (text: string, signal: AbortSignal) => Promise<readonly Choice<T>[]>;
  /** A row made of the text being typed. */
  readonly typed?: (text: string) => Choice<T> | undefined;
}

const typingPauseMs = 250;

/**
 * Asks for any number of rows, of which only those that fit the typed text are known. Enter on a row takes it in or out; the first
 * row ends the choice. @throws CancelledError, GoBack
 */
export async function pickToggled<T>(options: ToggledOptions<T>): Promise<T[]> {
  const box = window.createQuickPick<QuickPickItem>();
  return showBox<T[]>(box, options, ({ store, signal, done }) => {
    const { key } = options;
    const chosen = new Map(options.chosen.map((choice) => [key(choice.value), choice]));
    /** All that was ever chosen or found: rows stay where they are while they are chosen or more come, and the editor filters them. */
    const known = new Map(chosen);
    /** What fits for a reason that the rows do not show. */
    let hidden: ReadonlySet<string> = new Set();
    let failed: unknown;
    let searching = new AbortController();
    const end: QuickPickItem = { label: l10n.t("Done"), iconPath: new ThemeIcon("check-all") };
    box.placeholder = options.placeholder;
    box.matchOnDescription = true;
    box.keepScrollPosition = true;

    const row = (choice: Choice<T>, taken: boolean): Choice<T> => ({
      ...choice,
      iconPath: new ThemeIcon(taken ? "check" : "circle-outline"),
      alwaysShow: hidden.has(key(choice.value)),
    });
    const render = (focus?: string): void => {
      const own = box.value === "" ? undefined : options.typed?.(box.value);
      const isNew = own !== undefined && !known.has(key(own.value));
      const rows = [
        ...[...known].map(([id, choice]) => row(choice, chosen.has(id))),
        ...(isNew ? [{ ...own, alwaysShow: true }] : []),
      ];
      const names = [...chosen.values()].map(({ label }) => label).join(", ");
      const problem: QuickPickItem[] =
        failed === undefined
          ? []
          : [{ label: describeError(failed).message, iconPath: new ThemeIcon("warning"), alwaysShow: true }];
      // Below the label, where typing does not find it: Enter is for what was typed then.
      box.items = [{ ...end, detail: names === "" ? l10n.t("None is chosen") : names }, ...problem, ...rows];
      const active = rows.find(({ value }) => key(value) === focus);
      if (active) box.activeItems = [active];
    };
    const search = async (text: string): Promise<void> => {
      searching.abort();
      const own = new AbortController();
      searching = own;
      box.busy = true;
      const before = { size: known.size, hidden, failed };
      try {
        const found = await options.search(text, AbortSignal.any([own.signal, signal]));
        if (own.signal.aborted || signal.aborted) return;
        for (const choice of found) known.set(key(choice.value), known.get(key(choice.value)) ?? choice);
        hidden = new Set(found.filter((choice) => !shows(choice, text)).map(({ value }) => key(value)));
        failed = undefined;
      } catch (error) {
        if (own.signal.aborted || isCancelled(error)) return;
        failed = error;
      }
      box.busy = false;
      // New rows take the place of those that are just being clicked: only when there is something new.
      if (known.size !== before.size || hidden.size + before.hidden.size > 0 || failed !== before.failed) render();
    };
    const toggle = (choice: Choice<T>): void => {
      const id = key(choice.value);
      known.set(id, known.get(id) ?? { ...choice, label: id });
      if (!chosen.delete(id)) chosen.set(id, known.get(id) ?? choice);
      clearTimeout(timer);
      hidden = new Set();
      box.value = "";
      render(id);
    };

    let timer: NodeJS.Timeout | undefined;
    store.add({ dispose: () => clearTimeout(timer) });
    store.add({ dispose: () => searching.abort() });
    store.add(
      box.onDidChangeValue((text) => {
        clearTimeout(timer);
        if (text !== "") timer = setTimeout(() => void search(text), typingPauseMs);
        if (options.typed) render();
      }),
    );
    store.add(
      box.onDidAccept(() => {
        // Only what the editor says was taken: the rows may have changed under it.
        const [item] = box.selectedItems;
        if (item && "value" in item) toggle(item as Choice<T>);
        else if (item?.label === end.label) done([...chosen.values()].map(({ value }) => value));
      }),
    );
    render();
    void search("");
  });
}

const shows = ({ label, description = "" }: QuickPickItem, text: string): boolean =>
  `${label} ${description}`.toLowerCase().includes(text.trim().toLowerCase());
