import { l10n } from "vscode";
import type { MergeRequestPipeline } from "../../../api/resources/mergeRequestTypes.ts";
import { UserError } from "../../../core/base/errors.ts";
import { readHeadPipeline, readMergeRequest } from "../../../core/mergeRequests/read.ts";
import type { MergeRequestRef } from "../../../core/mergeRequests/refs.ts";
import { latestPipelineIfAny } from "../../../core/pipelines/latestPipeline.ts";
import { pickPipeline } from "../../../core/pipelines/pickPipeline.ts";
import { type JobRef, type PipelineRef, unreadPipeline } from "../../../core/pipelines/refs.ts";
import { plainText } from "../../../core/ui/plainText.ts";
import { withProgress } from "../../../core/ui/progress.ts";
import type { DiagnosisContext } from "../context.ts";

/**
 * Shows why a pipeline failed, that of a job or the head pipeline of a merge request; without any of them the latest one of the current
 * branch if it failed, else one that the user picks.
 */
export async function show(context: DiagnosisContext, given?: JobRef | PipelineRef | MergeRequestRef): Promise<void> {
  await context.pages.open(await pipelineOf(context, given));
}

async function pipelineOf(
  context: DiagnosisContext,
  given: JobRef | PipelineRef | MergeRequestRef | undefined,
): Promise<PipelineRef> {
  if (given === undefined) {
    const { ref } = await latestPipelineIfAny(context);
    if (ref?.pipeline.status === "failed") return ref;
    return pickPipeline(context, undefined, {
      title: l10n.t("Why Is the Pipeline Red?"),
      placeholder: l10n.t("Select a failed pipeline"),
      applies: ({ status }) => status === "failed",
    });
  }
  if ("job" in given) return pipelineOfJob(context, given);
  return "pipeline" in given ? given : headPipeline(context, given);
}

async function pipelineOfJob(context: DiagnosisContext, ref: JobRef): Promise<PipelineRef> {
  const { instance, project, job } = ref;
  const { client } = context.connections.get(instance);
  const known = job.pipeline
    ? job
    : await withProgress(l10n.t("Loading {0}…", plainText(job.name, 80)), (signal) =>
        client.jobs.get(project, job.id, { signal }),
      );
  if (known.pipeline)
    return { instance, project, pipeline: { ...unreadPipeline(known.pipeline.id), ...known.pipeline } };
  throw new UserError(l10n.t("The host does not say which pipeline job #{0} belongs to.", job.id));
}

async function headPipeline(context: DiagnosisContext, ref: MergeRequestRef): Promise<PipelineRef> {
  const { instance, project, mergeRequest } = ref;
  const { client } = context.connections.get(instance);
  const head = await withProgress(l10n.t("Loading the pipeline of !{0}…", mergeRequest.iid), async (signal) => {
    const pipeline = await readHeadPipeline(client, mergeRequest, project, signal);
    return pipeline ?? readHeadPipeline(client, await readMergeRequest(context, ref, signal), project, signal);
  });
  if (head) {
    // Pipelines of forks run in the fork.
    const { project_id: own }: MergeRequestPipeline & { readonly project_id?: unknown } = head;
    return {
      instance,
      project: typeof own === "number" ? own : project,
      pipeline: { ...unreadPipeline(head.id), ...head },
    };
  }
  throw new UserError(l10n.t("No pipeline for the latest commit of !{0}.", mergeRequest.iid), {
    action: { title: l10n.t("Run Pipeline"), command: "forgeline.pipeline.run" },
  });
}
