import { type QuickInputButton, type QuickPick, type QuickPickItem, QuickPickItemKind, window } from "vscode";
import { type BoxOptions, type OpenBox, showBox } from "./quickInput.ts";

/** A button beside a row, or in the title: choosing it answers the pick with its own value. */
export interface ValueButton<T> extends QuickInputButton {
  readonly value: T;
}

export interface Choice<T> extends QuickPickItem {
  readonly value: T;
  readonly buttons?: readonly ValueButton<T>[];
  /** Made of a typed number: Enter takes no row instead that does not say the number. */
  readonly exact?: boolean;
}
export interface Separator extends QuickPickItem {
  readonly kind: QuickPickItemKind.Separator;
}
export type Row<T> = Choice<T> | Separator;

/** A heading between rows. */
export const separator = (label: string): Separator => ({ label, kind: QuickPickItemKind.Separator });

export interface CommonOptions<T> extends BoxOptions {
  readonly placeholder?: string | undefined;
  /** The row that has the focus first. */
  readonly active?: ((value: T) => boolean) | undefined;
  /** A row made of the text being typed, offered below what it finds, so that Enter takes what was found. */
  readonly typed?: ((text: string) => Choice<T> | undefined) | undefined;
  readonly buttons?: readonly ValueButton<T>[] | undefined;
  /** Hears which row has the focus, so that what it stands for can be shown. */
  readonly focused?: ((value: T) => void) | undefined;
}

export interface PickOptions<T> extends CommonOptions<T> {
  /** The rows, or how to load them; while they load the box is busy and its text can already be typed. */
  readonly choices: readonly Row<T>[] | ((signal: AbortSignal) => Promise<readonly Row<T>[]>);
}

/** Asks for one of some rows. @throws CancelledError, GoBack, and what loading throws */
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

/** Asks for any number of rows; `picked` marks those chosen already. @throws CancelledError, GoBack */
export async function pickMany<T>(
  options: BoxOptions & { readonly placeholder?: string; readonly choices: readonly Choice<T>[] },
): Promise<T[]> {
  const box = window.createQuickPick<QuickPickItem>();
  return showBox<T[]>(box, options, ({ store, done }) => {
    box.canSelectMany = true;
    box.placeholder = options.placeholder;
    box.matchOnDescription = true;
    box.items = options.choices;
    box.selectedItems = options.choices.filter((choice) => choice.picked);
    store.add(
      box.onDidAccept(() => {
        done((box.selectedItems as readonly Choice<T>[]).map((choice) => choice.value));
      }),
    );
  });
}

/**
 * Whether a row is none that VS Code finds by this text. It names the selected row by its place, and the rows may have been replaced
 * since: where the chosen one was, another row stands. What it finds has all letters of the text, in their order, with anything for a star; `exact` wants the
 * text itself, for it also finds "#41" in "#4 · 1 file".
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

export interface RowList<T> {
  show(rows: readonly Row<T>[], tail?: readonly QuickPickItem[]): void;
}

/** Fills a box and turns what is chosen in it into its answer; rows without a value go to `other`. */
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

  /** @param first the row that gets the focus: were the place in the list kept, it would be the top, and the row might be far below it */
  const render = (first?: QuickPickItem): void => {
    box.keepScrollPosition = first === undefined;
    const own = box.value === "" ? undefined : options.typed?.(box.value);
    box.items = own ? [...rows, { ...own, alwaysShow: true }, ...last] : [...rows, ...last];
    if (first) box.activeItems = [first];
  };
  const answer = (item: QuickPickItem | undefined): void => {
    if (!item || item.kind === QuickPickItemKind.Separator) return;
    if ("value" in item) done((item as Choice<T>).value);
    else other?.(item);
  };
  store.add(
    box.onDidAccept(() => {
      // Enter may come before the row made of the text is there. Never the active row: when rows are replaced just as one is clicked,
      // nothing is selected, and another row than the clicked one is active.
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
      if (options.typed) render();
    }),
  );
  return {
    show(next, tail = []) {
      rows = next;
      last = tail;
      const active = options.active && rows.find((row) => "value" in row && options.active?.((row as Choice<T>).value));
      render(!focused && box.value === "" ? active : undefined);
      focused ||= active !== undefined;
    },
  };
}
