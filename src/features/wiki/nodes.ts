import type { WikiFormat, WikiPage } from "../../api/resources/wikis.ts";
import type { ProjectScope } from "../../core/base/refs.ts";
import type { WikiFilter } from "./filter.ts";
import { entriesOf } from "./pages.ts";
import type { WikiPageRef } from "./refs.ts";

/** A page, a folder of pages, or both under one name. As a page it is a WikiPageRef, for commands. */
export interface WikiNode extends WikiPageRef {
  readonly kind: "wiki";
  /** Whether there is a page of this name. */
  readonly page: boolean;
  /** Whether pages are below it, and shown there. */
  readonly folder: boolean;
  readonly title: string;
  readonly format: WikiFormat;
  /** Where it stands, for those that stand alone. */
  readonly where?: string;
  /** The host does not have it: it was begun here, or removed there. */
  readonly begun: boolean;
}

/** The wiki itself; not drawn. */
export interface WikiRoot extends ProjectScope {
  readonly kind: "list";
}

/** A page as it is known here: the host's, or one that was begun and never sent. */
export interface KnownPage extends WikiPage {
  readonly begun?: boolean;
}

/** Row ids are paths of slugs. */
export const wikiId = ({ instance, project, slug }: WikiPageRef): string =>
  `${instance} ${project}/wiki/${slug.split("/").map(encodeURIComponent).join("/")}`;

/** What stands in a folder, home first. @param folder its slug; empty for the root */
export function wikiRows(scope: ProjectScope, pages: readonly KnownPage[], folder: string): WikiNode[] {
  return entriesOf(pages, folder).map(({ name, slug, page, folder: below }) =>
    nodeOf(scope, page ?? { slug, title: name, format: "" }, { page: page !== undefined, folder: below }),
  );
}

const plain = (text: string): string => text.normalize("NFC").toLowerCase().replaceAll("-", " ");

/** Returns the pages that match a filter in any letter case, one below the other; a space finds the `-` that stands for it in slugs. */
export function filteredRows(scope: ProjectScope, pages: readonly KnownPage[], { text = "" }: WikiFilter): WikiNode[] {
  const wanted = plain(text);
  return pages
    .filter(({ slug, title }) => plain(slug).includes(wanted) || plain(title).includes(wanted))
    .sort((a, b) => a.slug.localeCompare(b.slug, undefined, { numeric: true, sensitivity: "base" }))
    .map((page) => nodeOf(scope, page, { page: true, folder: false, where: folderOf(page.slug) }));
}

/** The pages of the host with those that were begun here. */
export function withBegun(pages: readonly WikiPage[], begun: readonly WikiPage[]): KnownPage[] {
  const slugs = new Set(pages.map(({ slug }) => slug));
  return [...pages, ...begun.filter(({ slug }) => !slugs.has(slug)).map((page) => ({ ...page, begun: true }))];
}

/** The folder of a page; empty at the root. */
export const folderOf = (slug: string): string => slug.slice(0, Math.max(0, slug.lastIndexOf("/")));

/** A page's title without the folders that newer hosts put before it. */
export const ownTitle = ({ title, slug }: { readonly title: string; readonly slug: string }): string =>
  title.split("/").at(-1)?.trim() || (slug.split("/").at(-1) ?? slug);

function nodeOf(
  { instance, project }: ProjectScope,
  page: KnownPage,
  { where = "", ...rest }: { readonly page: boolean; readonly folder: boolean; readonly where?: string },
): WikiNode {
  const { slug, begun = false } = page;
  // Hosts may leave it out.
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
