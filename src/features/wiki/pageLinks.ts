import type { WikiFormat } from "../../api/resources/wikis.ts";
import { isAttachmentPath, pagePath, readPagePath, slugOf } from "../../core/addresses/wiki.ts";
import { isFileName, repositoryFile, ROOT_FOLDER } from "./attachmentPath.ts";

/** A page with links, and what is known of its wiki. */
export interface LinkingPage {
  /** Path of its document. */
  readonly path: string;
  /** Address of the wiki's pages on the host: links that name it lead into the wiki, too. */
  readonly web: string | undefined;
  /** How the page of a slug is written; undefined for none, and as long as nobody looked. */
  formatOf(slug: string): WikiFormat | undefined;
}

/** A picture of a page. */
export interface LinkedPicture {
  /** In the wiki's repository. */
  readonly file: string;
  /** Where a preview finds it, from the page's folder. */
  readonly address: string;
}

/** Where a link of a page leads in the wiki. */
export interface PlaceInWiki {
  /** Whole path of a page's document, or of another file. */
  readonly path: string;
  /** With its `#`, or empty; of pages alone. */
  readonly fragment: string;
}

/**
 * Where a link of a page leads; undefined for one that leads elsewhere, or within the page. Hosts count from the root of the wiki, unless a
 * link begins with a dot or has an ending. A page that is found is meant, whichever way leads to it.
 */
export function placeOf(page: LinkingPage, href: string): PlaceInWiki | undefined {
  const link = inWiki(page, href);
  if (!link || link.path === "") return undefined;
  if (isAttachmentPath(link.path)) return { path: `/${repositoryFile(link.path)}`, fragment: "" };
  const { fragment } = link;
  const paths = candidates(folderOf(page.path), link.path);
  for (const path of paths) {
    const named = readPagePath(path);
    for (const slug of [slugOf(path), ...(named ? [named.slug] : [])]) {
      const format = page.formatOf(slug);
      if (format !== undefined) return { path: pagePath({ slug, format }), fragment };
    }
  }
  const [first = ""] = paths;
  const named = readPagePath(first);
  if (named) return { path: pagePath(named), fragment };
  return isFileName(first) ? { path: first, fragment: "" } : { path: pagePath({ slug: slugOf(first) }), fragment };
}

/** Where a link of a page leads, from the page's folder, as VS Code's preview takes it; undefined when it stays as it is. */
export function linkFrom(page: LinkingPage, href: string): string | undefined {
  const place = placeOf(page, href);
  return place && relative(folderOf(page.path), place.path) + place.fragment;
}

/** The file that a picture of a page is; undefined for one from elsewhere. */
export function pictureFrom(page: LinkingPage, src: string): LinkedPicture | undefined {
  const link = inWiki(page, src);
  if (!link || link.path === "") return undefined;
  const folder = folderOf(page.path);
  const file = isAttachmentPath(link.path)
    ? repositoryFile(link.path)
    : (candidates(folder, link.path)[0] ?? "").slice(1);
  if (file === "") return undefined;
  return { file, address: encoded(addressBelow(folder, file)) };
}

/** Links as wikis write them, `[[Page]]` and `[[Words|Page]]`, with the text around them. */
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

interface InWiki {
  readonly path: string;
  /** With its `#`, or empty. */
  readonly fragment: string;
}

function inWiki({ web }: LinkingPage, href: string): InWiki | undefined {
  const own =
    web === undefined ? undefined : [`${web}/`, `${new URL(web).pathname}/`].find((start) => href.startsWith(start));
  if (own === undefined && /^(?:[a-z][a-z0-9+.-]*:|\/\/|#)/i.test(href)) return undefined;
  const [, path = "", , fragment = ""] =
    /^([^?#]*)(\?[^#]*)?(#.*)?$/s.exec(own === undefined ? href : `/${href.slice(own.length)}`) ?? [];
  return { path: decoded(path), fragment };
}

/** Whole paths that a link may mean, the likelier one first. */
function candidates(folder: string, path: string): string[] {
  const [here, root] = [join(folder, path), join("/", path)];
  if (path.startsWith("/")) return [root];
  if (path.startsWith(".")) return [here];
  return isFileName(path) ? [here, root] : [root, here];
}

/** Where a preview finds a file, from the page's folder; it loads nothing from outside of it. */
function addressBelow(folder: string, file: string): string {
  if (isAttachmentPath(file)) return file;
  const start = folder === "/" ? "" : `${folder.slice(1)}/`;
  return file.startsWith(start) ? file.slice(start.length) : `${ROOT_FOLDER}/${file}`;
}

const folderOf = (path: string): string => path.slice(0, Math.max(1, path.lastIndexOf("/")));

/** Both paths are whole; `..` ends at the root. */
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

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
