import { l10n } from "vscode";
import { announce } from "../../../core/commands/runWrite.ts";
import type { App } from "../../../core/context.ts";
import type { VulnerabilityRef } from "../../../core/refs.ts";
import { notice } from "../../../core/ui/notice.ts";
import { vulnerabilityName } from "../labels.ts";
import { askVulnerability, vulnerabilityChange, watchedIn } from "../pick.ts";

/** Takes one off the project's list. The host is not asked: it stays there as it is, and can be opened again. */
export async function remove(app: App, given?: VulnerabilityRef): Promise<void> {
  const ref = await askVulnerability(app, given, {
    title: l10n.t("Remove Vulnerability from List"),
    placeholder: l10n.t("Vulnerability to look at no more"),
    listed: true,
  });
  await watchedIn(app).remove(ref, ref.vulnerability.id);
  announce(app, vulnerabilityChange(ref));
  notice(l10n.t("Off the list: {0}.", vulnerabilityName(ref.vulnerability)));
}
