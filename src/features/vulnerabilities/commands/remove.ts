import { l10n } from "vscode";
import { announce } from "../../../core/commands/runWrite.ts";
import { notice } from "../../../core/ui/notice.ts";
import type { VulnerabilitiesContext } from "../context.ts";
import { vulnerabilityName } from "../labels.ts";
import { pickVulnerability, vulnerabilityChange, watchedIn } from "../pick.ts";
import type { VulnerabilityRef } from "../refs.ts";

/** Removes a vulnerability from the project's list; nothing changes on the host. */
export async function remove(context: VulnerabilitiesContext, given?: VulnerabilityRef): Promise<void> {
  const ref = await pickVulnerability(context, given, {
    title: l10n.t("Remove Vulnerability from List"),
    placeholder: l10n.t("Select a vulnerability to remove from the list"),
    listed: true,
  });
  await watchedIn(context).remove(ref, ref.vulnerability.id);
  announce(context, vulnerabilityChange(ref));
  notice(l10n.t("Removed from the list: {0}.", vulnerabilityName(ref.vulnerability)));
}
