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
        'Too long for an editor: this is the end of the log, from line {0} on ({1} of {2}).\n"Open Raw Job Log" above opens the whole file.',
        log.firstLine + 1,
        sizeText(log.bytes),
        sizeText(log.read),
      ),
    );
  if (log.bytes > FOLDED_BYTES || log.lines > FOLDED_LINES)
    notices.push(
      l10n.t(
        "VS Code folds nothing in a text of more than 20 MB or 300,000 lines.\nThe Outline leads to the sections.",
      ),
    );
  if (log.runnerLimit !== undefined)
    notices.push(
      l10n.t(
        "The runner cut this log off: it keeps no more than {0} of a job's output.\nThe job went on without being recorded.",
        sizeText(log.runnerLimit),
      ),
    );
  if (log.lines === 0 && job) notices.push(l10n.t("The job has written nothing yet: {0}.", statusLabel(job.status)));
  if (failed !== undefined)
    notices.push(l10n.t("The log may go on: reading it ended.\n{0}", describeError(failed).message));
  return notices;
}
