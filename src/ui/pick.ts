import { l10n, type QuickInputButton, type QuickPick, type QuickPickItem, QuickPickItemKind, ThemeIcon, window } from "vscode";
import { describeError } from "./describeError.ts";
import { type BoxOptions, type OpenBox, showBox } from "./quickInput.ts";

/** A button beside a row, or in the title: choosing it answers the pick with its own value. */
export interface ValueButton<T> extends QuickInputButton {
  readonly value: T;
}

export interface Choice<T> extends QuickPickItem {
  readonly value: T;
  readonly buttons?: readonly ValueButton<T>[];
}
export interface Separator extends QuickPickItem {
  readonly kind: QuickPickItemKind.Separator;
}
export type Row<T> = Choice<T> | Separator;

/** A heading between rows. */
export const separator = (label: string): Separator => ({ label, kind: QuickPickItemKind.Separator });

interface CommonOptions<T> extends BoxOptions {
  readonly placeholder?: string | undefined;
  /** The row that has the focus first. */
  readonly active?: ((value: T) => boolean) | undefined;
  /** A row made of the text being typed, offered below what it finds, so that Enter takes what was found. */
  readonly typed?: ((text: string) => Choice<T> | undefined) | undefined;
  readonly buttons?: readonly ValueButton<T>[] | undefined;
}

export interface PickOptions<T> extends CommonOptions<T> {
  /** The rows, or how to load them; while they load the box is busy and its text can already be typed. */
  readonly choices: readonly Row<T>[] | ((signal: AbortSignal) => Promise<readonly Row<T>[]>);
}

/** What a paged pick reads: the shape of Pages in api/pages.ts. */
export interface PagedSource<W> {
  page(cursor?: unknown): Promise<{ readonly items: readonly W[]; readonly next?: unknown }>;
}

export interface PagedPickOptions<W, T> extends CommonOptions<T> {
  readonly load: (signal: AbortSignal) => PagedSource<W>;
  readonly toChoice: (item: W) => Choice<T> | undefined;
  /** Rows above the list that are always there. */
  readonly before?: readonly Row<T>[] | undefined;
  /** Said in a row when there is nothing at all. */
  readonly empty: string;
}

/** Further pages that a text without a match loads by itself. */
const searchPages = 5;
const typingPauseMs = 250;

/** Asks for one of some rows. @throws CancelledError, GoBack, and what loading throws */
export async function pickOne<T>(options: PickOptions<T>): Promise<T> {
  const box = window.createQuickPick<QuickPickItem>();
  return showBox<T>(box, options, (open) => {
    const list = connect(box, options, open);
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
export async function pickMany<T>(options: BoxOptions & { readonly placeholder?: string; readonly choices: readonly Choice<T>[] }): Promise<T[]> {
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
 * Asks for one item of a list that the service hands out page by page. "Load More" fetches the next page, and so
 * does typing a text that no loaded row contains. @throws CancelledError, GoBack, and what the first page throws
 */
export async function pickPaged<W, T>(options: PagedPickOptions<W, T>): Promise<T> {
  const box = window.createQuickPick<QuickPickItem>();
  return showBox<T>(box, options, (open) => {
    const more: QuickPickItem = { label: l10n.t("Load More"), iconPath: new ThemeIcon("chevron-down"), alwaysShow: true };
    const list = connect(box, options, open, (item) => {
      if (item === more) void loadNext(true);
    });
    const source = options.load(open.signal);
    const choices: Choice<T>[] = [];
    let cursor: { readonly at: unknown } | undefined = { at: undefined };
    let loading: Promise<void> | undefined;
    let failed: unknown;
    let pagesRead = 0;

    const show = (): void => {
      more.detail = failed === undefined ? "" : describeError(failed).message;
      const nothing: Separator[] = choices.length === 0 && !cursor ? [separator(options.empty)] : [];
      list.show([...(options.before ?? []), ...nothing, ...choices], cursor ? [more] : []);
    };
    const loadPage = async (focus: boolean): Promise<void> => {
      if (!cursor) return;
      const first = choices.length;
      box.busy = true;
      try {
        const page = await source.page(cursor.at);
        if (open.signal.aborted) return;
        pagesRead++;
        choices.push(...page.items.map(options.toChoice).filter((choice) => choice !== undefined));
        cursor = page.next === undefined ? undefined : { at: page.next };
        failed = undefined;
      } catch (error) {
        if (open.signal.aborted) return;
        if (pagesRead === 0) {
          open.fail(error);
          return;
        }
        failed = error;
      } finally {
        box.busy = false;
      }
      show();
      const next = choices[first];
      if (focus && next && box.value === "") box.activeItems = [next];
    };
    const loadNext = (focus: boolean): Promise<void> => {
      loading ??= loadPage(focus).finally(() => {
        loading = undefined;
      });
      return loading;
    };
    const search = async (text: string): Promise<void> => {
      for (let pages = 0; pages < searchPages; pages++) {
        if (!cursor || failed !== undefined || open.signal.aborted || box.value !== text) return;
        if (choices.some((choice) => contains(choice, text))) return;
        await loadNext(false);
      }
    };
    let timer: NodeJS.Timeout | undefined;
    open.store.add({ dispose: () => clearTimeout(timer) });
    open.store.add(
      box.onDidChangeValue((text) => {
        clearTimeout(timer);
        if (text !== "") timer = setTimeout(() => void search(text), typingPauseMs);
      }),
    );
    // A page may hold nothing that fits; an empty list says so only after a fair look.
    const begin = async (): Promise<void> => {
      do await loadNext(true);
      while (choices.length === 0 && cursor && failed === undefined && pagesRead < searchPages && !open.signal.aborted);
    };
    void begin();
  });
}

function contains({ label, description = "", detail = "" }: QuickPickItem, text: string): boolean {
  return `${label} ${description} ${detail}`.toLowerCase().includes(text.toLowerCase());
}

interface List<T> {
  show(rows: readonly Row<T>[], tail?: readonly QuickPickItem[]): void;
}

/** Fills a box and turns what is chosen in it into its answer; rows without a value go to `other`. */
function connect<T>(box: QuickPick<QuickPickItem>, options: CommonOptions<T>, { store, done }: OpenBox<T>, other?: (item: QuickPickItem) => void): List<T> {
  box.placeholder = options.placeholder;
  box.matchOnDescription = true;
  box.matchOnDetail = true;
  box.keepScrollPosition = true;
  if (options.place?.draft !== undefined) box.value = options.place.draft;
  let rows: readonly QuickPickItem[] = [];
  let last: readonly QuickPickItem[] = [];
  let focused = false;

  const render = (): void => {
    const own = box.value === "" ? undefined : options.typed?.(box.value);
    box.items = own ? [...rows, { ...own, alwaysShow: true }, ...last] : [...rows, ...last];
  };
  const answer = (item: QuickPickItem | undefined): void => {
    if (!item || item.kind === QuickPickItemKind.Separator) return;
    if ("value" in item) done((item as Choice<T>).value);
    else other?.(item);
  };
  store.add(box.onDidAccept(() => answer(box.selectedItems[0] ?? box.activeItems[0])));
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
    box.onDidChangeValue((text) => {
      if (options.place) options.place.draft = text;
      if (options.typed) render();
    }),
  );
  return {
    show(next, tail = []) {
      rows = next;
      last = tail;
      render();
      const active = options.active && rows.find((row) => "value" in row && options.active?.((row as Choice<T>).value));
      if (active && !focused && box.value === "") box.activeItems = [active];
      focused ||= active !== undefined;
    },
  };
}
