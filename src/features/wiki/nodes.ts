import type { WikiFormat, WikiPage } from "../../api/resources/wikis.ts";
import type { ProjectScope } from "../../core/base/refs.ts";
import type { WikiFilter } from "./filter.ts";
import { bySlug, entriesOf } from "./pages.ts";
import type { WikiPageRef } from "./refs.ts";

/** The row of a page, a folder of pages, or both under one name; also the argument of their commands. */
export interface WikiNode extends WikiPageRef {
  readonly kind: "wiki";
  /** Whether there is a page with this slug. */
  readonly page: boolean;
  /** Whether the row has pages below it. */
  readonly folder: boolean;
  readonly title: string;
  readonly format: WikiFormat;
  /** Path of its folder, in a filtered list. */
  readonly where?: string;
  /** Not on the host: a new draft, or deleted on the host. */
  readonly begun: boolean;
}

/** The hidden root of the view. */
export interface WikiRoot extends ProjectScope {
  readonly kind: "list";
}

/** A page of the host, or one that exists only as unsent text. */
export interface KnownPage extends WikiPage {
  readonly begun?: boolean;
}

/** Row ids are paths of slugs. */
export const wikiId = ({ instance, project, slug }: WikiPageRef): string =>
  `${instance} ${project}/wiki/${slug.split("/").map(encodeURIComponent).join("/")}`;

/** Returns the rows of a folder, `home` first. @param folder its slug; empty for the root */
export function wikiRows(scope: ProjectScope, pages: readonly KnownPage[], folder: string): WikiNode[] {
  return entriesOf(pages, folder).map(({ name, slug, page, folder: below }) =>
    nodeOf(scope, page ?? { slug, title: name, format: "" }, { page: page !== undefined, folder: below }),
  );
}

const plain = (text: string): string => text.normalize("NFC").toLowerCase().replaceAll("-", " ");

/** Returns the pages that match a filter as a flat list; case-insensitive, and a space also matches `-` in slugs. */
export function filteredRows(scope: ProjectScope, pages: readonly KnownPage[], { text = "" }: WikiFilter): WikiNode[] {
  const wanted = plain(text);
  return pages
    .filter(({ slug, title }) => plain(slug).includes(wanted) || plain(title).includes(wanted))
    .sort(bySlug)
    .map((page) => nodeOf(scope, page, { page: true, folder: false, where: folderOf(page.slug) }));
}

/** Returns the pages of the host and the drafts. */
export function withBegun(pages: readonly WikiPage[], begun: readonly WikiPage[]): KnownPage[] {
  const slugs = new Set(pages.map(({ slug }) => slug));
  return [...pages, ...begun.filter(({ slug }) => !slugs.has(slug)).map((page) => ({ ...page, begun: true }))];
}

/** Returns the folder of a page; empty at the root. */
export const folderOf = (slug: string): string => slug.slice(0, Math.max(0, slug.lastIndexOf("/")));

/** Returns a page's title without the folders that newer hosts include. */
export const ownTitle = ({ title, slug }: { readonly title: string; readonly slug: string }): string =>
  title.split("/").at(-1)?.trim() || (slug.split("/").at(-1) ?? slug);

function nodeOf(
  { instance, project }: ProjectScope,
  page: KnownPage,
  { where = "", ...rest }: { readonly page: boolean; readonly folder: boolean; readonly where?: string },
): WikiNode {
  const { slug, begun = false } = page;
  // Some hosts leave it out.
  const format = page.format || "markdown";
  return {
    kind: "wiki",
    instance,
    project,
    slug,
    title: ownTitle(page),
    format,
    begun,
    ...rest,
    ...(where !== "" && { where }),
  };
}
