import { env, l10n } from "vscode";
import { UserError } from "../../../core/base/errors.ts";
import { pickPipeline } from "../../../core/pipelines/pickPipeline.ts";
import type { PipelineRef } from "../../../core/pipelines/refs.ts";
import { notice } from "../../../core/ui/notice.ts";
import { pickRef } from "../../../core/ui/pickRef.ts";
import { withProgress } from "../../../core/ui/progress.ts";
import type { PipelinesContext } from "../context.ts";

/** Shows the newest pipeline of a branch or tag in the Pipelines view. */
export async function showLatest(context: PipelinesContext, given?: string): Promise<void> {
  const { project, connection } = context.current.require();
  const ref =
    given ??
    (await pickRef(context, {
      title: l10n.t("Show Latest Pipeline"),
      placeholder: l10n.t("Select or enter a branch or tag"),
      active: project.branch,
    }));
  const pipeline = await withProgress(l10n.t("Looking for the latest pipeline of “{0}”…", ref), (signal) =>
    connection.client.pipelines.latest(project.project, { ref }, { signal }),
  );
  if (!pipeline) {
    throw new UserError(l10n.t("No pipeline for the latest commit of “{0}” yet.", ref), {
      action: { title: l10n.t("Run Pipeline"), command: "forgeline.pipeline.run" },
    });
  }
  await (await context.view.load())?.reveal({ instance: project.instance, project: project.project, pipeline });
}

export async function reveal(context: PipelinesContext, given?: PipelineRef): Promise<void> {
  const ref = await pickPipeline(context, given, {
    title: l10n.t("Show Pipeline"),
    placeholder: l10n.t("Select a pipeline to show in the side bar"),
  });
  await (await context.view.load())?.reveal(ref);
}

/** Copies the ID of the given pipeline, or of one that the user picks. */
export async function copyId(context: PipelinesContext, given?: PipelineRef): Promise<void> {
  const { pipeline } = await pickPipeline(context, given, {
    title: l10n.t("Copy Pipeline ID"),
    placeholder: l10n.t("Select a pipeline"),
  });
  await env.clipboard.writeText(String(pipeline.id));
  notice(l10n.t("Copied pipeline ID {0}.", pipeline.id));
}
