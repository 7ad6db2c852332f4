import { l10n } from "vscode";
import { plainText } from "../../../core/ui/plainText.ts";

/** State of an account in a word; hosts have more than the documents tell. */
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
