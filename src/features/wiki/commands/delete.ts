import { l10n, type Uri, workspace } from "vscode";
import { checkAccount } from "../../../core/heldAccounts.ts";
import { discardText } from "../../../core/remoteText/discard.ts";
import { confirm } from "../../../core/ui/confirm.ts";
import { notice } from "../../../core/ui/notice.ts";
import { wholeList } from "../../../core/ui/partialList.ts";
import { plainText } from "../../../core/ui/plainText.ts";
import { plural } from "../../../core/ui/plural.ts";
import { withProgress } from "../../../core/ui/progress.ts";
import type { WikiContext } from "../context.ts";
import type { KnownPage } from "../nodes.ts";
import { pagesBelow } from "../pages.ts";
import { pickPage, knownPages, pageName, type PickedPage } from "../pick.ts";
import type { WikiPageRef } from "../refs.ts";
import { addedBelow, deletePage, runForEach, withAdded } from "./edits.ts";

/** Deletes a page, or the pages of a folder, after confirmation. */
export async function remove(context: WikiContext, given?: WikiPageRef | Uri): Promise<void> {
  const page = await pickPage(context, given, {
    title: l10n.t("Delete Wiki Page"),
    placeholder: l10n.t("Select a page to delete"),
  });
  const list = await withProgress(l10n.t("Loading the wiki…"), (signal) => knownPages(context, page, signal));
  // A folder is deleted with all of its pages.
  const known = wholeList(list);
  const own = known.find(({ slug }) => slug === page.slug);
  const below = pagesBelow(known, page.slug);
  const { files } = page;
  if (own?.begun === true) {
    // Nothing is sent: by now the host may have a page of this name.
    return discardText(files.texts, files.uriOf(page, own), l10n.t("“{0}”", plainText(page.slug, 80)));
  }
  const pages = await ask(context, page, own, below);
  const progressText = (done: number): string => l10n.t("Deleted {0} of {1} pages.", done, pages.length);
  const asked = new Set([page, ...below].map(({ slug }) => slug));
  const added = await withProgress(
    l10n.t("Deleting “{0}”…", pageName(page)),
    async (signal, step) => {
      const isWhole = !own || pages.length > 1;
      const added = isWhole ? addedBelow(wholeList(await knownPages(context, page, signal)), page.slug, asked) : 0;
      await runForEach(
        pages,
        progressText,
        (one) => {
          checkAccount(context, page.instance);
          return deletePage(files, files.uriOf(page, one), signal);
        },
        signal,
        step,
      );
      return added;
    },
    { writes: true },
  );
  const done =
    pages.length === 1 ? l10n.t("Deleted “{0}”.", pageName(page)) : l10n.t("Deleted {0} pages.", pages.length);
  notice(withAdded(done, added));
}

/** Asks for confirmation. @returns the pages to delete @throws CancelledError */
async function ask(
  context: WikiContext,
  page: PickedPage,
  own: KnownPage | undefined,
  below: readonly KnownPage[],
): Promise<readonly KnownPage[]> {
  const name = plainText(page.slug, 150);
  const kept = l10n.t("It is kept in the history of the wiki's Git repository.");
  const count = below.length;
  if (!own) {
    const all = plural(count, (shown) => ({
      one: l10n.t("Delete {0} Page", shown),
      other: l10n.t("Delete {0} Pages", shown),
    }));
    const question = plural(count, (shown) => ({
      one: l10n.t("Delete the folder “{0}” with {1} page?", name, shown),
      other: l10n.t("Delete the folder “{0}” with {1} pages?", name, shown),
    }));
    const detail = [listed(below), kept, unsentWarning(page, below)];
    await confirm(context, page, { question, detail, buttons: [all] });
    return below;
  }
  const [one, all] = [
    l10n.t("Delete"),
    plural(count, (shown) => ({
      one: l10n.t("Delete with {0} Subpage", shown),
      other: l10n.t("Delete with {0} Subpages", shown),
    })),
  ];
  const rest =
    count === 0
      ? ""
      : count === 1
        ? l10n.t("It has a subpage: {0}", listed(below))
        : l10n.t("It has {0} subpages: {1}", count, listed(below));
  const chosen = await confirm(context, page, {
    question: l10n.t("Delete the wiki page “{0}”?", name),
    detail: [rest, kept, unsentWarning(page, [own, ...below])],
    buttons: [one, ...(count === 0 ? [] : [all])],
  });
  return chosen === one ? [own] : [own, ...below];
}

const listed = (pages: readonly KnownPage[]): string =>
  [
    ...pages.slice(0, 10).map(({ slug }) => plainText(slug, 100)),
    ...(pages.length > 10 ? [l10n.t("and {0} more", pages.length - 10)] : []),
  ].join("\n");

/** Returns a warning if unsent text would be lost, or an empty string. */
function unsentWarning({ files, ...scope }: PickedPage, pages: readonly KnownPage[]): string {
  const dirty = new Set(workspace.textDocuments.filter(({ isDirty }) => isDirty).map(({ uri }) => uri.toString()));
  const has = pages.some((page) => {
    const uri = files.uriOf(scope, page);
    return files.texts.isUnsent(uri) || dirty.has(uri.toString());
  });
  return has ? l10n.t("Unsaved changes are lost too.") : "";
}
