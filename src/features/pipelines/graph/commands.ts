import { l10n } from "vscode";
import type { App } from "../../../core/context.ts";
import { askPipeline } from "../../../core/pipelines/pickPipeline.ts";
import type { PipelineRef } from "../../../core/refs.ts";
import { withProgress } from "../../../core/ui/progress.ts";

/** Shows the graph of a pipeline: of the given one, else of the newest of the current branch, else of one that the person picks. */
export async function showGraph(app: App, given?: PipelineRef): Promise<void> {
  const ref =
    given ??
    (await latestHere(app)) ??
    (await askPipeline(app, undefined, {
      title: l10n.t("Show Pipeline Graph"),
      placeholder: l10n.t("Pipeline whose graph is meant"),
    }));
  await app.pipelineGraphs.open(app, ref);
}

/** The newest pipeline of the current branch; undefined where there is no branch, or no pipeline for its newest commit. */
async function latestHere(app: App): Promise<PipelineRef | undefined> {
  const { project, connection } = app.current.require();
  const { branch, instance } = project;
  if (branch === undefined) return undefined;
  const pipeline = await withProgress(l10n.t("Looking for the latest pipeline of “{0}”…", branch), (signal) =>
    connection.client.pipelines.latest(project.project, { ref: branch }, { signal }),
  );
  return pipeline && { instance, project: project.project, pipeline };
}
