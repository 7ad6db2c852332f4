import { encodePath } from "../../../core/base/instanceUrl.ts";
import type { ProjectScope } from "../../../core/base/refs.ts";
import { projectUrl } from "../../../core/commands/links.ts";
import type { Context } from "../../../core/context.ts";

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

/** Returns a Markdown link to a page, relative to the wiki's root. */
export function markdownLink({ slug, title }: { readonly slug: string; readonly title: string }): string {
  const target = encodeURI(slug).replace(
    /[()?#]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `[${title.replace(/[[\]\\]/g, "\\$&")}](${target})`;
}
