import { l10n } from "vscode";
import type { Ending } from "../../core/diagnosis/ending.ts";

/** Returns how a job ended. */
export function endingWords({ kind, reason }: Ending, exitCode: number | undefined): string {
  switch (kind) {
    case "script":
      return exitCode === undefined ? l10n.t("script failed") : l10n.t("script failed with exit code {0}", exitCode);
    case "timeout":
      return l10n.t("timed out");
    case "runner":
      return l10n.t("runner failed ({0})", reasonWords(reason));
    case "stuck":
      return l10n.t("no runner picked it up");
    case "canceled":
      return l10n.t("canceled");
    case "dependency":
      return l10n.t("missing dependency ({0})", reasonWords(reason));
    case "trigger":
      return l10n.t("could not start the downstream pipeline ({0})", reasonWords(reason));
    case "quota":
      return l10n.t("no compute minutes left");
    case "permission":
      return l10n.t("not permitted ({0})", reasonWords(reason));
    case "other":
      return reasonWords(reason);
  }
}

/** Returns what helps against an ending that the log does not explain; undefined if there is nothing to say. */
export function endingHelp({ kind }: Ending): string | undefined {
  switch (kind) {
    case "timeout":
      return l10n.t("The job exceeded its time limit. Make it faster, or increase its timeout in the CI file.");
    case "runner":
      return l10n.t(
        "The script is not the cause. Retry the job. If it fails again, contact the administrator of the runner.",
      );
    case "stuck":
      return l10n.t("Check that a runner with the job's tags is online and available to this project.");
    case "dependency":
      return l10n.t("Retry the jobs it needs. Their artifacts may be missing or expired.");
    case "quota":
      return l10n.t("Add compute minutes, or wait until the quota is reset.");
    case "script":
    case "canceled":
    case "trigger":
    case "permission":
    case "other":
      return undefined;
  }
}

/** Returns a reason of the host as words: `runner_system_failure` → "runner system failure". */
const reasonWords = (reason: string | undefined): string =>
  reason === undefined ? l10n.t("unknown reason") : reason.replaceAll("_", " ").slice(0, 200);
