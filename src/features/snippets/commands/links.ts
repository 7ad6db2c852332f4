import { env, l10n, Uri } from "vscode";
import { pageOf } from "../../../core/commands/links.ts";
import { notice } from "../../../core/ui/notice.ts";
import type { SnippetsContext } from "../context.ts";
import { pickSnippet } from "../pick.ts";
import type { SnippetRef } from "../refs.ts";

export async function openInBrowser(context: SnippetsContext, given?: SnippetRef | Uri): Promise<void> {
  await env.openExternal(Uri.parse(await page(context, given, l10n.t("Open Snippet in Browser")), true));
}

export async function copyLink(context: SnippetsContext, given?: SnippetRef | Uri): Promise<void> {
  await env.clipboard.writeText(await page(context, given, l10n.t("Copy Snippet Link")));
  notice(l10n.t("Link copied."));
}

async function page(context: SnippetsContext, given: SnippetRef | Uri | undefined, title: string): Promise<string> {
  // Rows know their page.
  if (given && "snippet" in given && given.snippet.web_url) return pageOf({ webUrl: given.snippet.web_url });
  const { snippet } = await pickSnippet(context, given, { title, placeholder: l10n.t("Snippet that is meant") });
  return pageOf({ webUrl: snippet.web_url ?? "" });
}
