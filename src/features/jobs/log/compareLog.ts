import { commands, l10n, type Uri, workspace } from "vscode";
import type { Client } from "../../../api/client.ts";
import type { Job } from "../../../api/resources/jobs.ts";
import { UserError } from "../../../core/base/errors.ts";
import { logAddress, logParts } from "../../../core/logText/address.ts";
import { alignLogs } from "../../../core/logText/alignLogs.ts";
import { errorKind } from "../../../core/logText/errorKind.ts";
import { LogText } from "../../../core/logText/logText.ts";
import { readInTurns } from "../../../core/logText/readInTurns.ts";
import { lastPassedJob } from "../../../core/pipelines/lastPassedJob.ts";
import type { JobRef } from "../../../core/pipelines/refs.ts";
import { notice } from "../../../core/ui/notice.ts";
import { plainText } from "../../../core/ui/plainText.ts";
import { type Step, withProgress } from "../../../core/ui/progress.ts";
import { sizeText } from "../../../core/ui/size.ts";
import type { JobsContext } from "../context.ts";
import { jobFor, shownLog } from "./actions.ts";

/** Largest log that is compared, in bytes: four times what runners write by default. */
const limit = 16 * 1024 * 1024;

/** Shows a diff of a job's log and that of the last job of its name that passed, without what differs between any two runs. */
export async function compareLog(context: JobsContext, given?: JobRef | Uri): Promise<void> {
  const ref = await jobFor(context, given ?? shownLog(), l10n.t("Compare Job Log with Last Passed"));
  const { left, right, title, isSame } = await withProgress(
    l10n.t("Comparing the log of {0} #{1}", plainText(ref.job.name, 80), ref.job.id),
    (signal, step) => prepare(context, ref, signal, step),
  );
  await commands.executeCommand("vscode.diff", left, right, title, { preview: true });
  if (isSame) notice(l10n.t("The logs differ only in times, IDs and the like."));
}

interface Sides {
  readonly left: Uri;
  readonly right: Uri;
  readonly title: string;
  readonly isSame: boolean;
}

async function prepare(context: JobsContext, ref: JobRef, signal: AbortSignal, step: Step): Promise<Sides> {
  const { instance, project } = ref;
  const { client } = context.connections.get(instance);
  step(l10n.t("Looking for the last passed job…"));
  const job = typeof ref.job.ref === "string" ? ref.job : await client.jobs.get(project, ref.job.id, { signal });
  const passed = await lastPassedJob(client, project, job, signal);
  if (!passed)
    throw new UserError(
      l10n.t(
        "No passed job “{0}” found on “{1}” or on its target branch.",
        plainText(job.name, 80),
        plainText(job.ref, 100),
      ),
    );
  for (const one of [passed, job]) checkSize(one, one.artifacts?.find(({ file_type: type }) => type === "trace")?.size);
  step(l10n.t("Reading the logs…"));
  const files = await context.logDocuments.load();
  const [before, document] = await Promise.all([
    readLog(client, { instance, project, job: passed }, signal),
    // Opened at once, so that VS Code closes it if it is not shown.
    files.load({ instance, project, job }, signal).then((uri) => workspace.openTextDocument(uri)),
  ]);
  const text = document.getText();
  checkSize(job, text.length);
  const { lines, removed, added } = await alignLogs(before.split("\n"), text.split("\n"), signal);
  const { path } = logParts(logAddress({ instance, project, job: passed }));
  return {
    left: context.texts.put(`last-passed-${job.id}${path}`, lines.join("\n")),
    right: document.uri,
    title: l10n.t(
      "{0}: #{1} (passed, {2}) ↔ #{3}",
      plainText(job.name, 80),
      passed.id,
      plainText(passed.ref, 60),
      job.id,
    ),
    isSame: removed + added === 0,
  };
}

/** Returns the text of a log as its document shows it. @throws UserError if it was erased or is too large; ApiError */
async function readLog(client: Client, { project, job }: JobRef, signal: AbortSignal): Promise<string> {
  const log = new LogText();
  try {
    const { body } = await client.jobs.trace(project, job.id, { signal });
    await readInTurns(body, signal, (chunk) => {
      log.push(chunk);
      checkSize(job, log.read);
    });
  } catch (error) {
    if (errorKind(error) !== "notFound") throw error;
  }
  log.end();
  if (log.read === 0)
    throw new UserError(
      l10n.t("The log of the last passed job “{0}” (#{1}) was erased.", plainText(job.name, 80), job.id),
    );
  return (await log.snapshot().text(Buffer.alloc(0))).toString();
}

/** @throws UserError for a log that is too large to compare */
function checkSize({ id }: Pick<Job, "id">, bytes: number | null | undefined): void {
  if ((bytes ?? 0) > limit)
    throw new UserError(l10n.t("The log of job #{0} is too large to compare: the limit is {1}.", id, sizeText(limit)));
}
