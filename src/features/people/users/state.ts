import { l10n } from "vscode";
import { plainText } from "../../../core/ui/plainText.ts";

/** Returns the state of an account in words; unknown states as the host spells them. */
export function userState(state: string | null | undefined): string | undefined {
  switch (state) {
    case undefined:
    case null:
    case "":
      return undefined;
    case "active":
      return l10n.t("Active");
    case "blocked":
      return l10n.t("Blocked");
    default:
      return plainText(state.replaceAll("_", " "), 40);
  }
}
