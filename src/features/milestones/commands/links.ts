import { env, l10n, Uri } from "vscode";
import { UserError } from "../../../core/base/errors.ts";
import { instanceHost } from "../../../core/base/instanceUrl.ts";
import { pageOf } from "../../../core/commands/links.ts";
import type { Context } from "../../../core/context.ts";
import { notice } from "../../../core/ui/notice.ts";
import { pickMilestone, milestoneName, readNow } from "../pick.ts";
import type { MilestoneRef } from "../refs.ts";

export async function openInBrowser(context: Context, given?: MilestoneRef): Promise<void> {
  const ref = await pickMilestone(context, given, {
    title: l10n.t("Open Milestone in Browser"),
    placeholder: l10n.t("Select a milestone to open"),
  });
  await env.openExternal(Uri.parse(await pageOfMilestone(context, ref), true));
}

export async function copyLink(context: Context, given?: MilestoneRef): Promise<void> {
  const ref = await pickMilestone(context, given, {
    title: l10n.t("Copy Milestone Link"),
    placeholder: l10n.t("Select a milestone to open"),
  });
  await env.clipboard.writeText(await pageOfMilestone(context, ref));
  notice(l10n.t("Copied link."));
}

/** Lists may lack the web URL; if no route returns one, it cannot be guessed. */
async function pageOfMilestone(context: Context, ref: MilestoneRef): Promise<string> {
  const page = ref.milestone.web_url || (await readNow(context, ref)).web_url;
  if (!page)
    throw new UserError(
      l10n.t("{0} returned no web address for “{1}”.", instanceHost(ref.instance), milestoneName(ref)),
    );
  return pageOf({ webUrl: page });
}
