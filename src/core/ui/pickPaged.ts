import { l10n, type QuickPickItem, ThemeIcon, window } from "vscode";
import { describeError } from "./describeError.ts";
import { partialText } from "./partialList.ts";
import { type Choice, type CommonOptions, fillBox, type Row, type Separator, separator } from "./pick.ts";
import { showBox } from "./quickInput.ts";

/** Source of a paged pick; matches Pages in api/pages.ts. */
export interface PagedSource<W> {
  page(cursor?: unknown): Promise<{ readonly items: readonly W[]; readonly next?: unknown; readonly capped?: boolean }>;
}

export interface PagedPickOptions<W, T> extends CommonOptions<T> {
  readonly load: (signal: AbortSignal) => PagedSource<W>;
  readonly toChoice: (item: W) => Choice<T> | undefined;
  /** Fixed rows above the list. */
  readonly before?: readonly Row<T>[] | undefined;
  /** Text shown when the list is empty. */
  readonly empty: string;
}

/** Maximum number of pages loaded automatically while the typed text has no match. */
const searchPages = 5;
const typingPauseMs = 250;

/**
 * Prompts for one item of a paged list. "Load More" loads the next page, and so does typing a text that no loaded
 * row contains. @throws CancelledError, GoBack, and what the first page throws
 */
export async function pickPaged<W, T>(options: PagedPickOptions<W, T>): Promise<T> {
  const box = window.createQuickPick<QuickPickItem>();
  return showBox<T>(box, options, (open) => {
    const more: QuickPickItem = {
      label: l10n.t("Load More"),
      iconPath: new ThemeIcon("chevron-down"),
      alwaysShow: true,
    };
    const list = fillBox(box, options, open, (item) => {
      if (item === more) void loadNext(true);
    });
    const source = options.load(open.signal);
    const choices: Choice<T>[] = [];
    let cursor: { readonly at: unknown } | undefined = { at: undefined };
    let loading: Promise<void> | undefined;
    let failed: unknown;
    let pagesRead = 0;
    let itemsRead = 0;
    let isCapped = false;

    const show = (): void => {
      more.detail = failed === undefined ? "" : describeError(failed).message;
      const nothing: Separator[] = choices.length === 0 && !cursor && !isCapped ? [separator(options.empty)] : [];
      const part = isCapped && !cursor ? [separator(partialText(itemsRead))] : [];
      list.show([...(options.before ?? []), ...nothing, ...choices], cursor ? [more] : part);
    };
    const loadPage = async (focus: boolean): Promise<void> => {
      if (!cursor) return;
      const first = choices.length;
      box.busy = true;
      try {
        const page = await source.page(cursor.at);
        if (open.signal.aborted) return;
        pagesRead++;
        itemsRead += page.items.length;
        isCapped ||= page.capped === true;
        choices.push(...page.items.map(options.toChoice).filter((choice) => choice !== undefined));
        cursor = page.next === undefined ? undefined : { at: page.next };
        failed = undefined;
      } catch (error) {
        if (open.signal.aborted) return;
        failed = error;
        if (pagesRead === 0) {
          open.fail(error);
          return;
        }
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
    // A page may have no suitable items: several are loaded before the list counts as empty.
    const begin = async (): Promise<void> => {
      // Focuses the first item only below fixed rows. Without them it has the focus anyway, and setting it could hit a
      // user who is typing already: the change event arrives later, and Enter would take the focused row even if it does
      // not match.
      do await loadNext((options.before ?? []).length > 0);
      while (choices.length === 0 && cursor && failed === undefined && pagesRead < searchPages && !open.signal.aborted);
    };
    void begin();
  });
}

function contains({ label, description = "", detail = "" }: QuickPickItem, text: string): boolean {
  return `${label} ${description} ${detail}`.toLowerCase().includes(text.toLowerCase());
}
