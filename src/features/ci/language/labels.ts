import { l10n } from "vscode";
import { plainText } from "../../../core/ui/plainText.ts";
import type { Fix, ProblemData } from "./problem.ts";

const shown = (name: string): string => plainText(name, 100);

/** Returns the message of a problem. */
export function problemText(problem: ProblemData): string {
  switch (problem.kind) {
    case "yaml":
      return l10n.t("Invalid YAML: {0}", shown(problem.message));
    case "anchor":
      return l10n.t("Anchor “{0}” is not defined above.", shown(problem.name));
    case "repeatedKey":
      return l10n.t("Duplicate key “{0}”. Only the last one takes effect.", shown(problem.name));
    case "unknownStage":
      return l10n.t(
        "Stage “{0}” does not exist. Stages: {1}",
        shown(problem.name),
        plainText(problem.stages.join(", ")),
      );
    case "unknownJob":
      return unknownJob(problem.name, problem.place);
    case "hiddenJob":
      return l10n.t("“{0}” is a hidden job that never runs, so it cannot be needed.", shown(problem.name));
    case "cycle":
      return problem.of === "needs"
        ? l10n.t("Circular needs: {0}", plainText(problem.chain.join(" → ")))
        : l10n.t("Circular extends: {0}", plainText(problem.chain.join(" → ")));
    case "unknownTemplate":
      return l10n.t("CI template “{0}” does not exist on the host.", shown(problem.name));
    case "missingFile":
      return l10n.t("File “{0}” does not exist in the repository.", shown(problem.name));
  }
}

function unknownJob(name: string, place: string): string {
  switch (place) {
    case "extends":
      return l10n.t("Job “{0}” to extend does not exist.", shown(name));
    case "reference":
      return l10n.t("“{0}” does not exist.", shown(name));
    default:
      return l10n.t("Job “{0}” does not exist.", shown(name));
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
      return line === undefined ? l10n.t("Remove Earlier Key") : l10n.t("Remove Earlier Key (Line {0})", line);
    case "removeAgain":
      return l10n.t("Remove This Key");
  }
}
