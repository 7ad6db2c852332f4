import { l10n } from "vscode";
import { UserError } from "../../../core/base/errors.ts";
import { pickJob, pickPipeline, jobName, pipelineName } from "../../../core/pipelines/pickPipeline.ts";
import type { JobRef, PipelineRef } from "../../../core/pipelines/refs.ts";
import { notice } from "../../../core/ui/notice.ts";
import { pickOne } from "../../../core/ui/pick.ts";
import { plainText } from "../../../core/ui/plainText.ts";
import { sentence } from "../../../core/ui/sentence.ts";
import { statusLabel } from "../../../core/ui/statusIcon.ts";
import type { PipelinesContext } from "../context.ts";
import { addWatch } from "./addWatch.ts";
import { isOver } from "./ending.ts";
import { watchedOf } from "./watching.ts";
import type { Watched } from "./watchStore.ts";

const isUnfinished = ({ status }: { readonly status?: string | null | undefined }): boolean => !isOver(status);

/** Notifies the user once when a pipeline ends. */
export async function notifyOfPipeline(context: PipelinesContext, given?: PipelineRef): Promise<void> {
  const ref = await pickPipeline(context, given, {
    title: l10n.t("Notify Me When Pipeline Ends"),
    placeholder: l10n.t("Select a pipeline to be notified about"),
    applies: isUnfinished,
  });
  if (!isUnfinished(ref.pipeline))
    throw new UserError(
      l10n.t("{0} is not running (status: {1}).", sentence(pipelineName(ref)), statusLabel(ref.pipeline.status)),
    );
  await addWatch(context.watching, ref);
  notice(l10n.t("You will be notified when {0} ends.", pipelineName(ref)));
}

/** Notifies the user once when a job ends. */
export async function notifyOfJob(context: PipelinesContext, given?: JobRef): Promise<void> {
  const ref = await pickJob(context, given, {
    title: l10n.t("Notify Me When Job Ends"),
    placeholder: l10n.t("Select a job to be notified about"),
    applies: isUnfinished,
    empty: l10n.t("No unfinished jobs"),
  });
  if (!isUnfinished(ref.job))
    throw new UserError(
      l10n.t("{0} is not running (status: {1}).", sentence(jobName(ref)), statusLabel(ref.job.status)),
    );
  await addWatch(context.watching, ref);
  notice(l10n.t("You will be notified when {0} ends.", jobName(ref)));
}

/** Cancels a notification. */
export async function stopWatching(context: PipelinesContext, given?: PipelineRef | JobRef): Promise<void> {
  const watched = given ? watchedOf(given) : await ask(context);
  if (!watched) {
    notice(l10n.t("No pipelines or jobs are watched."));
    return;
  }
  await context.watching.remove(watched);
  notice(
    watched.kind === "job"
      ? l10n.t("Job #{0} is no longer watched.", watched.id)
      : l10n.t("Pipeline #{0} is no longer watched.", watched.id),
  );
}

async function ask(context: PipelinesContext): Promise<Watched | undefined> {
  const { all } = context.watching;
  if (all.length === 0) return undefined;
  return pickOne<Watched>({
    title: l10n.t("Stop Watching Pipeline or Job"),
    placeholder: l10n.t("Select a pipeline or job to stop watching"),
    choices: all.map((watch) => ({
      label:
        watch.kind === "job"
          ? l10n.t("Job #{0} {1}", watch.id, plainText(watch.name ?? "", 100))
          : l10n.t("Pipeline #{0}", watch.id),
      description: plainText(String(watch.project), 100),
      value: watch,
    })),
  });
}
