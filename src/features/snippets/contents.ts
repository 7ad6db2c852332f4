import type { Snippet } from "../../api/resources/snippets.ts";

/** A file in the API's representation of a snippet. */
export interface ListedFile {
  readonly path: string;
  /** Branch in its raw URL, if any. */
  readonly ref?: string;
}

/** The files of a snippet, and how its host stores them. */
export interface FileList {
  readonly files: readonly ListedFile[];
  /** A snippet without a file list: its only file is read and written as the content of the snippet. */
  readonly single: boolean;
}

type SnippetFields = Pick<Snippet, "files" | "file_name" | "title">;

/**
 * Returns the files of a snippet: the listed ones, or the single file of an older snippet (Part 3, Snippet:
 * `file_name`).
 */
export function fileListOf(snippet: SnippetFields): FileList {
  const listed = (snippet.files ?? []).filter(
    ({ path }) => typeof path === "string" && pathProblem(path) === undefined,
  );
  if (listed.length > 0)
    return { files: listed.map(({ path, raw_url: address }) => ({ path, ...refOf(address, path) })), single: false };
  const name = snippet.file_name ?? "";
  return { files: [{ path: pathProblem(name) === undefined ? name : defaultName }], single: true };
}

/** Whether a snippet has a file list, which some hosts leave out. */
export const listsFiles = ({ files }: Pick<Snippet, "files">): boolean => Array.isArray(files) && files.length > 0;

/** Name for a file without one on the host. */
const defaultName = "snippet.txt";

/** Returns the branch in a file's raw URL: `…/raw/main/a/b.txt`. */
function refOf(address: unknown, path: string): { readonly ref?: string } {
  if (typeof address !== "string" || !URL.canParse(address)) return {};
  const way = decoded(new URL(address).pathname);
  const at = way?.lastIndexOf("/raw/") ?? -1;
  if (way === undefined || at < 0 || !way.endsWith(`/${path}`)) return {};
  const ref = way.slice(at + "/raw/".length, -path.length - 1);
  return ref === "" ? {} : { ref };
}

function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}

/** Why the path of a file in a snippet is invalid. */
export type PathProblem = "empty" | "dots" | "slashes" | "long" | "characters";

/** Maximum length of a name in bytes, in the file systems git is used on. */
export const longestName = 255;

/** Returns why the path of a file is invalid; undefined if it is valid. */
export function pathProblem(path: string): PathProblem | undefined {
  if (path.trim() === "") return "empty";
  if (path.startsWith("/") || path.endsWith("/") || path.includes("//")) return "slashes";
  // eslint-disable-next-line no-control-regex -- control characters are what this looks for
  if (/[\u0000-\u001f\u007f\\]/.test(path)) return "characters";
  const names = path.split("/");
  if (names.some((name) => name === "." || name === ".." || name.toLowerCase() === ".git")) return "dots";
  return names.some((name) => Buffer.byteLength(name) > longestName) ? "long" : undefined;
}

/** A file or folder in a folder of a snippet. */
export interface SnippetEntry {
  readonly name: string;
  /** Relative to the root of the snippet. */
  readonly path: string;
  readonly folder: boolean;
}

/** Returns the entries of a folder, folders first, by name. @param folder its path; empty for the root */
export function entriesOf(paths: readonly string[], folder: string): SnippetEntry[] {
  const start = folder === "" ? "" : `${folder}/`;
  const found = new Map<string, SnippetEntry>();
  for (const path of paths) {
    if (!path.startsWith(start)) continue;
    const [name = "", ...deeper] = path.slice(start.length).split("/");
    if (name !== "") found.set(name, { name, path: start + name, folder: deeper.length > 0 });
  }
  return [...found.values()].sort(
    (a, b) =>
      Number(b.folder) - Number(a.folder) ||
      a.name.localeCompare(b.name, undefined, { numeric: true, sensitivity: "base" }),
  );
}

/** Returns the files at a path: the file itself, or all files below a folder. */
export const filesAt = (paths: readonly string[], at: string): string[] =>
  paths.filter((path) => at === "" || path === at || path.startsWith(`${at}/`));

/** Returns the new path of a file when the file or folder `from` is renamed to `to`. */
export const movedTo = (path: string, from: string, to: string): string => to + path.slice(from.length);
