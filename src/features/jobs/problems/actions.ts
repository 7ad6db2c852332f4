import { commands, l10n, Uri } from "vscode";
import { UserError } from "../../../core/base/errors.ts";
import { jobOf, readLogQuery } from "../../../core/logText/address.ts";
import { errorKind } from "../../../core/logText/errorKind.ts";
import { pickJob } from "../../../core/pipelines/pickPipeline.ts";
import type { JobRef } from "../../../core/pipelines/refs.ts";
import { hasLog } from "../../../core/pipelines/rowContext.ts";
import { notice } from "../../../core/ui/notice.ts";
import { plainText } from "../../../core/ui/plainText.ts";
import { withProgress } from "../../../core/ui/progress.ts";
import type { JobsContext } from "../context.ts";

/** Finds the problems in a job's log, and shows them in the Problems view. */
export async function showProblems(context: JobsContext, given?: JobRef | Uri): Promise<void> {
  const ref = await pickJob(context, refOf(given), {
    title: l10n.t("Show Job Problems"),
    placeholder: l10n.t("Select a job"),
    applies: hasLog,
    empty: l10n.t("No jobs with a log"),
  });
  const name = plainText(ref.job.name, 80);
  const { shown } = await context.problems.load();
  const count = await withProgress(l10n.t("Reading the log of {0} #{1}", name, ref.job.id), async (signal, step) => {
    try {
      return await shown.load(ref, signal, (bytes) => step(l10n.t("{0} MB", (bytes / 1024 / 1024).toFixed(1))));
    } catch (error) {
      throw errorKind(error) === "notFound"
        ? new UserError(l10n.t("Job {0} #{1} has no log.", name, ref.job.id), { cause: error })
        : error;
    }
  });
  if (count === undefined)
    throw new UserError(
      l10n.t(
        "Problems are shown in the files of a clone. Open a folder with a clone of {0} first.",
        String(ref.project),
      ),
    );
  if (count === 0)
    notice(l10n.t("No problems found in the log of {0} #{1} for files of this workspace.", name, ref.job.id));
  else await commands.executeCommand("workbench.actions.view.problems");
}

/** Clears the problems of a job, or of all jobs. */
export async function clearProblems(context: JobsContext, given?: JobRef | Uri): Promise<void> {
  const { shown } = await context.problems.load();
  if (shown.jobs.length === 0) notice(l10n.t("No problems of jobs are shown."));
  else shown.clear(refOf(given));
}

function refOf(given: JobRef | Uri | undefined): JobRef | undefined {
  if (!(given instanceof Uri)) return given;
  const address = readLogQuery(given);
  return address && jobOf(address);
}
