import type { WikiPage } from "../../api/resources/wikis.ts";
import { slugOf } from "../../core/addresses/wiki.ts";

/** Why a title cannot be: without words, for whoever has them. */
export type TitleProblem =
  | { readonly kind: "empty" | "emptyFolder" | "uploads" | "dots" }
  | { readonly kind: "long"; readonly part: string }
  | { readonly kind: "taken"; readonly slug: string };

/** How many bytes hosts allow for one part of a title. */
export const longestPart = 245;

/** A title as hosts keep it: single spaces, none at the ends of its parts, no slash before it. */
export function tidyTitle(title: string): string {
  const parts = title.split("/").map((part) => part.replace(/\s+/gu, " ").trim());
  return parts.join("/").replace(/^\/+/, "");
}

/**
 * What is wrong with a title, folders before it; undefined when it can be.
 * @param taken slugs of the pages there are
 */
export function titleProblem(title: string, taken: ReadonlySet<string> = new Set()): TitleProblem | undefined {
  const tidy = tidyTitle(title);
  if (tidy === "") return { kind: "empty" };
  const parts = tidy.split("/");
  if (parts.at(-1) === "") return { kind: "empty" };
  if (parts.includes("")) return { kind: "emptyFolder" };
  if (parts.some((part) => part === "." || part === "..")) return { kind: "dots" };
  // Hosts keep the files of pages there, and show no page of it.
  if (parts.slice(0, -1).includes("uploads")) return { kind: "uploads" };
  const long = parts.find((part) => Buffer.byteLength(part) > longestPart);
  if (long !== undefined) return { kind: "long", part: long };
  const slug = slugOf(tidy);
  return taken.has(slug) ? { kind: "taken", slug } : undefined;
}

export interface Move {
  readonly page: Pick<WikiPage, "slug" | "format">;
  /** Its new path from the root of the wiki. */
  readonly to: string;
}

/**
 * The moves that put a page, or what is below a folder, at another path, in an order in which none meets another on its way.
 * @param moved the page, those below the folder, or both
 */
export function movesTo(moved: readonly Pick<WikiPage, "slug" | "format">[], from: string, to: string): Move[] {
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
