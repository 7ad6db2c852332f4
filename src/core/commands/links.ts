import { env, l10n, Uri } from "vscode";
import { UserError } from "../base/errors.ts";
import type { ProjectScope, WebRef } from "../base/refs.ts";
import type { Context } from "../context.ts";
import { pickPipeline } from "../pipelines/pickPipeline.ts";
import { type JobRef, type PipelineRef, isJobRef, isPipelineRef } from "../pipelines/refs.ts";
import { notice } from "../ui/notice.ts";
import { isObject, type ArgumentParser } from "./arguments.ts";

type Target = PipelineRef | JobRef | WebRef;

export async function openInBrowser(context: Context, target?: Target): Promise<void> {
  const url = pageOf(target ?? (await ask(context, l10n.t("Open Pipeline in Browser"))));
  await env.openExternal(Uri.parse(url, true));
}

export async function copyLink(context: Context, target?: Target): Promise<void> {
  await env.clipboard.writeText(pageOf(target ?? (await ask(context, l10n.t("Copy Pipeline Link")))));
  notice(l10n.t("Copied link."));
}

const ask = (context: Context, title: string): Promise<PipelineRef> =>
  pickPipeline(context, undefined, { title, placeholder: l10n.t("Select a pipeline") });

/** Returns the URL of the page. @throws UserError if the server returned none, or one that is not http(s) */
export function pageOf(target: Target): string {
  const url: unknown =
    "webUrl" in target ? target.webUrl : "job" in target ? target.job.web_url : target.pipeline.web_url;
  if (typeof url !== "string" || url === "") throw new UserError(l10n.t("The host returned no web address for this."));
  if (!isWebAddress(url)) throw new UserError(l10n.t("The host returned an invalid web address: {0}", url));
  return url;
}

/** Returns a path as part of a URL. */
export const encodePath = (path: string): string => path.split("/").map(encodeURIComponent).join("/");

/** Returns the URL of a project; asks the host for its path if only its ID is known. @throws ApiError */
export async function projectUrl(
  context: Pick<Context, "connections">,
  { instance, project }: ProjectScope,
  signal: AbortSignal,
): Promise<string> {
  if (!/^\d+$/.test(String(project))) return `${instance}/${encodePath(String(project))}`;
  const { web_url, path_with_namespace } = await context.connections
    .get(instance)
    .client.extras.project(project, { signal });
  return web_url ?? `${instance}/${encodePath(path_with_namespace)}`;
}

function isWebAddress(text: string): boolean {
  return URL.canParse(text) && /^https?:$/.test(new URL(text).protocol);
}
const isWebRef = (value: unknown): value is WebRef => isObject(value) && typeof value["webUrl"] === "string";

export const targetArgs: ArgumentParser<[target?: PipelineRef | JobRef | WebRef]> = ([value]) =>
  isJobRef(value) || isPipelineRef(value) || isWebRef(value) ? [value] : [];
