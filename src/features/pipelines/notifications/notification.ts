import { commands, l10n, window } from "vscode";
import type { Client } from "../../../api/client.ts";
import type { Job } from "../../../api/resources/jobs.ts";
import type { Pipeline } from "../../../api/resources/pipelines.ts";
import { UserError } from "../../../core/base/errors.ts";
import type { PipelineRef } from "../../../core/pipelines/refs.ts";
import { wholeList } from "../../../core/ui/partialList.ts";
import { plainText } from "../../../core/ui/plainText.ts";
import { withProgress } from "../../../core/ui/progress.ts";
import { runCommand } from "../../../core/ui/runCommand.ts";
import { statusLabel } from "../../../core/ui/statusIcon.ts";
import type { Ending } from "./completionPoller.ts";

const showTestReport = "forgeline.pipeline.showTestReport";

interface Button {
  readonly title: string;
  readonly act: () => PromiseLike<unknown>;
}

/**
 * Shows a notification with actions; resolves when it is closed and the chosen action is done.
 * @throws errors of the chosen action
 */
export async function showNotification(
  ending: Ending,
  clientFor: (instance: string) => Client | undefined,
): Promise<void> {
  const buttons = [...logButtons(ending, clientFor), ...(await testButtons(ending)), ...retryButtons(ending)];
  const titles = buttons.map(({ title }) => title);
  const text = plainText(textOf(ending));
  const chosen = await (failed(ending)
    ? window.showWarningMessage(text, ...titles)
    : window.showInformationMessage(text, ...titles));
  await buttons.find(({ title }) => title === chosen)?.act();
}

const failed = (ending: Ending): boolean => ("job" in ending ? ending.job : ending.pipeline).status === "failed";

/** Returns the message. */
function textOf(ending: Ending): string {
  if ("job" in ending) {
    const { job } = ending;
    const name = plainText(job.name, 60);
    const place = job.pipeline
      ? l10n.t("pipeline #{0} on {1}", job.pipeline.id, plainText(job.ref, 60))
      : plainText(job.ref, 60);
    return sentence(l10n.t("Job “{0}” of {1}", name, place), job.status);
  }
  const { pipeline } = ending;
  const name = pipeline.name
    ? l10n.t("Pipeline #{0} “{1}”", pipeline.id, plainText(pipeline.name, 60))
    : l10n.t("Pipeline #{0}", pipeline.id);
  return sentence(l10n.t("{0} on {1}", name, plainText(pipeline.ref, 60)), pipeline.status);
}

function sentence(subject: string, status: Pipeline["status"]): string {
  switch (status) {
    case "success":
      return l10n.t("{0} passed.", subject);
    case "failed":
      return l10n.t("{0} failed.", subject);
    case "canceled":
    case "cancelled":
      return l10n.t("{0} was canceled.", subject);
    case "skipped":
      return l10n.t("{0} was skipped.", subject);
    case "manual":
      return l10n.t("{0} is waiting for a manual job.", subject);
    default:
      return l10n.t("{0} finished: {1}.", subject, statusLabel(status));
  }
}

function logButtons(ending: Ending, clientFor: (instance: string) => Client | undefined): Button[] {
  if ("job" in ending) {
    const log = { title: l10n.t("Show Log"), act: () => runCommand("forgeline.job.showLog", ending) };
    const why = { title: l10n.t("Why Is It Red?"), act: () => runCommand("forgeline.diagnosis.show", ending) };
    return failed(ending) ? [why, log] : [log];
  }
  if (!failed(ending))
    return [{ title: l10n.t("Show Pipeline"), act: () => runCommand("forgeline.pipeline.reveal", ending) }];
  return [
    { title: l10n.t("Why Is It Red?"), act: () => runCommand("forgeline.diagnosis.show", ending) },
    { title: l10n.t("Show Log"), act: () => showFirstFailed(ending, clientFor(ending.instance)) },
  ];
}

/** Shows the log of the first failed job, which is read only when needed. */
async function showFirstFailed(ref: PipelineRef, client: Client | undefined): Promise<void> {
  const { instance, project, pipeline } = ref;
  const jobs = client
    ? await withProgress(l10n.t("Looking for the first failed job of pipeline #{0}…", pipeline.id), (signal) =>
        client.jobs
          .listForPipeline(project, pipeline.id, { scope: ["failed"] }, { perPage: 100, signal })
          .all({ signal }),
      )
    : { items: [] };
  const first = firstFailed(jobs.items) ?? firstFailed(wholeList(jobs));
  if (!first) {
    throw new UserError(l10n.t("No failed jobs of pipeline #{0} have a log.", pipeline.id), {
      action: { title: l10n.t("Show Pipeline"), command: "forgeline.pipeline.reveal", args: [ref] },
    });
  }
  await runCommand("forgeline.job.showLog", { instance, project, job: first });
}

/** Returns the job that ended first of those that made the pipeline fail. */
export function firstFailed(jobs: readonly Job[]): Job | undefined {
  const end = ({ finished_at: finished }: Job): number => Date.parse(finished ?? "") || Infinity;
  return jobs
    .filter(({ status, allow_failure: allowed }) => status === "failed" && allowed !== true)
    .sort((a, b) => (end(a) === end(b) ? a.id - b.id : end(a) - end(b)))[0];
}

async function testButtons(ending: Ending): Promise<Button[]> {
  const ref = pipelineOf(ending);
  if (!ref || !(await commands.getCommands(true)).includes(showTestReport)) return [];
  return [{ title: l10n.t("Show Tests"), act: () => commands.executeCommand(showTestReport, ref) }];
}

function pipelineOf(ending: Ending): PipelineRef | undefined {
  if (!("job" in ending)) return ending;
  const { instance, project, job } = ending;
  return job.pipeline
    ? { instance, project, pipeline: { ...job.pipeline, web_url: job.pipeline.web_url ?? "" } }
    : undefined;
}

function retryButtons(ending: Ending): Button[] {
  const { status } = "job" in ending ? ending.job : ending.pipeline;
  if (status !== "failed" && status !== "canceled") return [];
  return [
    {
      title: l10n.t("Retry"),
      act: () =>
        "job" in ending ? runCommand("forgeline.job.retry", ending) : runCommand("forgeline.pipeline.retry", ending),
    },
  ];
}
