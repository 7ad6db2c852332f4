import { l10n } from "vscode";
import { plainText } from "../../../core/ui/plainText.ts";
import type { Fix, ProblemData } from "./problem.ts";

const shown = (name: string): string => plainText(name, 100);

/** Returns the message of a problem. */
export function problemText(problem: ProblemData): string {
  switch (problem.kind) {
    case "yaml":
      return l10n.t("This is no valid YAML: {0}", shown(problem.message));
    case "anchor":
      return l10n.t("There is no anchor “{0}” above.", shown(problem.name));
    case "repeatedKey":
      return l10n.t("The key “{0}” was here before; of these only the last counts.", shown(problem.name));
    case "unknownStage":
      return l10n.t(
        "There is no stage “{0}”. The stages are: {1}",
        shown(problem.name),
        plainText(problem.stages.join(", ")),
      );
    case "unknownJob":
      return unknownJob(problem.name, problem.place);
    case "hiddenJob":
      return l10n.t("“{0}” is hidden and never run, so that nothing can wait for it.", shown(problem.name));
    case "cycle":
      return problem.of === "needs"
        ? l10n.t("These jobs wait for each other: {0}", plainText(problem.chain.join(" → ")))
        : l10n.t("These extend each other: {0}", plainText(problem.chain.join(" → ")));
    case "unknownTemplate":
      return l10n.t("The host has no CI template “{0}”.", shown(problem.name));
    case "missingFile":
      return l10n.t("The repository has no file “{0}”.", shown(problem.name));
  }
}

function unknownJob(name: string, place: string): string {
  switch (place) {
    case "extends":
      return l10n.t("There is no job “{0}” to extend.", shown(name));
    case "reference":
      return l10n.t("There is no “{0}” to refer to.", shown(name));
    default:
      return l10n.t("There is no job “{0}”.", shown(name));
  }
}

/** Returns the title of a quick fix. */
export function fixTitle(fix: Fix, line: number | undefined): string {
  switch (fix.kind) {
    case "replace":
      return l10n.t("Change to “{0}”", shown(fix.name));
    case "addStage":
      return l10n.t("Add “{0}” to the Stages", shown(fix.name));
    case "removeEarlier":
      return line === undefined ? l10n.t("Remove the Earlier Key") : l10n.t("Remove the Earlier Key (Line {0})", line);
    case "removeAgain":
      return l10n.t("Remove This Key");
  }
}
