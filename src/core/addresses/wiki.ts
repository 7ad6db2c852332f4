import type { WikiFormat } from "../../api/resources/wikis.ts";
import type { ProjectScope } from "../base/refs.ts";
import { authorityPart, readAuthorityPart } from "../remoteText/authority.ts";

/**
 * Endings of the files that pages are, by how they are written; the first is the one that new pages get. The API makes pages of the
 * first four alone; those of the others came by git.
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

/** A page as a path tells it. */
export interface PagePath {
  /** As hosts name it: a space of the path is a `-`. */
  readonly slug: string;
  /** The path without its ending, as it was typed: the title of a page that is made of it. */
  readonly title: string;
  readonly format: WikiFormat;
}

/** The wiki of a project as the authority of addresses, so that paths begin at the root of the wiki, as links in its pages do. Hosts know projects whatever their case. */
export function wikiAuthority({ instance, project }: ProjectScope): string {
  return `${authorityPart(String(project).toLowerCase())}@${authorityPart(instance)}`;
}

/** The wiki that `wikiAuthority` named; undefined for anything else. */
export function readWikiAuthority(authority: string): ProjectScope | undefined {
  const [project, instance, ...rest] = authority.split("@").map(readAuthorityPart);
  return project && instance && rest.length === 0
    ? { instance, project: /^\d+$/.test(project) ? Number(project) : project }
    : undefined;
}

/** The path of a page: its slug, with the ending that says how it is written. */
export function pagePath({ slug, format }: { readonly slug: string; readonly format?: WikiFormat | null }): string {
  const known = format || "markdown";
  return `/${slug}.${(Object.hasOwn(endings, known) ? endings[known]?.[0] : undefined) ?? "txt"}`;
}

/** The page that a path stands for; undefined when it is none: a folder, or a file of another kind. */
export function readPagePath(path: string): PagePath | undefined {
  const [, title = "", ending = ""] = /^\/*([^/].*)\.([^./]+)$/s.exec(path) ?? [];
  const format = Object.keys(endings).find((known) => endings[known]?.includes(ending.toLowerCase()));
  if (title === "" || format === undefined || isAttachmentPath(path)) return undefined;
  return { slug: slugOf(title), title, format };
}

/** The query of a page as it was at a commit. @param sha undefined before there was any */
export const versionQuery = (sha: string | undefined): string => `version=${sha ?? ""}`;

/** The commit that a query names, in small letters; empty for none, undefined when it names nothing. */
export const readVersionQuery = (query: string): string | undefined =>
  /^version=((?:[0-9a-f]{4,64})?)$/.exec(query)?.[1];

/** What hosts make of a title. */
export function slugOf(title: string): string {
  return title.replace(/^\/+/, "").replace(/\s+/g, "-");
}

/** Where hosts put files that belong to pages; from pages in folders, too, links lead there as if it stood beside the page. */
export function isAttachmentPath(path: string): boolean {
  return /(?:^|\/)uploads\//.test(path);
}
