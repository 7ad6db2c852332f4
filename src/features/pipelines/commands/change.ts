import { l10n } from "vscode";
import { UserError } from "../../../core/base/errors.ts";
import { instanceHost } from "../../../core/base/instanceUrl.ts";
import { foundGone, foundIf } from "../../../core/commands/findWrite.ts";
import { applicable, runMany } from "../../../core/commands/runMany.ts";
import { runWrite } from "../../../core/commands/runWrite.ts";
import type { Context } from "../../../core/context.ts";
import { confirmCancelPipeline, confirmCancelPipelines } from "../../../core/pipelines/confirmCancel.ts";
import { pickPipeline, pipelineName } from "../../../core/pipelines/pickPipeline.ts";
import type { PipelineRef } from "../../../core/pipelines/refs.ts";
import { mayRetry, pipelineContext } from "../../../core/pipelines/rowContext.ts";
import { retryPipeline } from "../../../core/pipelines/writes.ts";
import { confirm } from "../../../core/ui/confirm.ts";
import { submitText } from "../../../core/ui/form.ts";
import { notice } from "../../../core/ui/notice.ts";
import { plainText } from "../../../core/ui/plainText.ts";
import { orSwitchAccount, withRefusals } from "../../../core/ui/refusals.ts";

const may =
  (word: string) =>
  (pipeline: PipelineRef["pipeline"]): boolean =>
    pipelineContext(pipeline).split(" ").includes(word);
const changeOf = ({ instance, project, pipeline }: PipelineRef) =>
  ({ instance, project, subject: "pipeline", id: pipeline.id }) as const;

export async function retry(context: Context, given?: PipelineRef, selected?: readonly PipelineRef[]): Promise<void> {
  const many = applicable(given, selected, ({ pipeline }) => mayRetry(pipeline));
  if (many)
    return runMany(context, many, {
      title: l10n.t("Retry Pipeline"),
      confirm: {
        question: (shown) => ({
          one: l10n.t("Retry {0} pipeline?", shown),
          other: l10n.t("Retry {0} pipelines?", shown),
        }),
        button: l10n.t("Retry Pipelines"),
      },
      doing: (shown) => ({
        one: l10n.t("Retrying {0} pipeline", shown),
        other: l10n.t("Retrying {0} pipelines", shown),
      }),
      done: (shown) => ({
        one: l10n.t("Retrying {0} pipeline.", shown),
        other: l10n.t("Retrying {0} pipelines.", shown),
      }),
      name: pipelineName,
      act: (ref, within) => retryPipeline(context, ref, within),
    });
  const ref = await pickPipeline(context, given, {
    title: l10n.t("Retry Pipeline"),
    placeholder: l10n.t("Select a pipeline to retry its failed and canceled jobs"),
    applies: mayRetry,
  });
  await retryPipeline(context, ref);
  notice(l10n.t("Retrying {0}.", pipelineName(ref)));
}

export async function cancel(context: Context, given?: PipelineRef, selected?: readonly PipelineRef[]): Promise<void> {
  const many = applicable(given, selected, ({ pipeline }) => may("cancelable")(pipeline));
  if (many)
    return runMany(context, many, {
      title: l10n.t("Cancel Pipeline"),
      confirm: () => confirmCancelPipelines(context, many),
      doing: (shown) => ({
        one: l10n.t("Canceling {0} pipeline", shown),
        other: l10n.t("Canceling {0} pipelines", shown),
      }),
      done: (shown) => ({
        one: l10n.t("Canceling {0} pipeline.", shown),
        other: l10n.t("Canceling {0} pipelines.", shown),
      }),
      name: pipelineName,
      act: (ref, within) => sendCancel(context, ref, within),
    });
  const ref = await pickPipeline(context, given, {
    title: l10n.t("Cancel Pipeline"),
    placeholder: l10n.t("Select a pipeline to cancel"),
    applies: may("cancelable"),
  });
  await confirmCancelPipeline(context, ref);
  await sendCancel(context, ref);
  notice(l10n.t("Canceling {0}.", pipelineName(ref)));
}

function sendCancel(context: Context, ref: PipelineRef, within?: AbortSignal): Promise<unknown> {
  const { client } = context.connections.get(ref.instance);
  return runWrite<unknown>(
    context,
    l10n.t("Canceling {0}…", pipelineName(ref)),
    changeOf(ref),
    (signal) => client.pipelines.cancel(ref.project, ref.pipeline.id, { signal }),
    {
      within,
      find: async (signal) =>
        foundIf(
          await client.pipelines.get(ref.project, ref.pipeline.id, { signal }),
          ({ status }) => status?.startsWith("cancel") === true,
        ),
    },
  );
}

const longestName = 255;

export async function rename(context: Context, given?: PipelineRef): Promise<void> {
  const title = l10n.t("Rename Pipeline");
  const ref = await pickPipeline(context, given, { title, placeholder: l10n.t("Select a pipeline to rename") });
  const { client } = context.connections.get(ref.instance);
  let seen = ref.pipeline.name ?? "";
  await submitText(
    {
      title,
      prompt: l10n.t("Enter a new name for pipeline #{0}", ref.pipeline.id),
      value: seen,
      validate: (name) => {
        if (name.trim() === "") return l10n.t("Enter a name.");
        return name.length > longestName ? l10n.t("At most {0} characters.", longestName) : undefined;
      },
      sending: l10n.t("Renaming pipeline #{0}…", ref.pipeline.id),
      writes: true,
      failed: (error) => context.report.background(error, "Rename Pipeline"),
    },
    async (text, within) => {
      const name = text.trim();
      const { name: now } = await client.pipelines.get(ref.project, ref.pipeline.id, { signal: within });
      if (now && now !== seen && now !== name) {
        seen = now;
        throw new UserError(
          l10n.t(
            "Someone changed the name to “{0}” in the meantime. Press Enter again to overwrite it.",
            plainText(now, 200),
          ),
        );
      }
      await runWrite<unknown>(
        context,
        title,
        changeOf(ref),
        (signal) => client.pipelines.updateMetadata(ref.project, ref.pipeline.id, { name }, { signal }),
        {
          within,
          find: async (signal) =>
            foundIf(await client.pipelines.get(ref.project, ref.pipeline.id, { signal }), (now) => now.name === name),
        },
      );
    },
  );
  notice(l10n.t("Renamed pipeline #{0}.", ref.pipeline.id));
}

export async function remove(context: Context, given?: PipelineRef, many?: readonly PipelineRef[]): Promise<void> {
  if (many)
    return runMany(context, many, {
      title: l10n.t("Delete Pipeline"),
      confirm: {
        question: (shown) => ({
          one: l10n.t("Delete {0} pipeline?", shown),
          other: l10n.t("Delete {0} pipelines?", shown),
        }),
        button: l10n.t("Delete Pipelines"),
        detail: l10n.t(
          "Their jobs, logs, artifacts and triggers are deleted too. This cannot be undone. Downstream pipelines are kept.",
        ),
      },
      doing: (shown) => ({
        one: l10n.t("Deleting {0} pipeline", shown),
        other: l10n.t("Deleting {0} pipelines", shown),
      }),
      done: (shown) => ({
        one: l10n.t("Deleted {0} pipeline.", shown),
        other: l10n.t("Deleted {0} pipelines.", shown),
      }),
      name: pipelineName,
      act: (ref, within) => sendDelete(context, ref, within),
    });
  const ref = await pickPipeline(context, given, {
    title: l10n.t("Delete Pipeline"),
    placeholder: l10n.t("Select a pipeline to delete"),
  });
  await confirm(context, ref, {
    question: l10n.t("Delete {0} on “{1}”?", pipelineName(ref), plainText(ref.pipeline.ref, 100)),
    detail: l10n.t(
      "Its jobs, logs, artifacts and triggers are deleted too. This cannot be undone. Downstream pipelines are kept.",
    ),
    buttons: [l10n.t("Delete")],
  });
  await sendDelete(context, ref);
  notice(l10n.t("Deleted pipeline #{0}.", ref.pipeline.id));
}

function sendDelete(context: Context, ref: PipelineRef, within?: AbortSignal): Promise<unknown> {
  const { client } = context.connections.get(ref.instance);
  return withRefusals(
    {
      // Not the usual "ask a maintainer": maintainers may not delete pipelines.
      forbidden: () =>
        orSwitchAccount(
          l10n.t(
            "Only project owners and administrators of {0} can delete pipelines. Ask one of them, or switch accounts.",
            instanceHost(ref.instance),
          ),
        ),
    },
    () =>
      runWrite(
        context,
        l10n.t("Deleting {0}…", pipelineName(ref)),
        changeOf(ref),
        (signal) => client.pipelines.delete(ref.project, ref.pipeline.id, { signal }),
        { within, find: (signal) => foundGone(client.pipelines.get(ref.project, ref.pipeline.id, { signal })) },
      ),
  );
}
