import { l10n } from "vscode";
import { pickPipeline } from "../../../core/pipelines/pickPipeline.ts";
import type { PipelineRef } from "../../../core/pipelines/refs.ts";
import { withProgress } from "../../../core/ui/progress.ts";
import type { PipelinesContext } from "../context.ts";

/** Shows the graph of the given pipeline, else of the current branch's latest, else of one that the user picks. */
export async function showGraph(context: PipelinesContext, given?: PipelineRef): Promise<void> {
  const ref =
    given ??
    (await latestHere(context)) ??
    (await pickPipeline(context, undefined, {
      title: l10n.t("Show Pipeline Graph"),
      placeholder: l10n.t("Select a pipeline to show its graph"),
    }));
  await context.graphs.open(ref);
}

/** Returns the latest pipeline of the current branch; undefined without a branch, or a pipeline for its newest commit. */
async function latestHere(context: PipelinesContext): Promise<PipelineRef | undefined> {
  const { project, connection } = context.current.require();
  const { branch, instance } = project;
  if (branch === undefined) return undefined;
  const pipeline = await withProgress(l10n.t("Looking for the latest pipeline of “{0}”…", branch), (signal) =>
    connection.client.pipelines.latest(project.project, { ref: branch }, { signal }),
  );
  return pipeline && { instance, project: project.project, pipeline };
}
