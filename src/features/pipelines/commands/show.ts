import { l10n } from "vscode";
import { UserError } from "../../../core/base/errors.ts";
import type { App } from "../../../core/context.ts";
import { askPipeline } from "../../../core/pipelines/pickPipeline.ts";
import type { PipelineRef } from "../../../core/refs.ts";
import { pickRef } from "../../../core/ui/pickRef.ts";
import { withProgress } from "../../../core/ui/progress.ts";

/** Shows the newest pipeline of a branch or tag in the Pipelines view. */
export async function showLatest(app: App, given?: string): Promise<void> {
  const { project, connection } = app.current.require();
  const ref =
    given ??
    (await pickRef(app, {
      title: l10n.t("Show Latest Pipeline"),
      placeholder: l10n.t("Branch or tag, picked or typed"),
      active: project.branch,
    }));
  const pipeline = await withProgress(l10n.t("Looking for the latest pipeline of “{0}”…", ref), (signal) =>
    connection.client.pipelines.latest(project.project, { ref }, { signal }),
  );
  if (!pipeline) {
    throw new UserError(l10n.t("There is no pipeline for the newest commit of “{0}” yet.", ref), {
      action: { title: l10n.t("Run Pipeline"), command: "forgeline.pipeline.run" },
    });
  }
  await (await app.pipelines.load())?.reveal({ instance: project.instance, project: project.project, pipeline });
}

export async function reveal(app: App, given?: PipelineRef): Promise<void> {
  const ref = await askPipeline(app, given, {
    title: l10n.t("Show Pipeline"),
    placeholder: l10n.t("Pipeline to show in the side bar"),
  });
  await (await app.pipelines.load())?.reveal(ref);
}
