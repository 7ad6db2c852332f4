import { env, l10n, Uri } from "vscode";
import { UserError } from "../base/errors.ts";
import { encodePath } from "../base/instanceUrl.ts";
import type { ProjectScope, WebRef } from "../base/refs.ts";
import type { Context } from "../context.ts";
import { type JobRef, type PipelineRef, isJobRef, isPipelineRef } from "../pipelines/refs.ts";
import { notice } from "../ui/notice.ts";
import { isObject, type ArgumentParser } from "./arguments.ts";

type Target = PipelineRef | JobRef | WebRef;

/** Opens the web page of a row. @throws UserError without one */
export async function openPage(_context: unknown, target?: Target): Promise<void> {
  await env.openExternal(Uri.parse(pageOf(target), true));
}

/** Copies the URL of a row's web page. @throws UserError without one */
export async function copyPageLink(_context: unknown, target?: Target): Promise<void> {
  await env.clipboard.writeText(pageOf(target));
  notice(l10n.t("Copied link."));
}

/** Returns the URL of the page. @throws UserError if there is no target, or the server returned no http(s) URL */
export function pageOf(target: Target | undefined): string {
  if (target === undefined) throw new UserError(l10n.t("Select a row that has a web page."));
  const url: unknown =
    "webUrl" in target ? target.webUrl : "job" in target ? target.job.web_url : target.pipeline.web_url;
  if (typeof url !== "string" || url === "") throw new UserError(l10n.t("The host returned no web address for this."));
  if (!isWebAddress(url)) throw new UserError(l10n.t("The host returned an invalid web address: {0}", url));
  return url;
}

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
