import { l10n } from "vscode";
import { Answer, oneLine } from "../../../core/diagnosis/answer.ts";
import { jobName, pipelineName } from "../../../core/pipelines/pickPipeline.ts";
import type { JobRef, PipelineRef } from "../../../core/pipelines/refs.ts";
import { jobContext, mayRetry } from "../../../core/pipelines/rowContext.ts";
import { retryJob, retryPipeline } from "../../../core/pipelines/writes.ts";
import { plainText } from "../../../core/ui/plainText.ts";
import type { AgentsContext } from "../context.ts";
import { type ToolInput, toolError } from "../input.ts";
import { projectText, toolProject } from "../subject.ts";
import type { AgentTool } from "../tool.ts";

/** Limit of jobs that are named when a pipeline is retried. */
const mostJobs = 50;

/** Runs a job again, or what failed of a pipeline. */
export const retry: AgentTool = {
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
  async confirm(context, input, signal) {
    const ref = await readRef(context, input, signal);
    const where = projectText(context);
    if ("job" in ref) {
      const { id, status, pipeline, ref: branch } = ref.job;
      return {
        title: l10n.t("Retry job?"),
        message: l10n.t(
          "Retry {0} (#{1}, {2}) of pipeline #{3} for “{4}” in {5}.",
          jobName(ref),
          id,
          plainText(status, 40),
          pipeline?.id ?? "",
          plainText(branch ?? pipeline?.ref, 100),
          where,
        ),
      };
    }
    const { connection, project } = toolProject(context);
    const { id, ref: branch } = ref.pipeline;
    const jobs = await connection.client.jobs
      .listForPipeline(project, id, { scope: ["failed", "canceled"] }, { perPage: mostJobs, signal })
      .page();
    if (jobs.items.length === 0) throw toolError(`Pipeline ${id} has no failed or canceled jobs.`);
    return {
      title: l10n.t("Retry pipeline?"),
      message: l10n.t(
        "Retry the failed and canceled jobs of {0} for “{1}” in {2}:",
        pipelineName(ref),
        plainText(branch, 100),
        where,
      ),
      sent: [...jobs.items.map(({ name, id: job }) => `${oneLine(name)} (#${job})`), ...(jobs.next ? ["…"] : [])].join(
        "\n",
      ),
    };
  },
  async run(context, input, signal) {
    const ref = await readRef(context, input, signal);
    const answer = new Answer();
    if ("job" in ref) {
      const { id, name, status } = await retryJob(context, ref, signal);
      return answer
        .say(`Job ${ref.job.id} "${oneLine(name)}" runs again as job ${id}: ${oneLine(status)}.`)
        .hint(`forgeline_read_job_log with job=${id}, mode="tail" once it runs`);
    }
    const { id } = ref.pipeline;
    await retryPipeline(context, ref, signal);
    return answer
      .say(`The failed and canceled jobs of pipeline ${id} run again.`)
      .hint(`forgeline_get_pipeline with pipeline=${id}`);
  },
};

async function readRef(context: AgentsContext, input: ToolInput, signal: AbortSignal): Promise<JobRef | PipelineRef> {
  const [job, pipeline] = [input.id("job"), input.id("pipeline")];
  if ((job === undefined) === (pipeline === undefined)) throw toolError('Give either "job" or "pipeline".');
  const { instance, project, connection } = toolProject(context);
  const { jobs, pipelines } = connection.client;
  if (job !== undefined) {
    const read = await jobs.get(project, job, { signal });
    if (!jobContext(read).split(" ").includes("retryable"))
      throw toolError(`Job ${job} is ${oneLine(read.status)} and cannot be retried.`);
    return { instance, project, job: read };
  }
  const read = await pipelines.get(project, pipeline ?? 0, { signal });
  if (!mayRetry(read)) throw toolError(`Pipeline ${read.id} is ${oneLine(read.status)} and cannot be retried.`);
  return { instance, project, pipeline: read };
}
