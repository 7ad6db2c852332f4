import { l10n, type QuickInputButton, type QuickPickItem, ThemeIcon, window } from "vscode";
import type { WikiPage } from "../../../api/resources/wikis.ts";
import type { ProjectScope } from "../../../core/base/refs.ts";
import { separator, partialRows } from "../../../core/ui/pick.ts";
import { plainText } from "../../../core/ui/plainText.ts";
import { plural } from "../../../core/ui/plural.ts";
import { showBox } from "../../../core/ui/quickInput.ts";
import type { WikiContext } from "../context.ts";
import { pageIcon } from "../items.ts";
import { ownTitle } from "../nodes.ts";
import { bySlug } from "../pages.ts";
import { noPages, ofDocument, openWiki, readPages } from "../pick.ts";
import { BadPattern, type Found, type FoundLine, searchLines } from "../searchLines.ts";
import { showPage } from "./open.ts";

interface SearchSettings {
  readonly matchCase: boolean;
  readonly regex: boolean;
}

const settingsKey = "forgeline.wikiSearch";
const maxLines = 200;
const typingPauseMs = 150;

/**
 * Searches the content of all pages as the user types; Enter opens the page at the line.
 * @param text initial search text
 */
export async function search(context: WikiContext, text = ""): Promise<void> {
  const { instance, project } = openWiki(context);
  const { page, line } = await askLine(context, { instance, project }, text);
  const files = await context.files.load();
  await showPage(
    context,
    { ...ofDocument(files, files.uriOf({ instance, project }, page)), title: ownTitle(page), instance, project },
    line,
  );
}

interface LineItem extends QuickPickItem {
  readonly found?: FoundLine<WikiPage>;
}

/** Shows the search box; the pages are read while the user types, until the box closes. */
async function askLine(context: WikiContext, scope: ProjectScope, text: string): Promise<FoundLine<WikiPage>> {
  const box = window.createQuickPick<QuickPickItem>();
  let settings = readSettings(context.memory.get(settingsKey));
  const buttons = (): readonly QuickInputButton[] => [
    toggle("case-sensitive", l10n.t("Match Case"), settings.matchCase),
    toggle("regex", l10n.t("Use Regular Expression"), settings.regex),
  ];
  return showBox<FoundLine<WikiPage>>(box, { title: l10n.t("Search Wiki Pages") }, ({ store, signal, done, fail }) => {
    let pages: readonly WikiPage[] | undefined;
    let part: LineItem[] = [];
    let timer: NodeJS.Timeout | undefined;
    const find = (): void => {
      clearTimeout(timer);
      const within = pages;
      if (within)
        box.items = [
          ...rowsOf(() => searchLines(within, { text: box.value, ...settings }, maxLines), box.value === ""),
          ...part,
        ];
    };
    box.placeholder = l10n.t("Loading wiki pages…");
    box.value = text;
    box.buttons = buttons();
    box.busy = true;
    readPages(context, scope, { with_content: true }, signal).then((read) => {
      if (signal.aborted) return;
      if (read.items.length === 0 && read.capped !== true) {
        fail(noPages());
        return;
      }
      pages = [...read.items].sort(bySlug);
      part = partialRows(read);
      box.busy = false;
      box.placeholder = plural(pages.length, (shown) => ({
        one: l10n.t("Search text in {0} page", shown),
        other: l10n.t("Search text in {0} pages", shown),
      }));
      find();
    }, fail);
    store.add({ dispose: () => clearTimeout(timer) });
    store.add(
      box.onDidChangeValue(() => {
        clearTimeout(timer);
        timer = setTimeout(find, typingPauseMs);
      }),
    );
    store.add(
      box.onDidTriggerButton((button) => {
        const [matchCase] = box.buttons;
        settings =
          button === matchCase
            ? { ...settings, matchCase: !settings.matchCase }
            : { ...settings, regex: !settings.regex };
        box.buttons = buttons();
        void context.memory.update(settingsKey, settings);
        find();
      }),
    );
    store.add(
      box.onDidAccept(() => {
        const [item] = box.selectedItems as readonly LineItem[];
        if (item?.found) done(item.found);
      }),
    );
  });
}

/** Returns a toggle button; its icon and tooltip show the state, since buttons cannot look pressed. */
const toggle = (icon: string, name: string, on: boolean): QuickInputButton => ({
  iconPath: new ThemeIcon(on ? "check" : icon),
  tooltip: on ? l10n.t("{0} (on)", name) : l10n.t("{0} (off)", name),
});

/** Returns the rows of the results. @param idle whether the search text is empty */
function rowsOf(find: () => Found<WikiPage>, idle: boolean): LineItem[] {
  let found: Found<WikiPage>;
  try {
    found = find();
  } catch (error) {
    if (!(error instanceof BadPattern)) throw error;
    return [
      messageRow(
        error.message === ""
          ? l10n.t("The regular expression takes too long. Simplify it.")
          : l10n.t("Invalid regular expression: {0}", plainText(error.message, 200)),
        "error",
      ),
    ];
  }
  const rows = found.lines.map((line): LineItem => {
    const { page } = line;
    return {
      label: around(line),
      description: l10n.t("{0}:{1}", plainText(page.slug, 120), line.line + 1),
      iconPath: new ThemeIcon(pageIcon(page)),
      alwaysShow: true,
      found: line,
    };
  });
  if (rows.length === 0 && !idle) return [messageRow(l10n.t("No matching lines"), "info")];
  return found.more ? [...rows, separator(l10n.t("First {0} matches", maxLines))] : rows;
}

const messageRow = (label: string, icon: string): LineItem => ({
  label,
  iconPath: new ThemeIcon(icon),
  alwaysShow: true,
});

/** Returns the line, cut so that the match is visible. */
function around({ text, column }: FoundLine<WikiPage>): string {
  const start = column > 60 ? column - 40 : 0;
  return plainText(`${start > 0 ? "…" : ""}${text.slice(start)}`, 160) || " ";
}

function readSettings(kept: unknown): SearchSettings {
  const { matchCase, regex } = (typeof kept === "object" && kept !== null ? kept : {}) as Readonly<
    Record<string, unknown>
  >;
  return { matchCase: matchCase === true, regex: regex === true };
}
