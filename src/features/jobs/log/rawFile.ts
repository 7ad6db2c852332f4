import { commands, l10n, Uri } from "vscode";
import { UserError } from "../../../core/base/errors.ts";
import type { Context } from "../../../core/context.ts";
import { errorKind } from "../../../core/logText/errorKind.ts";
import type { JobRef } from "../../../core/pipelines/refs.ts";
import { plainText } from "../../../core/ui/plainText.ts";
import { withProgress } from "../../../core/ui/progress.ts";
import { sizeText } from "../../../core/ui/size.ts";
import type { JobLogsOptions } from "./options.ts";
import { LogTooLargeError, saveRawLog, sweepRawLogs, writeRawLog } from "./raw.ts";
import { rawLogFolder } from "./rawFolder.ts";
import type { FetchTrace } from "./reader.ts";

type Options = Pick<JobLogsOptions, "clientFor" | "storage">;

/** Removes raw logs that nobody needs any longer. */
export async function loaded(context: Pick<Context, "storage" | "report">): Promise<void> {
  try {
    await sweepRawLogs(rawLogFolder(context));
  } catch (error) {
    context.report.background(error, "Remove old raw job logs");
  }
}

/**
 * Opens a job's complete unmodified log in an editor; one that is larger than what is kept on disk has to be saved elsewhere.
 * @throws UserError when there is none; ApiError; CancelledError
 */
export async function openRawLog(options: Options, ref: JobRef): Promise<void> {
  const { project, job } = ref;
  const host = new URL(ref.instance).host;
  const name = `${host}-${project}-job-${job.id}`.replace(/[^\w.-]/g, "_");
  const title = l10n.t("Loading the log of {0} #{1}", plainText(job.name, 80), job.id);
  const path = await load(options, ref, title, (trace, signal, progress) =>
    saveRawLog(trace, options.storage, name, signal, progress),
  );
  // `openTextDocument` refuses files over 50 MB, which the editor can show.
  await commands.executeCommand("vscode.open", Uri.file(path));
}

/**
 * Saves a job's complete unmodified log.
 * @param path of the file, written when the whole log is there
 * @throws UserError when there is none; ApiError; CancelledError; the file system's error
 */
export async function saveRawLogAs(options: Options, ref: JobRef, path: string): Promise<void> {
  const title = l10n.t("Saving the log of {0} #{1}", plainText(ref.job.name, 80), ref.job.id);
  await load(options, ref, title, (trace, signal, progress) => writeRawLog(trace, path, signal, progress));
}

type Load = (trace: FetchTrace, signal: AbortSignal, progress: (bytes: number) => void) => Promise<string | undefined>;

async function load({ clientFor }: Options, ref: JobRef, title: string, write: Load): Promise<string> {
  const { project, job } = ref;
  const none = (cause?: unknown): UserError =>
    new UserError(l10n.t("Job {0} #{1} has no log.", plainText(job.name, 80), job.id), { cause });
  const path = await withProgress(title, async (signal, step) => {
    let total: number | undefined;
    const trace: FetchTrace = async (request) => {
      const answer = await clientFor(ref).jobs.trace(project, job.id, request);
      total = answer.total;
      return answer;
    };
    try {
      return await write(trace, signal, (bytes) =>
        step(total === undefined ? sizeText(bytes) : l10n.t("{0} of {1}", sizeText(bytes), sizeText(total))),
      );
    } catch (error) {
      if (errorKind(error) === "notFound") throw none(error);
      if (!(error instanceof LogTooLargeError)) throw error;
      const action = { title: l10n.t("Save Raw Job Log…"), command: "forgeline.job.saveRawLog", args: [ref] } as const;
      const most = sizeText(error.limit);
      throw new UserError(
        l10n.t(
          "The log of {0} #{1} is larger than {2}. Save it to a file instead.",
          plainText(job.name, 80),
          job.id,
          most,
        ),
        { cause: error, action },
      );
    }
  });
  if (path === undefined) throw none();
  return path;
}
