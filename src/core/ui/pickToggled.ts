import { l10n, type QuickPickItem, ThemeIcon, window } from "vscode";
import { isCancelled } from "../base/errors.ts";
import { describeError } from "./describeError.ts";
import type { Choice } from "./pick.ts";
import { answerOrChosen, type BoxOptions, showBox } from "./quickInput.ts";

export interface ToggledOptions<T> extends BoxOptions {
  readonly placeholder: string;
  /** Called with what is chosen after each tick. */
  readonly ticked?: ((chosen: T[]) => void) | undefined;
  /** Initially selected rows. */
  readonly chosen: readonly Choice<T>[];
  /** Returns the identity of a value. */
  readonly key: (value: T) => string;
  /** Returns matches of a text; all or the first ones for an empty text. A new text cancels the previous search. */
  readonly search: (text: string, signal: AbortSignal) => Promise<readonly Choice<T>[]>;
  /** Returns a row made from the typed text. */
  readonly typed?: (text: string) => Choice<T> | undefined;
}

const typingPauseMs = 250;

/**
 * Prompts for any number of rows that are searched by the typed text. Enter toggles a row; the first row finishes the
 * selection, and so does leaving the list in any other way.
 * @throws CancelledError if the options' signal aborts
 */
export async function pickToggled<T>(options: ToggledOptions<T>): Promise<T[]> {
  const box = window.createQuickPick<QuickPickItem>();
  const { key } = options;
  const chosen = new Map(options.chosen.map((choice) => [key(choice.value), choice]));
  const values = (): T[] => [...chosen.values()].map(({ value }) => value);
  const answer = showBox<T[]>(box, options, ({ store, signal, done }) => {
    /**
     * All rows selected or found so far: they keep their place while they are toggled or more are found; VS Code
     * filters them.
     */
    const known = new Map(chosen);
    /** Keys of matches whose text does not contain the typed text. */
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
      // In the detail, which is not matched: Enter then takes a match of the typed text.
      box.items = [{ ...end, detail: names === "" ? l10n.t("None selected") : names }, ...problem, ...rows];
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
      // Rendered only when something changed: new rows could replace one that is being clicked.
      if (known.size !== before.size || hidden.size + before.hidden.size > 0 || failed !== before.failed) render();
    };
    const toggle = (choice: Choice<T>): void => {
      const id = key(choice.value);
      known.set(id, known.get(id) ?? { ...choice, label: id });
      if (!chosen.delete(id)) chosen.set(id, known.get(id) ?? choice);
      clearTimeout(timer);
      hidden = new Set();
      box.value = "";
      options.ticked?.(values());
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
        // Only the selected row: the rows may have changed since.
        const [item] = box.selectedItems;
        if (item && "value" in item) toggle(item as Choice<T>);
        else if (item?.label === end.label) done(values());
      }),
    );
    render();
    void search("");
  });
  return answerOrChosen(answer, values, options.signal);
}

const shows = ({ label, description = "" }: QuickPickItem, text: string): boolean =>
  `${label} ${description}`.toLowerCase().includes(text.trim().toLowerCase());
