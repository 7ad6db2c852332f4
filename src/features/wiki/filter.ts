import type { WikiPage } from "../../api/resources/wikis.ts";
import { filterMemory } from "../../core/tree/filterMemory.ts";

/** What the Wiki view is narrowed to. */
export interface WikiFilter {
  /** Part of a title, or of the path to it. */
  readonly text?: string;
}

/** A filter from anything: takes what is well formed, drops the rest. */
export function toWikiFilter(value: unknown): WikiFilter {
  if (typeof value !== "object" || value === null) return {};
  const { text } = value as Readonly<Record<string, unknown>>;
  return typeof text === "string" && text.trim() !== "" ? { text: text.trim() } : {};
}

export const wikiFilters = filterMemory<WikiFilter>("wikiFilter", toWikiFilter, ({ text }) => text !== undefined);

/** The pages that a filter leaves, whatever the case; a space finds the `-` that stands for it in slugs. */
export function filteredPages<P extends Pick<WikiPage, "slug" | "title">>(
  pages: readonly P[],
  { text }: WikiFilter,
): readonly P[] {
  if (text === undefined) return pages;
  const wanted = plain(text);
  return pages.filter(({ slug, title }) => plain(slug).includes(wanted) || plain(title).includes(wanted));
}

const plain = (text: string): string => text.normalize("NFC").toLowerCase().replaceAll("-", " ");
