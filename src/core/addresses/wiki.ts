import type { WikiFormat } from "../../api/resources/wikis.ts";
import type { ProjectScope } from "../base/refs.ts";
import { authorityPart, readAuthorityPart } from "../remoteText/authority.ts";

/**
 * File extensions of wiki pages by format; new pages get the first. The API creates pages of the first four formats
 * only; others were pushed by git.
 */
const endings: Readonly<Record<string, readonly [string, ...string[]]>> = {
  markdown: ["md", "markdown", "mkd", "mkdn", "mdown"],
  rdoc: ["rdoc"],
  asciidoc: ["asciidoc", "adoc"],
  org: ["org"],
  textile: ["textile"],
  creole: ["creole"],
  rest: ["rst", "rest"],
  mediawiki: ["mediawiki", "wiki"],
  pod: ["pod"],
  plaintext: ["txt"],
};

/** A page derived from a path. */
export interface PagePath {
  /** The path without extension: the slug exactly as the host gave it, or the title of a new page. */
  readonly slug: string;
  readonly format: WikiFormat;
}

/**
 * Returns the URI authority of a project's wiki, so that paths are relative to the wiki's root, as links in pages are.
 * Project paths are case-insensitive.
 */
export function wikiAuthority({ instance, project }: ProjectScope): string {
  return `${authorityPart(String(project).toLowerCase())}@${authorityPart(instance)}`;
}

/** Returns the wiki of an authority; undefined if it was not made by `wikiAuthority`. */
export function readWikiAuthority(authority: string): ProjectScope | undefined {
  const [project, instance, ...rest] = authority.split("@").map(readAuthorityPart);
  return project && instance && rest.length === 0
    ? { instance, project: /^\d+$/.test(project) ? Number(project) : project }
    : undefined;
}

/** Returns the path of a page: its slug with the extension of its format. */
export function pagePath({
  slug,
  format,
}: {
  readonly slug: string;
  readonly format?: WikiFormat | null | undefined;
}): string {
  const known = format || "markdown";
  return `/${slug}.${(Object.hasOwn(endings, known) ? endings[known]?.[0] : undefined) ?? "txt"}`;
}

/** Returns the page of a path; undefined for folders and other files. */
export function readPagePath(path: string): PagePath | undefined {
  const [, slug = "", ending = ""] = /^\/*([^/].*)\.([^./]+)$/s.exec(path) ?? [];
  const format = Object.keys(endings).find((known) => endings[known]?.includes(ending.toLowerCase()));
  if (slug === "" || format === undefined || isAttachmentPath(path)) return undefined;
  return { slug, format };
}

/**
 * Returns the URI query of a page version.
 * @param sha commit; undefined before the first one
 */
export const versionQuery = (sha: string | undefined): string => `version=${sha ?? ""}`;

/** Returns the commit of a query; empty if it has none, undefined for other queries. */
export const readVersionQuery = (query: string): string | undefined =>
  /^version=((?:[0-9a-f]{4,64})?)$/.exec(query)?.[1];

/** Returns the slug of a folder. */
export const folderSlug = (path: string): string => path.replace(/^\/+/, "");

/**
 * Returns whether two slugs or titles are those of one page. Hosts that derive slugs from titles find a page by both; others have slugs
 * with spaces.
 */
export const isSameSlug = (one: string, other: string): boolean => slugOf(one) === slugOf(other);

/** Returns the slug that hosts derive from a title. */
export function slugOf(title: string): string {
  return title.replace(/^\/+/, "").replace(/\s+/g, "-");
}

/** Returns whether a path is in the folder of page attachments; links in pages resolve there from any folder. */
export function isAttachmentPath(path: string): boolean {
  return /(?:^|\/)uploads\//.test(path);
}
