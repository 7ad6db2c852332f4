import { l10n } from "vscode";
import { UserError } from "../../../core/base/errors.ts";
import { latestPipelineIfAny } from "../../../core/pipelines/latestPipeline.ts";
import type { PipelineRef } from "../../../core/pipelines/refs.ts";
import { notice } from "../../../core/ui/notice.ts";
import { pickOne } from "../../../core/ui/pick.ts";
import { plainText } from "../../../core/ui/plainText.ts";
import { statusIcon, statusLabel } from "../../../core/ui/statusIcon.ts";
import { statusStyle } from "../../../core/ui/statusStyle.ts";
import type { JobsContext } from "../context.ts";

/** Follows a pipeline in its output channel; without one, the latest of the current branch. */
export async function followPipeline(context: JobsContext, given?: PipelineRef): Promise<void> {
  const ref = given ?? (await latestOne(context));
  (await context.followed()).show(ref);
}

/** Stops following a pipeline; its channel stays. */
export async function stopFollowing(context: JobsContext, given?: PipelineRef): Promise<void> {
  const followed = await context.followed();
  const { following } = followed;
  if (following.length === 0) {
    notice(l10n.t("No pipeline is being followed."));
    return;
  }
  followed.stop(given ?? (await pickFollowed(following)));
}

async function latestOne(context: JobsContext): Promise<PipelineRef> {
  const { ref, where } = await latestPipelineIfAny(context);
  if (ref) return ref;
  throw new UserError(l10n.t("No pipeline for {0} yet.", plainText(where, 200)), {
    action: { title: l10n.t("Run Pipeline"), command: "forgeline.pipeline.run" },
  });
}

async function pickFollowed(following: readonly PipelineRef[]): Promise<PipelineRef> {
  const [only, ...others] = following;
  if (only && others.length === 0) return only;
  return pickOne({
    title: l10n.t("Stop Following Pipeline"),
    placeholder: l10n.t("Select a pipeline to stop following"),
    choices: following.map((ref) => ({
      label: l10n.t("Pipeline #{0}", ref.pipeline.id),
      description: plainText(ref.pipeline.ref, 100),
      detail: statusLabel(ref.pipeline.status),
      iconPath: statusIcon(statusStyle(ref.pipeline.status)),
      value: ref,
    })),
  });
}
