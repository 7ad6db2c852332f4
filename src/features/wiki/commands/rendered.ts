import { randomBytes } from "node:crypto";
import { env, l10n, TabInputWebview, type Uri, ViewColumn, window } from "vscode";
import { withProgress } from "../../../core/ui/progress.ts";
import type { WikiContext } from "../context.ts";
import { pickPage, pageName, type PickedPage } from "../pick.ts";
import { renderedPage } from "../preview/renderedPage.ts";
import { wikiPageUrl } from "../preview/webPage.ts";
import type { WikiPageRef } from "../refs.ts";

/** Shows a page as the host renders it, in a webview without scripts. */
export async function showRendered(context: WikiContext, given?: WikiPageRef | Uri): Promise<void> {
  const page = await pickPage(context, given, {
    title: l10n.t("Show Rendered Page"),
    placeholder: l10n.t("Select a page to render"),
    sent: true,
  });
  const { html, address } = await withProgress(l10n.t("Rendering “{0}”…", pageName(page)), async (signal) => ({
    html: await readHtml(context, page, signal),
    address: await wikiPageUrl(context, page, page.slug, signal),
  }));
  const title = l10n.t("{0} (rendered)", pageName(page));
  // The new tab replaces an older one of the same page.
  const old = window.tabGroups.all
    .flatMap(({ tabs }) => tabs)
    .filter(
      ({ input, label }) => input instanceof TabInputWebview && input.viewType.endsWith(VIEW_TYPE) && label === title,
    );
  await window.tabGroups.close(old, true);
  const panel = window.createWebviewPanel(
    VIEW_TYPE,
    title,
    { viewColumn: ViewColumn.Beside, preserveFocus: true },
    { enableScripts: false, enableForms: false, enableCommandUris: false, localResourceRoots: [] },
  );
  panel.webview.html = renderedPage({
    title,
    html,
    address,
    nonce: randomBytes(16).toString("base64"),
    language: env.language,
  });
}

/** Shows the HTML of a page as rendered by the host, in a read-only document. */
export async function showHtml(context: WikiContext, given?: WikiPageRef | Uri): Promise<void> {
  const page = await pickPage(context, given, {
    title: l10n.t("Show HTML of Page"),
    placeholder: l10n.t("Select a page to render"),
    sent: true,
  });
  const html = await withProgress(l10n.t("Rendering “{0}”…", pageName(page)), (signal) =>
    readHtml(context, page, signal),
  );
  await context.texts.show(`wiki/html/${page.slug}.html`, html, { preview: false });
}

const VIEW_TYPE = "forgeline.wikiPage";

async function readHtml(
  context: WikiContext,
  { instance, project, slug }: PickedPage,
  signal: AbortSignal,
): Promise<string> {
  const { content } = await context.connections
    .get(instance)
    .client.wikis.get(project, slug, { render_html: true }, { signal });
  return content ?? "";
}
