import { l10n } from "vscode";
import { copyPageLink, openPage } from "../../../core/commands/links.ts";
import type { Context } from "../../../core/context.ts";
import { pickPipeline } from "../../../core/pipelines/pickPipeline.ts";
import type { PipelineRef } from "../../../core/pipelines/refs.ts";

/** Opens the web page of a pipeline. */
export async function openInBrowser(context: Context, given?: PipelineRef): Promise<void> {
  await openPage(context, await pick(context, given, l10n.t("Open Pipeline in Browser")));
}

/** Copies the URL of a pipeline's web page. */
export async function copyLink(context: Context, given?: PipelineRef): Promise<void> {
  await copyPageLink(context, await pick(context, given, l10n.t("Copy Pipeline Link")));
}

const pick = (context: Context, given: PipelineRef | undefined, title: string): Promise<PipelineRef> =>
  pickPipeline(context, given, { title, placeholder: l10n.t("Select a pipeline") });
