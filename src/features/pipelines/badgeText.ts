import { l10n } from "vscode";
import { plainText } from "../../core/ui/plainText.ts";
import type { BadgeCount } from "./badge.ts";

/** What the number on the view's icon means. */
export function badgeText({ kind, value, ref }: BadgeCount): string {
  if (kind === "running")
    return value === 1 ? l10n.t("1 pipeline is running") : l10n.t("{0} pipelines are running", value);
  if (value === 1) return l10n.t("The latest pipeline of {0} failed", plainText(ref, 200));
  return l10n.t("The latest pipelines of {0} branches and tags failed", value);
}
