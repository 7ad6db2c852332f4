import { l10n } from "vscode";
import type { Job } from "../../../api/resources/jobs.ts";
import { Answer, oneLine } from "../../../core/diagnosis/answer.ts";
import { jobName, pipelineName } from "../../../core/pipelines/pickPipeline.ts";
import { jobContext, mayRetry } from "../../../core/pipelines/rowContext.ts";
import { retryJob, retryPipeline } from "../../../core/pipelines/writes.ts";
import { wholeList } from "../../../core/ui/partialList.ts";
import { plainText } from "../../../core/ui/plainText.ts";
import type { AgentsContext } from "../context.ts";
import { toolError } from "../input.ts";
import { nameText, projectText, toolProject, type ToolProject } from "../subject.ts";
import type { WritePlan, WritingTool } from "../tool.ts";

/** Runs a job again, or what failed of a pipeline. */
export const retry: WritingTool = {
  title: "Retry a Job or Pipeline",
  reference: "forgelineRetry",
  icon: "debug-restart",
  userDescription: "Retries a job, or the failed and canceled jobs of a pipeline, after you confirm",
  modelDescription:
    "Retries one finished CI job, or all failed and canceled jobs of a pipeline; give either job or pipeline. Use it only when the user asks for a retry, or for failures that are not the code's fault, such as a runner or network failure. The user confirms each call. Get IDs from forgeline_explain_failure or forgeline_get_pipeline.",
  input: {
    type: "object",
    properties: {
      job: { type: "integer", description: "ID of a job.", minimum: 1 },
      pipeline: { type: "integer", description: "ID of a pipeline.", minimum: 1 },
    },
  },
  async plan(context, input, signal) {
    const [job, pipeline] = [input.id("job"), input.id("pipeline")];
    const project = toolProject(context);
    if (job !== undefined && pipeline === undefined) return planJob(context, project, job, signal);
    if (pipeline !== undefined && job === undefined) return planPipeline(context, project, pipeline, signal);
    throw toolError('Give either "job" or "pipeline".');
  },
};

async function planJob(
  context: AgentsContext,
  scope: ToolProject,
  id: number,
  signal: AbortSignal,
): Promise<WritePlan> {
  const { instance, project, connection } = scope;
  const job = await connection.client.jobs.get(project, id, { signal });
  const { status, pipeline, ref: branch } = job;
  if (!jobContext(job).split(" ").includes("retryable"))
    throw toolError(`Job ${id} is ${oneLine(status)} and cannot be retried.`);
  const ref = { instance, project, job };
  return {
    project: scope,
    confirmation: {
      title: l10n.t("Retry job?"),
      message: l10n.t(
        "Retry {0} (#{1}, {2}) of pipeline #{3} for “{4}” in {5}.",
        jobName(ref),
        id,
        plainText(status, 40),
        pipeline?.id ?? "",
        nameText(branch ?? pipeline?.ref ?? ""),
        projectText(scope),
      ),
    },
    async send(within) {
      const next = await retryJob(context, ref, within);
      return new Answer()
        .say(`Job ${id} "${oneLine(next.name)}" runs again as job ${next.id}: ${oneLine(next.status)}.`)
        .hint(`forgeline_read_job_log with job=${next.id}, mode="tail" once it runs`);
    },
  };
}

/** The host retries what has failed by the time of the request, so the jobs are compared with those that were named just before it. */
async function planPipeline(
  context: AgentsContext,
  scope: ToolProject,
  id: number,
  signal: AbortSignal,
): Promise<WritePlan> {
  const { instance, project, connection } = scope;
  const { jobs, pipelines } = connection.client;
  const pipeline = await pipelines.get(project, id, { signal });
  if (!mayRetry(pipeline)) throw toolError(`Pipeline ${id} is ${oneLine(pipeline.status)} and cannot be retried.`);
  const readFailed = async (within: AbortSignal): Promise<readonly Job[]> =>
    wholeList(
      await jobs
        .listForPipeline(project, id, { scope: ["failed", "canceled"] }, { perPage: 100, signal: within })
        .all({ signal: within }),
    );
  const failed = await readFailed(signal);
  if (failed.length === 0) throw toolError(`Pipeline ${id} has no failed or canceled jobs.`);
  const ref = { instance, project, pipeline };
  return {
    project: scope,
    confirmation: {
      title: l10n.t("Retry pipeline?"),
      message: l10n.t(
        "Retry the failed and canceled jobs of {0} for “{1}” in {2}:",
        pipelineName(ref),
        nameText(pipeline.ref ?? ""),
        projectText(scope),
      ),
      sent: failed.map(({ name, id: job }) => `${oneLine(name)} (#${job})`).join("\n"),
    },
    async check(within) {
      const now = new Set((await readFailed(within)).map(({ id: job }) => job));
      if (now.size !== failed.length || failed.some(({ id: job }) => !now.has(job)))
        throw toolError(
          `Other jobs of pipeline ${id} have failed or been canceled since the user was asked. Nothing was sent.`,
        );
    },
    async send(within) {
      await retryPipeline(context, ref, within);
      return new Answer()
        .say(`The failed and canceled jobs of pipeline ${id} run again.`)
        .hint(`forgeline_get_pipeline with pipeline=${id}`);
    },
  };
}
