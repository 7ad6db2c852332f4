import { env, l10n, Uri } from "vscode";
import { pageOf } from "../../../core/commands/links.ts";
import { notice } from "../../../core/ui/notice.ts";
import type { SnippetsContext } from "../context.ts";
import { pickSnippet } from "../pick.ts";
import type { SnippetRef } from "../refs.ts";

/** Opens the web page of a snippet. */
export async function openInBrowser(context: SnippetsContext, given?: SnippetRef | Uri): Promise<void> {
  await env.openExternal(Uri.parse(await webUrl(context, given, l10n.t("Open Snippet in Browser")), true));
}

/** Copies the URL of a snippet's web page. */
export async function copyLink(context: SnippetsContext, given?: SnippetRef | Uri): Promise<void> {
  await env.clipboard.writeText(await webUrl(context, given, l10n.t("Copy Snippet Link")));
  notice(l10n.t("Copied link."));
}

async function webUrl(context: SnippetsContext, given: SnippetRef | Uri | undefined, title: string): Promise<string> {
  // Rows have the URL already.
  if (given && "snippet" in given && given.snippet.web_url) return pageOf({ webUrl: given.snippet.web_url });
  const { snippet } = await pickSnippet(context, given, { title, placeholder: l10n.t("Select a snippet") });
  return pageOf({ webUrl: snippet.web_url ?? "" });
}
