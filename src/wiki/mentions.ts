import type { WikiPage } from "../api/resources/wikis.ts";
import { slugOf } from "./address.ts";

/** Targets of links as the four formats write them: `](x)`, `[[x]]`, `[[text|x]]`, `[[x][text]]`, `link:x[`, `<<x>>`, and `<a href="x">`. */
const targets = [/\]\(\s*<?([^)>\s]+)/g, /^\s{0,3}\[[^\]]+\]:\s*<?(\S+?)>?\s*$/gm, /\[\[(?:[^\]|]*\|)?([^\]|[]+)\]/g, /\blink:([^\s[]+)\[/g, /<<([^,>]+)/g, /\bhref=["']([^"']+)/g];

/**
 * The pages whose text links to a page, besides itself.
 * @param slug of the page that is linked to
 */
export function pagesLinkingTo<P extends Pick<WikiPage, "slug" | "content">>(pages: readonly P[], slug: string): P[] {
  return pages.filter((page) => page.slug !== slug && linkTargets(page.content ?? "").some((target) => leadsTo(target, page.slug, slug)));
}

function linkTargets(text: string): string[] {
  return targets.flatMap((pattern) => [...text.matchAll(pattern)].map(([, target = ""]) => target));
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
