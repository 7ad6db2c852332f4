import { env, l10n, Uri } from "vscode";
import { UserError } from "../../../core/base/errors.ts";
import { pageOf } from "../../../core/commands/links.ts";
import type { Context } from "../../../core/context.ts";
import type { MergeRequestRef } from "../../../core/mergeRequests/refs.ts";
import { notice } from "../../../core/ui/notice.ts";
import { plainText } from "../../../core/ui/plainText.ts";
import { pickMergeRequest } from "./pickMergeRequest.ts";

const ask = (context: Context, given: MergeRequestRef | undefined, title: string): Promise<MergeRequestRef> =>
  pickMergeRequest(context, given, { title, placeholder: l10n.t("Select a merge request"), state: "opened" });

const page = ({ mergeRequest }: MergeRequestRef): string => pageOf({ webUrl: mergeRequest.web_url ?? "" });

export async function openInBrowser(context: Context, given?: MergeRequestRef): Promise<void> {
  await env.openExternal(Uri.parse(page(await ask(context, given, l10n.t("Open Merge Request in Browser"))), true));
}

export async function copyLink(context: Context, given?: MergeRequestRef): Promise<void> {
  await env.clipboard.writeText(page(await ask(context, given, l10n.t("Copy Merge Request Link"))));
  notice(l10n.t("Copied link."));
}

/** Copies the name of the source branch. */
export async function copyBranch(context: Context, given?: MergeRequestRef): Promise<void> {
  const { mergeRequest } = await ask(context, given, l10n.t("Copy Merge Request Source Branch"));
  const branch = mergeRequest.source_branch;
  if (!branch) throw new UserError(l10n.t("The host returned no source branch for !{0}.", mergeRequest.iid));
  await env.clipboard.writeText(branch);
  notice(l10n.t("Copied “{0}”.", plainText(branch, 100)));
}
