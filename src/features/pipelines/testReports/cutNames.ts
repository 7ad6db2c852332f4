import { l10n } from "vscode";
import { plainText } from "../../../core/ui/plainText.ts";
import { listText, numberText } from "../../../core/ui/plural.ts";

const most = 8;

/** Joins names for a sentence; of many, the first few and the number of others. */
export function cutNames(names: readonly string[]): string {
  const shown = names.slice(0, most).map((name) => plainText(name, 100));
  return listText(names.length > most ? [...shown, l10n.t("{0} more", numberText(names.length - most))] : shown);
}
