import { commands, env, FileSystemError, l10n, Uri, window, workspace, Selection, TextEditorRevealType } from "vscode";
import { UserError } from "../../../core/base/errors.ts";
import { pageOf } from "../../../core/commands/links.ts";
import { announce } from "../../../core/commands/runWrite.ts";
import { askFilterField } from "../../../core/filters/filterMenu.ts";
import { notice } from "../../../core/ui/notice.ts";
import { withProgress } from "../../../core/ui/progress.ts";
import type { WikiContext } from "../context.ts";
import { wikiFilters } from "../filter.ts";
import { pickPage, pageName, type PickedPage } from "../pick.ts";
import { markdownLink, wikiPageUrl } from "../preview/webPage.ts";
import type { WikiPageRef } from "../refs.ts";
import { showRendered } from "./rendered.ts";

/** Opens the current version of a page. @param line 0-based */
export async function open(context: WikiContext, given?: WikiPageRef | Uri, line?: number): Promise<void> {
  const page = await pickPage(context, given, {
    title: l10n.t("Open Wiki Page"),
    placeholder: l10n.t("Select a page to open"),
  });
  await showPage(context, page, line);
}

/** Shows the current version of a page in an editor; unsent text stays. @param line 0-based */
export async function showPage(context: WikiContext, page: PickedPage, line?: number): Promise<void> {
  const { uri, files } = page;
  const document = workspace.textDocuments.find((one) => one.uri.toString() === uri.toString());
  try {
    if (document?.isDirty !== true)
      await withProgress(l10n.t("Opening “{0}”…", pageName(page)), (signal) => files.texts.refresh(uri, signal));
  } catch (error) {
    if (!(error instanceof FileSystemError) || error.code !== "FileNotFound")
      throw error instanceof FileSystemError ? new UserError(error.message, { cause: error }) : error;
    announce(context, { instance: page.instance, project: page.project, subject: "wiki", slug: page.slug });
    throw new UserError(l10n.t("The page “{0}” was deleted or moved by someone else.", pageName(page)), {
      cause: error,
    });
  }
  const editor = await window.showTextDocument(await workspace.openTextDocument(uri), { preview: true });
  if (line === undefined) return;
  const { range } = editor.document.lineAt(Math.min(line, editor.document.lineCount - 1));
  editor.selection = new Selection(range.start, range.start);
  editor.revealRange(range, TextEditorRevealType.InCenterIfOutsideViewport);
}

/** Opens VS Code's Markdown preview to the side; for other formats, the page as the host renders it. */
export async function preview(context: WikiContext, given?: WikiPageRef | Uri): Promise<void> {
  const page = await pickPage(context, given, {
    title: l10n.t("Open Preview to the Side"),
    placeholder: l10n.t("Select a page to preview"),
  });
  if (page.format !== "markdown") return showRendered(context, page.uri);
  // The preview of a version shows that version.
  const uri = given && !("slug" in given) ? given : page.uri;
  const document = workspace.textDocuments.find((one) => one.uri.toString() === uri.toString());
  if (!document) await showPage(context, page);
  await page.files.preview.prepare(uri);
  await commands.executeCommand("markdown.showPreviewToSide", uri);
}

/** Opens the web page of a wiki page. */
export async function openInBrowser(context: WikiContext, given?: WikiPageRef | Uri): Promise<void> {
  const page = await pickPage(context, given, {
    title: l10n.t("Open Wiki Page in Browser"),
    placeholder: l10n.t("Select a page to open"),
    sent: true,
  });
  await env.openExternal(Uri.parse(await webUrl(context, page), true));
}

/** Copies the URL of a wiki page. */
export async function copyLink(context: WikiContext, given?: WikiPageRef | Uri): Promise<void> {
  const page = await pickPage(context, given, {
    title: l10n.t("Copy Wiki Page Link"),
    placeholder: l10n.t("Select a page to copy its link"),
    sent: true,
  });
  await env.clipboard.writeText(await webUrl(context, page));
  notice(l10n.t("Copied link."));
}

/** Copies the slug of a page. */
export async function copySlug(context: WikiContext, given?: WikiPageRef | Uri): Promise<void> {
  const { slug } = await pickPage(context, given, {
    title: l10n.t("Copy Wiki Page Slug"),
    placeholder: l10n.t("Select a page to copy its slug"),
  });
  await env.clipboard.writeText(slug);
  notice(l10n.t("Copied slug."));
}

/** Copies a Markdown link to a page for use in other pages of the wiki. */
export async function copyMarkdownLink(context: WikiContext, given?: WikiPageRef | Uri): Promise<void> {
  const page = await pickPage(context, given, {
    title: l10n.t("Copy Wiki Page Markdown Link"),
    placeholder: l10n.t("Select a page to copy its link"),
  });
  await env.clipboard.writeText(markdownLink(page));
  notice(l10n.t("Copied Markdown link."));
}

/** Filters the rows by a text in the title or path. */
export async function filter(context: WikiContext): Promise<void> {
  context.current.require();
  await askFilterField(context, wikiFilters, (await context.view.load())?.filter);
}

/** Clears the filter. */
export async function clearFilter(context: WikiContext): Promise<void> {
  await (await context.view.load())?.filter.set({});
}

async function webUrl(context: WikiContext, { instance, project, slug }: PickedPage): Promise<string> {
  return pageOf({
    webUrl: await withProgress(l10n.t("Looking for the address of the page…"), (signal) =>
      wikiPageUrl(context, { instance, project }, slug, signal),
    ),
  });
}
