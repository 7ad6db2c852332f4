import type { WikiPage } from "../../api/resources/wikis.ts";
import { pagePath } from "../../core/addresses/wiki.ts";

/** What stands in a folder of a wiki: a page, a folder, or both under one name. */
export interface WikiEntry {
  /** Last part of the slug. */
  readonly name: string;
  /** From the root of the wiki. */
  readonly slug: string;
  readonly page?: WikiPage;
  /** Whether pages are below it. */
  readonly folder: boolean;
}

/**
 * What a folder holds, folders and pages by name.
 * @param folder its slug; empty for the root
 */
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

/** The pages below a folder, however deep. */
export function pagesBelow(pages: readonly WikiPage[], folder: string): WikiPage[] {
  return folder === "" ? [...pages] : pages.filter(({ slug }) => slug.startsWith(`${folder}/`));
}

/** The file names in a folder, as `readDirectory` tells them. */
export function fileNames(entries: readonly WikiEntry[]): { readonly name: string; readonly folder: boolean }[] {
  return entries.flatMap(({ name, page, folder }) => [
    ...(folder ? [{ name, folder: true }] : []),
    ...(page ? [{ name: pagePath(page).split("/").at(-1) ?? name, folder: false }] : []),
  ]);
}
