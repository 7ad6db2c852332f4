import { l10n } from "vscode";
import { UserError } from "../base/errors.ts";
import type { Context } from "../context.ts";
import { withProgress } from "../ui/progress.ts";
import { shortSha } from "../ui/shortSha.ts";
import { requestPipeline, targetOf } from "./branchPipeline.ts";
import type { PipelineRef } from "./refs.ts";

/**
 * Reads the latest pipeline of what is checked out in the current project, with progress.
 * @returns the pipeline, undefined if there is none, and the name of what it was looked for
 * @throws UserError without a project; ApiError; CancelledError
 */
export async function latestPipelineIfAny(
  context: Pick<Context, "current">,
): Promise<{ readonly ref: PipelineRef | undefined; readonly where: string }> {
  const { project, connection } = context.current.require();
  const target = targetOf(project);
  const pipeline = await withProgress(l10n.t("Looking for the latest pipeline…"), (signal) =>
    requestPipeline(connection.client, project, target, { signal, repeat: true }),
  );
  const where = target.kind === "branch" ? target.ref : target.kind === "commit" ? shortSha(target.sha) : project.name;
  return { ref: pipeline && { instance: project.instance, project: project.project, pipeline }, where };
}

/**
 * Returns the latest pipeline of the current branch, with progress.
 * @param missing returns the message for a branch or commit without a pipeline
 * @throws ApiError, UserError without a pipeline
 */
export async function latestPipeline(context: Context, missing: (where: string) => string): Promise<PipelineRef> {
  const { ref, where } = await latestPipelineIfAny(context);
  if (ref) return ref;
  throw new UserError(missing(where), {
    action: { title: l10n.t("Run Pipeline"), command: "forgeline.pipeline.run" },
  });
}
