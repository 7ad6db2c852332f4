import { l10n, type Uri, window } from "vscode";
import { pagePath, slugOf } from "../../../core/addresses/wiki.ts";
import { UserError } from "../../../core/base/errors.ts";
import { checkAccount } from "../../../core/heldAccounts.ts";
import { submitText } from "../../../core/ui/form.ts";
import { notice } from "../../../core/ui/notice.ts";
import { wholeList } from "../../../core/ui/partialList.ts";
import { pickOne } from "../../../core/ui/pick.ts";
import { plainText } from "../../../core/ui/plainText.ts";
import { listText } from "../../../core/ui/plural.ts";
import { withProgress } from "../../../core/ui/progress.ts";
import { runCommand } from "../../../core/ui/runCommand.ts";
import type { WikiContext } from "../context.ts";
import { formatName } from "../items.ts";
import { pagesLinkingTo } from "../mentions.ts";
import { folderOf, type KnownPage } from "../nodes.ts";
import { pagesBelow } from "../pages.ts";
import { pickPage, knownPages, pageName, readPages, type PickedPage } from "../pick.ts";
import type { WikiPageRef } from "../refs.ts";
import { type Move, planMoves } from "../titles.ts";
import { addedBelow, renamePage, runForEach, withAdded } from "./edits.ts";
import { pickFormat } from "./format.ts";
import { titleProblemText } from "./title.ts";

/** Renames or moves a page, or a folder with all its pages; open editors follow. */
export async function rename(context: WikiContext, given?: WikiPageRef | Uri): Promise<void> {
  const title = l10n.t("Rename or Move Wiki Page");
  const page = await pickPage(context, given, { title, placeholder: l10n.t("Select a page to rename or move") });
  const { files, slug } = page;
  const list = await withProgress(l10n.t("Loading the wiki…"), (signal) => knownPages(context, page, signal));
  // A folder is moved with all of its pages.
  const known = wholeList(list);
  const isPage = known.some((one) => one.slug === slug);
  const below = pagesBelow(known, slug);
  const includeBelow = await askIncludeBelow(page, isPage, below.length, title);
  // The pages that the question counted: others that are added meanwhile stay.
  const chosen = new Set([...(isPage ? [slug] : []), ...(includeBelow ? below.map((one) => one.slug) : [])]);
  const planned = (pages: readonly KnownPage[], to: string): { moves: readonly Move[]; problem?: string } => {
    const wrong = titleProblemText(to, new Set());
    if (wrong !== undefined) return { moves: [], problem: wrong };
    const moved = pages.filter((one) => chosen.has(one.slug));
    const moves = planMoves(moved, slug, to);
    const stay = new Set(pages.filter((one) => !moved.includes(one)).map((one) => one.slug));
    const taken = moves.map((move) => slugOf(move.to)).find((target) => stay.has(target));
    if (taken !== undefined)
      return { moves, problem: l10n.t("The wiki already has a page “{0}”.", plainText(taken, 150)) };
    return moves.length === 0 ? { moves, problem: l10n.t("It already has this name.") } : { moves };
  };
  const path = isPage ? [folderOf(slug), page.title].filter((part) => part !== "").join("/") : slug;
  const { moves, to, added } = await submitText<{ moves: readonly Move[]; to: string; added: number }>(
    {
      title,
      prompt: l10n.t("Enter a new title. Use / to put it in a folder"),
      value: path,
      selection: [path.length - (path.split("/").at(-1) ?? "").length, path.length],
      validate: (text) => planned(known, text).problem,
      sending: l10n.t("Moving “{0}”…", pageName(page)),
      writes: true,
      failed: (error) => context.report.background(error, "Rename or Move Wiki Page"),
    },
    // The pages are read again, so that a retry continues where the last attempt ended.
    async (text, signal) => {
      const pages = wholeList(await knownPages(context, page, signal));
      const { moves, problem } = planned(pages, text);
      if (problem !== undefined) throw new UserError(problem);
      await runForEach(
        moves,
        (done) => l10n.t("Moved {0} of {1} pages.", done, moves.length),
        (move) => {
          checkAccount(context, page.instance);
          const to = files.uriOf(page, { ...move.page, slug: slugOf(move.to) });
          return renamePage(files, files.uriOf(page, move.page), to, signal);
        },
        signal,
      );
      return { moves, to: text, added: includeBelow ? addedBelow(pages, slug, chosen) : 0 };
    },
  );
  const done =
    moves.length === 1
      ? l10n.t("Moved “{0}” to “{1}”.", pageName(page), plainText(slugOf(to), 100))
      : l10n.t("Moved {0} pages.", moves.length);
  notice(withAdded(done, added));
  // The hint about links does not delay the command.
  void warnAboutLinks(
    context,
    page,
    moves.map((move) => move.page.slug),
  ).catch((error: unknown) => context.report.background(error, "Look for links to a moved page"));
}

/** Changes the format of a page; its text is not converted. */
export async function changeFormat(context: WikiContext, given?: WikiPageRef | Uri): Promise<void> {
  const title = l10n.t("Change Format of Wiki Page");
  const page = await pickPage(context, given, { title, placeholder: l10n.t("Select a page to change its format") });
  const format = await pickFormat({
    title,
    placeholder: l10n.t("Select the format of “{0}”. The text is not converted", pageName(page)),
    present: page.format,
  });
  if (format === page.format) return;
  checkAccount(context, page.instance);
  const changed = page.uri.with({ path: pagePath({ slug: page.slug, format }) });
  await withProgress(
    l10n.t("Updating “{0}”…", pageName(page)),
    (signal) => renamePage(page.files, page.uri, changed, signal),
    { writes: true },
  );
  notice(l10n.t("Changed the format of “{0}” to {1}.", pageName(page), formatName(format)));
}

/** Returns whether the pages below move too: always for a folder; asks for a page. */
async function askIncludeBelow(page: PickedPage, isPage: boolean, below: number, title: string): Promise<boolean> {
  if (!isPage || below === 0) return !isPage;
  return pickOne<boolean>({
    title,
    placeholder: l10n.t("Select what to move"),
    choices: [
      { label: l10n.t("Only the Page “{0}”", pageName(page)), value: false },
      {
        label: below === 1 ? l10n.t("The Page and Its Subpage") : l10n.t("The Page and All {0} Subpages", below),
        value: true,
      },
    ],
  });
}

/** Shows a message if other pages still link to the old paths, since moving does not rewrite them. */
async function warnAboutLinks(
  context: WikiContext,
  { instance, project }: PickedPage,
  slugs: readonly string[],
): Promise<void> {
  const { items: pages } = await readPages(
    context,
    { instance, project },
    { with_content: true },
    AbortSignal.timeout(60_000),
  );
  const old = slugs.filter((slug) => !pages.some((page) => page.slug === slug));
  const linking = new Set(old.flatMap((slug) => pagesLinkingTo(pages, slug)));
  const [first] = old;
  if (linking.size === 0 || first === undefined) return;
  const names = listText([...linking].slice(0, 3).map((page) => `“${plainText(page.slug, 60)}”`));
  const text =
    linking.size === 1
      ? l10n.t("Links to the old path were not updated. They are used in {0}.", names)
      : l10n.t(
          "Links to the old path were not updated. They are used in {0} pages, including {1}.",
          linking.size,
          names,
        );
  const show = l10n.t("Show Links");
  if ((await window.showInformationMessage(text, show)) === show)
    await runCommand("forgeline.wiki.search", old.length === 1 ? first : folderOf(first) || first);
}
