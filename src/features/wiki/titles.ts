import type { WikiPage } from "../../api/resources/wikis.ts";
import { slugOf } from "../../core/addresses/wiki.ts";

/** Why a title is invalid. */
export type TitleProblem =
  | { readonly kind: "empty" | "emptyFolder" | "uploads" | "dots" }
  | { readonly kind: "long"; readonly part: string }
  | { readonly kind: "taken"; readonly slug: string };

/** Maximum length in bytes of one part of a title on the host. */
export const maxPartBytes = 245;

/** Normalizes a title like the host: single spaces, none around slashes, no leading slash. */
export function tidyTitle(title: string): string {
  const parts = title.split("/").map((part) => part.replace(/\s+/gu, " ").trim());
  return parts.join("/").replace(/^\/+/, "");
}

/**
 * Returns why a title with its folders is invalid; undefined if it is valid.
 * @param taken slugs of the existing pages
 */
export function titleProblem(title: string, taken: ReadonlySet<string> = new Set()): TitleProblem | undefined {
  const tidy = tidyTitle(title);
  if (tidy === "") return { kind: "empty" };
  const parts = tidy.split("/");
  if (parts.at(-1) === "") return { kind: "empty" };
  if (parts.includes("")) return { kind: "emptyFolder" };
  if (parts.some((part) => part === "." || part === "..")) return { kind: "dots" };
  // Hosts store attachments there and show no pages in it.
  if (parts.slice(0, -1).includes("uploads")) return { kind: "uploads" };
  const long = parts.find((part) => Buffer.byteLength(part) > maxPartBytes);
  if (long !== undefined) return { kind: "long", part: long };
  const slug = slugOf(tidy);
  return taken.has(slug) ? { kind: "taken", slug } : undefined;
}

export interface Move {
  readonly page: Pick<WikiPage, "slug" | "format">;
  /** Its new path, relative to the wiki's root. */
  readonly to: string;
}

/**
 * Returns the moves that rename a page or folder, in an order in which no target is still occupied.
 * @param moved the page, the pages below it, or both
 */
export function planMoves(moved: readonly Pick<WikiPage, "slug" | "format">[], from: string, to: string): Move[] {
  const target = tidyTitle(to);
  const left = moved
    .map((page): Move => ({ page, to: target + page.slug.slice(from.length) }))
    .filter((move) => slugOf(move.to) !== move.page.slug);
  const ordered: Move[] = [];
  while (left.length > 0) {
    const free = left.findIndex((move) => !left.some(({ page }) => page.slug === slugOf(move.to)));
    ordered.push(...left.splice(Math.max(0, free), 1));
  }
  return ordered;
}
