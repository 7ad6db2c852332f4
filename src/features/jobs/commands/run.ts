import { l10n } from "vscode";
import { ApiError } from "../../../api/errors.ts";
import { UserError } from "../../../core/base/errors.ts";
import { instanceHost } from "../../../core/base/instanceUrl.ts";
import { foundIf } from "../../../core/commands/findWrite.ts";
import { applicable, type ManyOptions, runMany } from "../../../core/commands/runMany.ts";
import { runWrite } from "../../../core/commands/runWrite.ts";
import { confirmCancelJob, confirmCancelJobs } from "../../../core/pipelines/confirmCancel.ts";
import { pickJob, pickOneOf, jobName } from "../../../core/pipelines/pickPipeline.ts";
import type { JobRef } from "../../../core/pipelines/refs.ts";
import { hasLog, jobContext, mayCancelJob } from "../../../core/pipelines/rowContext.ts";
import { retryJob, unlessState } from "../../../core/pipelines/writes.ts";
import { notice, offer } from "../../../core/ui/notice.ts";
import { runCommand } from "../../../core/ui/runCommand.ts";
import { statusLabel } from "../../../core/ui/statusIcon.ts";
import type { JobsContext } from "../context.ts";

const isInContext =
  (word: string) =>
  (job: JobRef["job"]): boolean =>
    jobContext(job).split(" ").includes(word);
const changeOf = ({ instance, project, job }: JobRef) =>
  ({ instance, project, subject: "job", id: job.id, ...(job.pipeline && { pipelineId: job.pipeline.id }) }) as const;

export async function retry(context: JobsContext, given?: JobRef, selected?: readonly JobRef[]): Promise<void> {
  const many = applicable(given, selected, ({ job }) => isInContext("retryable")(job));
  if (many)
    return runMany(context, many, {
      title: l10n.t("Retry Job"),
      confirm: {
        question: (shown) => ({
          one: l10n.t("Retry {0} job?", shown),
          other: l10n.t("Retry {0} jobs?", shown),
        }),
        button: l10n.t("Retry Jobs"),
      },
      ...retrying(context),
    });
  const ref = await pickJob(context, given, {
    title: l10n.t("Retry Job"),
    placeholder: l10n.t("Select a job to retry"),
    applies: isInContext("retryable"),
    scope: ["success", "failed", "canceled"],
    empty: l10n.t("No jobs to retry"),
  });
  offerLog({ ...ref, job: await retryJob(context, ref) }, l10n.t("Retrying {0}.", jobName(ref)));
}

/** Retries the failed jobs of a stage or of a job group. */
export async function retryFailed(context: JobsContext, given: readonly JobRef[] = []): Promise<void> {
  const failed = given.filter(({ job }) => job.status === "failed");
  if (failed.length === 0) {
    context.current.require();
    throw new UserError(l10n.t("No failed jobs to retry."));
  }
  await runMany(context, failed, {
    title: l10n.t("Retry Failed Jobs"),
    confirm: {
      question: (shown) => ({
        one: l10n.t("Retry {0} failed job?", shown),
        other: l10n.t("Retry {0} failed jobs?", shown),
      }),
      button: l10n.t("Retry Failed Jobs"),
    },
    ...retrying(context),
  });
}

/** Returns the texts and the action for retrying several jobs. */
const retrying = (context: JobsContext): Pick<ManyOptions<JobRef>, "doing" | "done" | "name" | "act"> => ({
  doing: (shown) => ({ one: l10n.t("Retrying {0} job", shown), other: l10n.t("Retrying {0} jobs", shown) }),
  done: (shown) => ({ one: l10n.t("Retrying {0} job.", shown), other: l10n.t("Retrying {0} jobs.", shown) }),
  name: jobName,
  act: (ref, within) => retryJob(context, ref, within),
});

export async function cancel(context: JobsContext, given?: JobRef, selected?: readonly JobRef[]): Promise<void> {
  const many = applicable(given, selected, ({ job }) => isInContext("cancelable")(job));
  if (many)
    return runMany(context, many, {
      title: l10n.t("Cancel Job"),
      confirm: () => confirmCancelJobs(context, many),
      doing: (shown) => ({
        one: l10n.t("Canceling {0} job", shown),
        other: l10n.t("Canceling {0} jobs", shown),
      }),
      done: (shown) => ({
        one: l10n.t("Canceling {0} job.", shown),
        other: l10n.t("Canceling {0} jobs.", shown),
      }),
      name: jobName,
      act: (ref, within) => sendCancel(context, ref, within),
    });
  const ref = await pickJob(context, given, {
    title: l10n.t("Cancel Job"),
    placeholder: l10n.t("Select a job to cancel"),
    applies: isInContext("cancelable"),
    empty: l10n.t("No jobs to cancel"),
  });
  await confirmCancelJob(context, ref);
  await sendCancel(context, ref);
  notice(l10n.t("Canceling {0}.", jobName(ref)));
}

function sendCancel(context: JobsContext, ref: JobRef, within?: AbortSignal): Promise<unknown> {
  const { client } = context.connections.get(ref.instance);
  return runWrite<unknown>(
    context,
    l10n.t("Canceling {0}…", jobName(ref)),
    changeOf(ref),
    (signal) =>
      unlessState(
        async () => {
          const { status } = await client.jobs.get(ref.project, ref.job.id, { signal });
          return mayCancelJob({ status })
            ? undefined
            : l10n.t("Cannot cancel {0}. Its status is “{1}”.", jobName(ref), statusLabel(status));
        },
        () => client.jobs.cancel(ref.project, ref.job.id, { signal }),
      ),
    {
      within,
      find: async (signal) =>
        foundIf(
          await client.jobs.get(ref.project, ref.job.id, { signal }),
          ({ status }) => status?.startsWith("cancel") === true,
        ),
    },
  );
}

/** Starts a manual job, or a delayed one before its time, where the host has a route for that: the documents have none. */
export async function play(context: JobsContext, given?: JobRef): Promise<void> {
  const title = l10n.t("Play Job");
  if (!given) {
    const { connection } = context.current.require();
    if (connection.client.extras.available("playJob") === false) throw cannotPlay(connection.client.baseUrl);
  }
  const ref = await pickJob(context, given, {
    title,
    placeholder: l10n.t("Select a manual or delayed job to start"),
    applies: isInContext("playable"),
    scope: ["manual", "scheduled"],
    empty: l10n.t("No manual or delayed jobs"),
  });
  const { client } = context.connections.get(ref.instance);
  try {
    const job = await runWrite(
      context,
      l10n.t("Starting {0}…", jobName(ref)),
      changeOf(ref),
      (signal) => client.extras.playJob(ref.project, ref.job.id, {}, { signal }),
      {
        find: async (signal) =>
          foundIf(
            await client.jobs.get(ref.project, ref.job.id, { signal }),
            ({ status }) => status !== "manual" && status !== "scheduled",
          ),
      },
    );
    offerLog({ ...ref, job }, l10n.t("Starting {0}.", jobName(ref)));
  } catch (error) {
    if (error instanceof ApiError && client.extras.available("playJob") === false)
      throw cannotPlay(ref.instance, ref, error);
    throw error;
  }
}

function cannotPlay(instance: string, ref?: JobRef, cause?: unknown): UserError {
  return new UserError(
    l10n.t(
      "{0} does not support starting manual jobs through its API. Start the job on its web page.",
      instanceHost(instance),
    ),
    {
      cause,
      ...(ref && { action: { title: l10n.t("Open in Browser"), command: "forgeline.openInBrowser", args: [ref] } }),
    },
  );
}

const offerLog = (ref: JobRef, text: string): void =>
  offer(text, l10n.t("Show Log"), () => runCommand("forgeline.job.showLog", ref));

const pickJobWithLog = (context: JobsContext, given: JobRef | undefined, title: string): Promise<JobRef> =>
  pickJob(context, given, {
    title,
    placeholder: l10n.t("Select a job"),
    applies: hasLog,
    empty: l10n.t("No jobs with a log"),
  });

export async function showLog(context: JobsContext, given?: JobRef): Promise<void> {
  await context.logs.show(await pickJobWithLog(context, given, l10n.t("Show Job Log")));
}

/** Stops following a log; the channel stays. */
export async function stopLog(context: JobsContext, given?: JobRef): Promise<void> {
  const { following } = context.logs;
  if (following.length === 0) {
    notice(l10n.t("No job log is being followed."));
    return;
  }
  context.logs.stop(
    given ??
      (await pickOneOf(following, l10n.t("Stop Following Job Log"), l10n.t("Select a job log to stop following"))),
  );
}
