import { l10n } from "vscode";
import type { Context } from "../context.ts";
import { withProgress } from "../ui/progress.ts";
import { targetOf } from "./branchPipeline.ts";
import type { PipelineRef } from "./refs.ts";

/**
 * Reads the latest pipeline of what is checked out in the current project: of its branch, else of its commit, else of the default branch.
 * @returns the pipeline, undefined if there is none, and what it was looked for
 * @throws UserError without a project; ApiError; CancelledError
 */
export async function latestPipeline(
  context: Pick<Context, "current">,
): Promise<{ readonly ref: PipelineRef | undefined; readonly where: string }> {
  const { project, connection } = context.current.require();
  const { client } = connection;
  const target = targetOf(project);
  const pipeline = await withProgress(l10n.t("Looking for the latest pipeline…"), async (signal) => {
    switch (target.kind) {
      case "branch":
        return client.pipelines.latest(project.project, { ref: target.ref }, { signal });
      case "default":
        return client.pipelines.latest(project.project, {}, { signal });
      case "commit":
        return (await client.pipelines.list(project.project, { sha: target.sha }, { perPage: 1, signal }).page())
          .items[0];
      case "nothing":
        return undefined;
    }
  });
  const where =
    target.kind === "branch" ? target.ref : target.kind === "commit" ? target.sha.slice(0, 8) : project.name;
  return { ref: pipeline && { instance: project.instance, project: project.project, pipeline }, where };
}
