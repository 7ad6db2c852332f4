import type { WikiFormat } from "../../api/resources/wikis.ts";
import { folderSlug, isAttachmentPath, pagePath, readPagePath, slugOf } from "../../core/addresses/wiki.ts";
import { isFileName, repositoryFile, ROOT_FOLDER } from "./attachmentPath.ts";
import { decodeLink } from "./linkTargets.ts";

/** The context for resolving the links of a page. */
export interface LinkingPage {
  /** Path of the page's document. */
  readonly path: string;
  /** Base URL of the wiki's pages on the host; links that start with it are links to pages, too. */
  readonly web: string | undefined;
  /** Returns the format of a page; undefined if it does not exist or was not read yet. */
  formatOf(slug: string): WikiFormat | undefined;
}

/** An image in a page. */
export interface LinkedImage {
  /** Path in the wiki's repository. */
  readonly file: string;
  /** URL for the preview, relative to the page's folder. */
  readonly address: string;
}

/** The target of a link within the wiki. */
export interface WikiTarget {
  /** Absolute path of a page's document or of another file. */
  readonly path: string;
  /** With `#`, or empty; only for pages. */
  readonly fragment: string;
}

/**
 * Returns the target of a link; undefined for links to other places or within the page. Hosts resolve links from the
 * wiki's root, unless they begin with a dot or have a file extension. An existing page takes precedence.
 */
export function resolveLink(page: LinkingPage, href: string): WikiTarget | undefined {
  const link = parseWikiLink(page, href);
  if (!link || link.path === "") return undefined;
  if (isAttachmentPath(link.path)) return { path: `/${repositoryFile(link.path)}`, fragment: "" };
  const { fragment } = link;
  const paths = candidates(folderOf(page.path), link.path);
  for (const path of paths) {
    const named = readPagePath(path);
    const written = [folderSlug(path), ...(named ? [named.slug] : [])];
    for (const slug of [...written, ...written.map(slugOf)]) {
      const format = page.formatOf(slug);
      if (format !== undefined) return { path: pagePath({ slug, format }), fragment };
    }
  }
  const [first = ""] = paths;
  const named = readPagePath(first);
  if (named) return { path: pagePath({ ...named, slug: slugOf(named.slug) }), fragment };
  return isFileName(first) ? { path: first, fragment: "" } : { path: pagePath({ slug: slugOf(first) }), fragment };
}

/** Returns a link relative to the page's folder, for VS Code's preview; undefined if it stays unchanged. */
export function relativeLink(page: LinkingPage, href: string): string | undefined {
  const place = resolveLink(page, href);
  return place && relative(folderOf(page.path), place.path) + place.fragment;
}

/** Returns the file of an image; undefined for images outside the wiki. */
export function resolveImage(page: LinkingPage, src: string): LinkedImage | undefined {
  const link = parseWikiLink(page, src);
  if (!link || link.path === "") return undefined;
  const folder = folderOf(page.path);
  const file = isAttachmentPath(link.path)
    ? repositoryFile(link.path)
    : (candidates(folder, link.path)[0] ?? "").slice(1);
  if (file === "") return undefined;
  return { file, address: encoded(addressBelow(folder, file)) };
}

/** Splits text into wiki links, `[[Page]]` and `[[Text|Page]]`, and the text around them. */
export function wikiLinks(text: string): readonly (string | { readonly words: string; readonly target: string })[] {
  const parts: (string | { words: string; target: string })[] = [];
  let at = 0;
  for (const match of text.matchAll(/\[\[([^[\]|\n]+)(?:\|([^[\]|\n]+))?\]\]/g)) {
    const [whole, first = "", second = first] = match;
    parts.push(text.slice(at, match.index), { words: first.trim(), target: second.trim() });
    at = match.index + whole.length;
  }
  return [...parts, text.slice(at)].filter((part) => part !== "");
}

interface WikiLink {
  readonly path: string;
  /** With `#`, or empty. */
  readonly fragment: string;
}

function parseWikiLink({ web }: LinkingPage, href: string): WikiLink | undefined {
  const own =
    web === undefined ? undefined : [`${web}/`, `${new URL(web).pathname}/`].find((start) => href.startsWith(start));
  if (own === undefined && /^(?:[a-z][a-z0-9+.-]*:|\/\/|#)/i.test(href)) return undefined;
  const [, path = "", , fragment = ""] =
    /^([^?#]*)(\?[^#]*)?(#.*)?$/s.exec(own === undefined ? href : `/${href.slice(own.length)}`) ?? [];
  return { path: decodeLink(path), fragment };
}

/** Returns the absolute paths that a link may refer to, the likelier one first. */
function candidates(folder: string, path: string): string[] {
  const [here, root] = [join(folder, path), join("/", path)];
  if (path.startsWith("/")) return [root];
  if (path.startsWith(".")) return [here];
  return isFileName(path) ? [here, root] : [root, here];
}

/** Returns the path of a file relative to the page's folder; a preview loads nothing from outside. */
function addressBelow(folder: string, file: string): string {
  if (isAttachmentPath(file)) return file;
  const start = folder === "/" ? "" : `${folder.slice(1)}/`;
  return file.startsWith(start) ? file.slice(start.length) : `${ROOT_FOLDER}/${file}`;
}

const folderOf = (path: string): string => path.slice(0, Math.max(1, path.lastIndexOf("/")));

/** Joins absolute paths; `..` stops at the root. */
function join(folder: string, path: string): string {
  const parts: string[] = [];
  for (const part of `${path.startsWith("/") ? "" : folder}/${path}`.split("/")) {
    if (part === "..") parts.pop();
    else if (part !== "" && part !== ".") parts.push(part);
  }
  return `/${parts.join("/")}`;
}

function relative(folder: string, path: string): string {
  const [from, to] = [folder.split("/").filter(Boolean), path.split("/").filter(Boolean)];
  let same = 0;
  while (same < from.length && same < to.length - 1 && from[same] === to[same]) same += 1;
  const up = from.slice(same).map(() => "..");
  return encoded([...(up.length === 0 ? ["."] : up), ...to.slice(same)].join("/"));
}

const encoded = (path: string): string =>
  path
    .split("/")
    .map((part) => encodeURIComponent(part))
    .join("/");
