import { l10n } from "vscode";
import type { LogSnapshot } from "../../../core/logText/logSnapshot.ts";
import { describeError } from "../../../core/ui/describeError.ts";
import { sizeText } from "../../../core/ui/size.ts";
import { statusLabel } from "../../../core/ui/statusIcon.ts";
import type { FollowedJob } from "./follow.ts";

/**
 * Limits above which VS Code disables folding and code lenses (`LARGE_FILE_SIZE_THRESHOLD`,
 * `LARGE_FILE_LINE_COUNT_THRESHOLD`).
 */
const FOLDED_BYTES = 20 * 1024 * 1024;
const FOLDED_LINES = 300_000;

/** Returns the notices shown above a log. */
export function noticesOf(log: LogSnapshot, job: FollowedJob | undefined, failed?: unknown): string[] {
  const notices: string[] = [];
  if (log.firstLine > 0)
    notices.push(
      l10n.t(
        "Too large for an editor. Showing the end of the log, from line {0} ({1} of {2}).\n“Open Raw Job Log” above opens the whole file.",
        log.firstLine + 1,
        sizeText(log.bytes),
        sizeText(log.read),
      ),
    );
  if (log.bytes > FOLDED_BYTES || log.lines > FOLDED_LINES)
    notices.push(
      l10n.t("VS Code does not fold files larger than 20 MB or 300,000 lines.\nUse the Outline to go to sections."),
    );
  if (log.runnerLimit !== undefined)
    notices.push(
      l10n.t(
        "The runner truncated this log at its limit of {0}.\nLater output of the job was not recorded.",
        sizeText(log.runnerLimit),
      ),
    );
  if (log.lines === 0 && job) notices.push(l10n.t("No output yet. Job status: {0}.", statusLabel(job.status)));
  if (failed !== undefined)
    notices.push(l10n.t("The log may be incomplete: reading it stopped.\n{0}", describeError(failed).message));
  return notices;
}
