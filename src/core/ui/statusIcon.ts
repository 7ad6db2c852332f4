import { l10n, ThemeColor, ThemeIcon } from "vscode";
import { plainText } from "./plainText.ts";
import { isKnownStatus, type StatusStyle } from "./statusStyle.ts";

/** Returns the icon of a style in the colors of the theme. */
export function statusIcon(style: StatusStyle): ThemeIcon {
  return new ThemeIcon(style.icon, new ThemeColor(style.color));
}

/** Returns the label of a status; an unknown one as the host spells it. */
export function statusLabel(status: string | null | undefined): string {
  if (typeof status !== "string" || status === "") return l10n.t("unknown status");
  if (!isKnownStatus(status)) return plainText(status.replaceAll("_", " "), 60);
  const labels = {
    created: l10n.t("created"),
    waiting_for_resource: l10n.t("waiting for resource"),
    waiting_for_callback: l10n.t("waiting for callback"),
    preparing: l10n.t("preparing"),
    pending: l10n.t("pending"),
    running: l10n.t("running"),
    canceling: l10n.t("being canceled"),
    success: l10n.t("passed"),
    failed: l10n.t("failed"),
    canceled: l10n.t("canceled"),
    skipped: l10n.t("skipped"),
    manual: l10n.t("manual"),
    scheduled: l10n.t("scheduled"),
  };
  return labels[status];
}
