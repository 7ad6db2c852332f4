import type { WikiPage } from "../../api/resources/wikis.ts";
import { pagePath } from "../../core/addresses/wiki.ts";

/** An entry of a folder: a page, a folder, or both under one name. */
export interface WikiEntry {
  /** Last part of the slug. */
  readonly name: string;
  /** Relative to the root of the wiki. */
  readonly slug: string;
  readonly page?: WikiPage;
  /** Whether it has pages below it. */
  readonly folder: boolean;
}

/** Returns the entries of a folder, `home` first, then by name. @param folder its slug; empty for the root */
export function entriesOf(pages: readonly WikiPage[], folder: string): WikiEntry[] {
  const start = folder === "" ? "" : `${folder}/`;
  const found = new Map<string, WikiEntry>();
  for (const page of pages) {
    if (!page.slug.startsWith(start)) continue;
    const rest = page.slug.slice(start.length);
    const [name = ""] = rest.split("/");
    if (name === "") continue;
    const slug = start + name;
    const known = found.get(name) ?? { name, slug, folder: false };
    found.set(name, rest === name ? { ...known, page } : { ...known, folder: true });
  }
  return [...found.values()].sort(
    (a, b) =>
      Number(b.name === "home") - Number(a.name === "home") ||
      a.name.localeCompare(b.name, undefined, { numeric: true, sensitivity: "base" }),
  );
}

/** Compares pages by slug, numbers by value. */
export const bySlug = (a: Pick<WikiPage, "slug">, b: Pick<WikiPage, "slug">): number =>
  a.slug.localeCompare(b.slug, undefined, { numeric: true, sensitivity: "base" });

/** Returns all pages below a folder. */
export function pagesBelow(pages: readonly WikiPage[], folder: string): WikiPage[] {
  return folder === "" ? [...pages] : pages.filter(({ slug }) => slug.startsWith(`${folder}/`));
}

/** Returns the file names of entries, for `readDirectory`. */
export function fileNames(entries: readonly WikiEntry[]): { readonly name: string; readonly folder: boolean }[] {
  return entries.flatMap(({ name, page, folder }) => [
    ...(folder ? [{ name, folder: true }] : []),
    ...(page ? [{ name: pagePath(page).split("/").at(-1) ?? name, folder: false }] : []),
  ]);
}
