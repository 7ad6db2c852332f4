import { env, l10n, Uri } from "vscode";
import { UserError } from "../../../core/base/errors.ts";
import { instanceHost } from "../../../core/base/instanceUrl.ts";
import { pageOf } from "../../../core/commands/links.ts";
import type { App } from "../../../core/context.ts";
import type { MilestoneRef } from "../../../core/refs.ts";
import { notice } from "../../../core/ui/notice.ts";
import { askMilestone, milestoneName, readNow } from "../pick.ts";

export async function openInBrowser(app: App, given?: MilestoneRef): Promise<void> {
  const ref = await askMilestone(app, given, {
    title: l10n.t("Open Milestone in Browser"),
    placeholder: l10n.t("Milestone whose page is meant"),
  });
  await env.openExternal(Uri.parse(await pageOfMilestone(app, ref), true));
}

export async function copyLink(app: App, given?: MilestoneRef): Promise<void> {
  const ref = await askMilestone(app, given, {
    title: l10n.t("Copy Link to Milestone"),
    placeholder: l10n.t("Milestone whose page is meant"),
  });
  await env.clipboard.writeText(await pageOfMilestone(app, ref));
  notice(l10n.t("Link copied."));
}

/** Lists may leave the page out; hosts that tell none at all have none that could be guessed. */
async function pageOfMilestone(app: App, ref: MilestoneRef): Promise<string> {
  const page = ref.milestone.web_url || (await readNow(app, ref)).web_url;
  if (!page) throw new UserError(l10n.t("{0} tells no page of “{1}”.", instanceHost(ref.instance), milestoneName(ref)));
  return pageOf({ webUrl: page });
}
