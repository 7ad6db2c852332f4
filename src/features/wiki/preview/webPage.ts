import type { ProjectScope } from "../../../core/base/refs.ts";
import type { Context } from "../../../core/context.ts";

const encodePath = (path: string): string => path.split("/").map(encodeURIComponent).join("/");

/**
 * Returns the URL of a page on the web; asks the host for the project's path if only its ID is known.
 * @throws ApiError
 */
export async function wikiPageUrl(
  context: Pick<Context, "connections">,
  { instance, project }: ProjectScope,
  slug: string,
  signal: AbortSignal,
): Promise<string> {
  return `${await projectUrl(context, { instance, project }, signal)}/-/wikis/${encodePath(slug)}`;
}

async function projectUrl(
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

/** Returns a Markdown link to a page, relative to the wiki's root. */
export function markdownLink({ slug, title }: { readonly slug: string; readonly title: string }): string {
  const target = encodeURI(slug).replace(
    /[()?#]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `[${title.replace(/[[\]\\]/g, "\\$&")}](${target})`;
}
