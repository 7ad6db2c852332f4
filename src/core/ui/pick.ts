import { type QuickInputButton, type QuickPick, type QuickPickItem, QuickPickItemKind, window } from "vscode";
import { type HostList, partialText } from "./partialList.ts";
import { type BoxOptions, type OpenBox, showBox } from "./quickInput.ts";

/** A button of a row or the title that answers the pick with its own value. */
export interface ValueButton<T> extends QuickInputButton {
  readonly value: T;
}

export interface Choice<T> extends QuickPickItem {
  readonly value: T;
  readonly buttons?: readonly ValueButton<T>[];
  /** Made from a typed number: Enter takes another row only if it contains the number. */
  readonly exact?: boolean;
  /** Additional text for the search by `words`; not shown. */
  readonly keywords?: string;
}
export interface Separator extends QuickPickItem {
  readonly kind: QuickPickItemKind.Separator;
}
export type Row<T> = Choice<T> | Separator;

/** Returns a heading between rows. */
export const separator = (label: string): Separator => ({ label, kind: QuickPickItemKind.Separator });

/** Returns the last row of a pick whose list is only a part; none for a whole list. */
export const partialRows = ({ items, capped }: HostList<unknown>): Separator[] =>
  capped === true ? [separator(partialText(items.length))] : [];

/** Search by words in any order, singular or plural, in label, description and keywords; matching labels come first. */
export interface WordSearch {
  /** Shown when no row has all words. */
  readonly none: string;
  /** Returns synonyms of a typed word; undefined for a word to ignore. */
  readonly synonyms?: (word: string) => readonly string[] | undefined;
}

export interface CommonOptions<T> extends BoxOptions {
  readonly placeholder?: string | undefined;
  /** Returns whether a row has the initial focus. */
  readonly active?: ((value: T) => boolean) | undefined;
  /** Returns a row made from the typed text; it is shown below the matches, so that Enter takes a match first. */
  readonly typed?: ((text: string) => Choice<T> | undefined) | undefined;
  /** Finds rows by the typed words instead of VS Code's search, which expects the letters in the order of the row. */
  readonly words?: WordSearch | undefined;
  readonly buttons?: readonly ValueButton<T>[] | undefined;
  /** Called with the focused row, to preview it. */
  readonly focused?: ((value: T) => void) | undefined;
}

export interface PickOptions<T> extends CommonOptions<T> {
  /** The rows, or a function that loads them while the box is already open. */
  readonly choices: readonly Row<T>[] | ((signal: AbortSignal) => Promise<readonly Row<T>[]>);
}

/** Prompts for one row. @throws CancelledError, GoBack, and what loading throws */
export async function pickOne<T>(options: PickOptions<T>): Promise<T> {
  const box = window.createQuickPick<QuickPickItem>();
  return showBox<T>(box, options, (open) => {
    const list = fillBox(box, options, open);
    if (typeof options.choices !== "function") {
      list.show(options.choices);
      return;
    }
    box.busy = true;
    options.choices(open.signal).then((rows) => {
      if (open.signal.aborted) return;
      box.busy = false;
      list.show(rows);
    }, open.fail);
  });
}

export interface PickManyOptions<T> extends BoxOptions {
  readonly placeholder?: string;
  readonly choices: readonly Choice<T>[];
  /** Called with what is chosen after each tick, so that it is kept when the box is closed without an answer. */
  readonly ticked?: (chosen: T[]) => void;
}

/** Prompts for any number of rows; `picked` marks the initial selection. @throws CancelledError, GoBack */
export async function pickMany<T>(options: PickManyOptions<T>): Promise<T[]> {
  const box = window.createQuickPick<QuickPickItem>();
  return showBox<T[]>(box, options, ({ store, done }) => {
    box.canSelectMany = true;
    // A click elsewhere must not drop what is ticked and not kept.
    if (!options.ticked) box.ignoreFocusOut = true;
    box.placeholder = options.placeholder;
    box.matchOnDescription = true;
    box.items = options.choices;
    box.selectedItems = options.choices.filter((choice) => choice.picked);
    const values = (): T[] => (box.selectedItems as readonly Choice<T>[]).map((choice) => choice.value);
    store.add(box.onDidChangeSelection(() => options.ticked?.(values())));
    store.add(box.onDidAccept(() => done(values())));
  });
}

/**
 * Returns whether VS Code would not match a row with this text. VS Code identifies the selected row by its index, where
 * another row may be if the rows were replaced meanwhile. It matches all letters of the text in order, anything for a
 * star; `exact` requires the text itself, since "#41" otherwise matches "#4 · 1 file".
 */
function strayed(
  { alwaysShow, label, description = "", detail = "" }: QuickPickItem,
  text: string,
  exact: boolean,
): boolean {
  const wanted = text.trim().toLowerCase();
  const fits = (part: string): boolean => (exact ? part.includes(wanted) : hasLetters(part, wanted));
  return alwaysShow !== true && ![label, description, detail].some((part) => fits(part.toLowerCase()));
}

function hasLetters(text: string, letters: string): boolean {
  let at = 0;
  for (const letter of letters.replace(/[\s*]/g, "")) {
    at = text.indexOf(letter, at) + 1;
    if (at === 0) return false;
  }
  return true;
}

/** Returns a word without its plural ending, as a part of both forms: "branch", "vulnerabilit". */
const stem = (word: string): string => (word.length > 3 ? word.replace(/(?:ies|e?s)$/, "") : word);

/** Returns the rows with all words of a text, each below its heading, or one row that says that there are none. */
function rowsWith(rows: readonly QuickPickItem[], text: string, search: WordSearch): readonly QuickPickItem[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  const wanted = words.flatMap((word) => {
    const others = search.synonyms ? search.synonyms(word) : [];
    return others ? [[word, ...others].map(stem)] : [];
  });
  if (wanted.length === 0) return rows;
  const has = (searched: string): boolean =>
    wanted.every((forms) => forms.some((form) => searched.toLowerCase().includes(form)));
  const byLabel: FoundRow[] = [];
  const byRest: FoundRow[] = [];
  let heading: QuickPickItem | undefined;
  for (const row of rows) {
    if (row.kind === QuickPickItemKind.Separator) {
      heading = row;
      continue;
    }
    const { label, description = "", keywords = "" } = row as Choice<unknown>;
    if (has(label)) byLabel.push({ row, heading });
    else if (has(`${label} ${description} ${keywords}`)) byRest.push({ row, heading });
  }
  const found = [...byLabel, ...byRest];
  if (found.length === 0) return [{ label: search.none, alwaysShow: true }];
  return found.flatMap(({ row, heading: its }, at) => [
    ...(its && its !== found[at - 1]?.heading ? [its] : []),
    { ...row, alwaysShow: true },
  ]);
}

interface FoundRow {
  readonly row: QuickPickItem;
  readonly heading: QuickPickItem | undefined;
}

export interface RowList<T> {
  show(rows: readonly Row<T>[], footer?: readonly QuickPickItem[]): void;
}

/** Fills a box and answers it with the selected row; rows without a value go to `other`. */
export function fillBox<T>(
  box: QuickPick<QuickPickItem>,
  options: CommonOptions<T>,
  { store, done }: OpenBox<T>,
  other?: (item: QuickPickItem) => void,
): RowList<T> {
  box.placeholder = options.placeholder;
  box.matchOnDescription = true;
  box.matchOnDetail = true;
  if (options.place?.draft !== undefined) box.value = options.place.draft;
  let rows: readonly QuickPickItem[] = [];
  let last: readonly QuickPickItem[] = [];
  let focused = false;

  /** @param first row that gets the focus; it may be far below the top, so the scroll position is not kept */
  const render = (first?: QuickPickItem): void => {
    box.keepScrollPosition = first === undefined;
    const own = box.value === "" ? undefined : options.typed?.(box.value);
    const found = options.words ? rowsWith(rows, box.value, options.words) : rows;
    box.items = own ? [...found, { ...own, alwaysShow: true }, ...last] : [...found, ...last];
    if (first) box.activeItems = [first];
  };
  const answer = (item: QuickPickItem | undefined): void => {
    if (!item || item.kind === QuickPickItemKind.Separator) return;
    if ("value" in item) done((item as Choice<T>).value);
    else other?.(item);
  };
  store.add(
    box.onDidAccept(() => {
      // Enter may come before the row made from the text is shown. The active row is never used: if rows are replaced
      // during a click, nothing is selected, and another row is active.
      const [selected] = box.selectedItems;
      const own = box.value === "" ? undefined : options.typed?.(box.value);
      answer(selected && !strayed(selected, box.value, own?.exact === true) ? selected : own);
    }),
  );
  store.add(
    box.onDidTriggerItemButton(({ button }) => {
      done((button as ValueButton<T>).value);
    }),
  );
  store.add(
    box.onDidTriggerButton((button) => {
      if ("value" in button) done((button as ValueButton<T>).value);
    }),
  );
  store.add(
    box.onDidChangeActive(([item]) => {
      if (item && "value" in item) options.focused?.((item as Choice<T>).value);
    }),
  );
  store.add(
    box.onDidChangeValue((text) => {
      if (options.place) options.place.draft = text;
      options.onType?.(text);
      if (options.typed || options.words) render();
    }),
  );
  return {
    show(next, footer = []) {
      rows = next;
      last = footer;
      const active = options.active && rows.find((row) => "value" in row && options.active?.((row as Choice<T>).value));
      render(!focused && box.value === "" ? active : undefined);
      focused ||= active !== undefined;
    },
  };
}
