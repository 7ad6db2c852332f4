import type { WikiPage } from "../../api/resources/wikis.ts";
import { isSameSlug, slugOf } from "../../core/addresses/wiki.ts";
import { decodeLink, linkTargets } from "./linkTargets.ts";

/** Returns the pages that link to a page, except itself. @param slug slug of the linked page */
export function pagesLinkingTo<P extends Pick<WikiPage, "slug" | "content"> & Partial<Pick<WikiPage, "format">>>(
  pages: readonly P[],
  slug: string,
): P[] {
  return pages.filter(
    (page) =>
      page.slug !== slug &&
      linkTargets(page.content ?? "", page.format ?? undefined).some(({ target }) => isLinkTo(target, page.slug, slug)),
  );
}

/**
 * `./` and `../` are relative to the page's folder, all other links to the wiki's root; URLs have the slug after
 * `/-/wikis/`.
 */
function isLinkTo(target: string, from: string, slug: string): boolean {
  const [path = ""] = target.split(/[?#]/);
  const [decoded, wanted] = [slugOf(decodeLink(path).trim()), slugOf(slug)];
  if (decoded === wanted || decoded.endsWith(`/-/wikis/${wanted}`)) return true;
  if (!/^\.\.?\//.test(path)) return false;
  const parts = from.split("/").slice(0, -1);
  for (const part of decoded.split("/")) {
    if (part === "..") parts.pop();
    else if (part !== ".") parts.push(part);
  }
  return isSameSlug(parts.join("/"), slug);
}
