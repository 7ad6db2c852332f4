import { l10n, type QuickPickItem, ThemeIcon, window } from "vscode";
import { isCancelled } from "../errors.ts";
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
    const chosen = new Map(options.chosen.map((choice) => [options.key(choice.value), choice]));
    let found: readonly Choice<T>[] = [];
    let failed: unknown;
    let searching = new AbortController();
    const end: QuickPickItem = { label: l10n.t("Done"), iconPath: new ThemeIcon("check-all"), alwaysShow: true };
    box.placeholder = options.placeholder;
    box.matchOnDescription = true;
    box.keepScrollPosition = true;

    const row = (choice: Choice<T>, taken: boolean): Choice<T> => ({ ...choice, iconPath: new ThemeIcon(taken ? "check" : "circle-outline"), alwaysShow: true });
    const render = (focus?: string): void => {
      const others = found.filter(({ value }) => !chosen.has(options.key(value)));
      const own = box.value === "" ? undefined : options.typed?.(box.value);
      const isNew = own !== undefined && ![...chosen.values(), ...others].some(({ value }) => options.key(value) === options.key(own.value));
      const rows = [...[...chosen.values()].map((choice) => row(choice, true)), ...others.map((choice) => row(choice, false)), ...(isNew ? [{ ...own, alwaysShow: true }] : [])];
      const names = [...chosen.values()].map(({ label }) => label).join(", ");
      const problem: QuickPickItem[] = failed === undefined ? [] : [{ label: describeError(failed).message, iconPath: new ThemeIcon("warning"), alwaysShow: true }];
      const first = { ...end, description: names === "" ? l10n.t("nobody and nothing is chosen") : names };
      box.items = [first, ...problem, ...rows];
      // While something is typed, Enter is for what was found.
      const active = rows.find(({ value }) => options.key(value) === focus) ?? (box.value === "" ? undefined : rows.find(({ value }) => !chosen.has(options.key(value))));
      if (active) box.activeItems = [active];
    };
    const search = async (text: string): Promise<void> => {
      searching.abort();
      const own = new AbortController();
      searching = own;
      box.busy = true;
      try {
        found = await options.search(text, AbortSignal.any([own.signal, signal]));
        failed = undefined;
      } catch (error) {
        if (own.signal.aborted || isCancelled(error)) return;
        [found, failed] = [[], error];
      }
      if (own.signal.aborted || signal.aborted) return;
      box.busy = false;
      render();
    };
    const toggle = (choice: Choice<T>): void => {
      const key = options.key(choice.value);
      if (!chosen.delete(key)) chosen.set(key, choice);
      if (box.value !== "") {
        box.value = "";
        void search("");
      }
      render(key);
    };

    let timer: NodeJS.Timeout | undefined;
    store.add({ dispose: () => clearTimeout(timer) });
    store.add({ dispose: () => searching.abort() });
    store.add(
      box.onDidChangeValue((text) => {
        clearTimeout(timer);
        timer = setTimeout(() => void search(text), typingPauseMs);
        render();
      }),
    );
    store.add(
      box.onDidAccept(() => {
        const item = box.selectedItems[0] ?? box.activeItems[0];
        if (item && "value" in item) toggle(item as Choice<T>);
        else if (item?.label === end.label) done([...chosen.values()].map(({ value }) => value));
      }),
    );
    render();
    void search("");
  });
}
