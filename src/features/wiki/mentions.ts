import type { WikiPage } from "../../api/resources/wikis.ts";
import { slugOf } from "../../core/addresses/wiki.ts";
import { linkTargets } from "./linkTargets.ts";

/**
 * The pages whose text links to a page, besides itself.
 * @param slug of the page that is linked to
 */
export function pagesLinkingTo<P extends Pick<WikiPage, "slug" | "content"> & Partial<Pick<WikiPage, "format">>>(
  pages: readonly P[],
  slug: string,
): P[] {
  return pages.filter(
    (page) =>
      page.slug !== slug &&
      linkTargets(page.content ?? "", page.format).some(({ target }) => leadsTo(target, page.slug, slug)),
  );
}

/** `./` and `../` count from the page's folder, all else from the root of the wiki; addresses name the wiki before the slug. */
function leadsTo(target: string, from: string, slug: string): boolean {
  const [path = ""] = target.split(/[?#]/);
  const decoded = slugOf(decode(path).trim());
  if (decoded === slug || decoded.endsWith(`/-/wikis/${slug}`)) return true;
  if (!/^\.\.?\//.test(path)) return false;
  const parts = from.split("/").slice(0, -1);
  for (const part of decoded.split("/")) {
    if (part === "..") parts.pop();
    else if (part !== ".") parts.push(part);
  }
  return parts.join("/") === slug;
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
