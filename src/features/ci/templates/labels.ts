import { l10n } from "vscode";
import { plainText } from "../../../core/ui/plainText.ts";
import type { MergeProblem } from "../merge/problem.ts";

/** Returns what is wrong, where, and what to do instead. */
export function mergeProblemText(
  { kind, side, line, character, detail }: MergeProblem,
  file: string,
  template: string,
): string {
  const instead = l10n.t("Insert it at the cursor or include it instead.");
  const why = plainText(detail, 200);
  if (kind === "length")
    return l10n.t(
      "{0} is too large to merge. {1}",
      side === "file" ? file : l10n.t("The template {0}", template),
      instead,
    );
  if (side === "file") {
    switch (kind) {
      case "syntax":
        return l10n.t(
          "{0} is not valid YAML (line {1}, column {2}): {3}. Fix it, then merge again.",
          file,
          line + 1,
          character + 1,
          why,
        );
      case "noMapping":
        return l10n.t("Nothing can be merged into {0} because it is not a mapping (line {1}).", file, line + 1);
      case "alias":
        return l10n.t("{0} uses the undefined alias *{1} (line {2}). Fix it, then merge again.", file, why, line + 1);
      case "inputs":
      case "size":
      case "outcome":
        return l10n.t(
          "{1} cannot be merged safely into {0} because of its formatting ({2}). Nothing was changed. {3}",
          file,
          template,
          why,
          instead,
        );
    }
  }
  switch (kind) {
    case "inputs":
      return l10n.t(
        "The template {0} requires inputs, which only an include can provide. Include it instead.",
        template,
      );
    case "syntax":
      return l10n.t(
        "The template {0} is not valid YAML (line {1}, column {2}): {3}. {4}",
        template,
        line + 1,
        character + 1,
        why,
        instead,
      );
    case "noMapping":
    case "alias":
    case "size":
    case "outcome":
      return l10n.t("The template {0} cannot be merged (line {1}). {2}", template, line + 1, instead);
  }
}
