import { l10n } from "vscode";
import { ApiError } from "../../api/errors.ts";
import type { Job } from "../../api/resources/jobs.ts";
import type { PipelineDetails } from "../../api/resources/pipelines.ts";
import type { ProjectScope } from "../base/refs.ts";
import { foundIf, foundInAll, madeSince } from "../commands/findWrite.ts";
import { runWrite } from "../commands/runWrite.ts";
import type { Context } from "../context.ts";
import { orRefresh, refusalOf } from "../ui/refusals.ts";
import { statusLabel } from "../ui/statusIcon.ts";
import { jobName, pipelineName } from "./pickPipeline.ts";
import type { JobRef, PipelineRef } from "./refs.ts";
import { mayRetryJob } from "./rowContext.ts";
import type { Variable } from "./variableRules.ts";

type WriteContext = Pick<Context, "changes" | "connections" | "report" | "unanswered">;

/** What a pipeline is started with. */
export interface NewPipeline {
  readonly ref: string;
  readonly variables: readonly Variable[];
}

/** Retries a job, whose name may lack the number of a parallel one. @param within signal of a progress that is shown already @throws ApiError, UserError */
export function retryJob(context: WriteContext, ref: JobRef, within?: AbortSignal): Promise<Job> {
  const { instance, project, job } = ref;
  const { client } = context.connections.get(instance);
  const { id, name, pipeline } = job;
  // The new attempt takes the job's place in its pipeline.
  const find =
    pipeline &&
    (async (signal: AbortSignal) => {
      const jobs = await client.jobs
        .listForPipeline(project, pipeline.id, { include_retried: true }, { perPage: 100, signal })
        .all({ max: 10_000, signal });
      const its = jobs.items.find((one) => one.id === id)?.name ?? name;
      return foundInAll(jobs, (one) => one.name === its && one.id > id);
    });
  return runWrite<Job>(
    context,
    l10n.t("Retrying {0}…", jobName(ref)),
    { instance, project, subject: "job", id, ...(pipeline && { pipelineId: pipeline.id }) },
    (signal) =>
      unlessState(
        async () => {
          const { status } = await client.jobs.get(project, id, { signal });
          if (!mayRetryJob({ status }))
            return l10n.t("Cannot retry {0}. Its status is “{1}”.", jobName(ref), statusLabel(status));
          const later = await find?.(signal);
          return later && l10n.t("Cannot retry {0}. It was already retried as job #{1}.", jobName(ref), later.done.id);
        },
        () => client.jobs.retry(project, id, { signal }),
      ),
    { within, ...(find && { find }) },
  );
}

/**
 * Sends a write about a job, for which hosts refuse with 403 both what the account may not do and what the job's state excludes.
 * @param stateProblem reads why the state excludes it; undefined if it does not
 * @throws UserError if it does; any other error as it is
 */
export async function unlessState<T>(
  stateProblem: () => Promise<string | undefined>,
  request: () => Promise<T>,
): Promise<T> {
  try {
    return await request();
  } catch (error) {
    if (!(error instanceof ApiError) || error.kind !== "forbidden") throw error;
    const problem = await stateProblem().catch(() => undefined);
    throw problem === undefined ? error : refusalOf(error, { forbidden: () => orRefresh(problem) });
  }
}

/** Retries the failed and canceled jobs of a pipeline. @param within signal of a progress that is shown already @throws ApiError, UserError */
export function retryPipeline(context: WriteContext, ref: PipelineRef, within?: AbortSignal): Promise<unknown> {
  const { instance, project } = ref;
  const { client } = context.connections.get(instance);
  const { id } = ref.pipeline;
  return runWrite<unknown>(
    context,
    l10n.t("Retrying {0}…", pipelineName(ref)),
    { instance, project, subject: "pipeline", id },
    (signal) => client.pipelines.retry(project, id, { signal }),
    {
      within,
      find: async (signal) => {
        const { items } = await client.jobs
          .listForPipeline(project, id, { scope: ["failed", "canceled"] }, { perPage: 1, signal })
          .page();
        return foundIf(items, ({ length }) => length === 0);
      },
    },
  );
}

/** Starts a pipeline. @param within signal of a progress that is shown already @throws ApiError, UserError */
export function startPipeline(
  context: WriteContext,
  { instance, project }: ProjectScope,
  what: NewPipeline,
  within?: AbortSignal,
): Promise<PipelineDetails> {
  const { client, session } = context.connections.get(instance);
  const { ref, variables } = what;
  return runWrite<PipelineDetails>(
    context,
    l10n.t("Starting a pipeline on “{0}”…", ref),
    { instance, project, subject: "pipeline" },
    (signal) => client.pipelines.create(project, { ref, ...(variables.length > 0 && { variables }) }, { signal }),
    {
      within,
      what,
      hostTime: client.hostTime,
      find: async (signal, since, isEarlier) => {
        const query = { ref, source: "api", username: session?.user.username } as const;
        const { items } = await client.pipelines.list(project, query, { perPage: 20, signal }).page();
        const started = items.findLast((one) => madeSince(one.created_at, since) && !isEarlier(one));
        return started && { done: await client.pipelines.get(project, started.id, { signal }) };
      },
    },
  );
}
