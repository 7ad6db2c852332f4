import { l10n } from "vscode";
import { plainText } from "../../../core/ui/plainText.ts";

const most = 8;

/** Joins names for a sentence; of many, the first few and the number of others. */
export function cutNames(names: readonly string[]): string {
  const shown = names
    .slice(0, most)
    .map((name) => plainText(name, 100))
    .join(", ");
  return names.length > most ? l10n.t("{0} and {1} more", shown, names.length - most) : shown;
}
