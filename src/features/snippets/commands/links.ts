import { env, l10n, Uri } from "vscode";
import { pageOf } from "../../../core/commands/links.ts";
import type { App } from "../../../core/context.ts";
import type { SnippetRef } from "../../../core/refs.ts";
import { notice } from "../../../core/ui/notice.ts";
import { askSnippet } from "../pick.ts";

export async function openInBrowser(app: App, given?: SnippetRef | Uri): Promise<void> {
  await env.openExternal(Uri.parse(await page(app, given, l10n.t("Open Snippet in Browser")), true));
}

export async function copyLink(app: App, given?: SnippetRef | Uri): Promise<void> {
  await env.clipboard.writeText(await page(app, given, l10n.t("Copy Snippet Link")));
  notice(l10n.t("Link copied."));
}

async function page(app: App, given: SnippetRef | Uri | undefined, title: string): Promise<string> {
  // Rows know their page.
  if (given && "snippet" in given && given.snippet.web_url) return pageOf({ webUrl: given.snippet.web_url });
  const { snippet } = await askSnippet(app, given, { title, placeholder: l10n.t("Snippet that is meant") });
  return pageOf({ webUrl: snippet.web_url ?? "" });
}
