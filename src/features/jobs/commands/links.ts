import { l10n } from "vscode";
import { copyPageLink, openPage } from "../../../core/commands/links.ts";
import { pickJob } from "../../../core/pipelines/pickPipeline.ts";
import type { JobRef } from "../../../core/pipelines/refs.ts";
import type { JobsContext } from "../context.ts";

/** Opens the web page of a job. */
export async function openInBrowser(context: JobsContext, given?: JobRef): Promise<void> {
  await openPage(context, await pick(context, given, l10n.t("Open Job in Browser")));
}

/** Copies the URL of a job's web page. */
export async function copyLink(context: JobsContext, given?: JobRef): Promise<void> {
  await copyPageLink(context, await pick(context, given, l10n.t("Copy Job Link")));
}

const pick = (context: JobsContext, given: JobRef | undefined, title: string): Promise<JobRef> =>
  pickJob(context, given, { title, placeholder: l10n.t("Select a job"), empty: l10n.t("No matching jobs") });
