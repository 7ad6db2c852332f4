import type { Snippet } from "../../api/resources/snippets.ts";

/** A file of a snippet as its answers tell it. */
export interface SnippetPart {
  readonly path: string;
  /** Branch that its address names; undefined where it names none. */
  readonly ref?: string;
}

/** What is asked of the files of a snippet. */
export interface SnippetParts {
  readonly files: readonly SnippetPart[];
  /** A snippet of one file, whose host tells no list of files: its content is read and written as the snippet's own. */
  readonly single: boolean;
}

type Told = Pick<Snippet, "files" | "file_name" | "title">;

/** The files of a snippet: those that the host lists, or the one that older snippets have (Part 3, Snippet: `file_name`). */
export function partsOf(snippet: Told): SnippetParts {
  const listed = (snippet.files ?? []).filter(
    ({ path }) => typeof path === "string" && pathProblem(path) === undefined,
  );
  if (listed.length > 0)
    return { files: listed.map(({ path, raw_url: address }) => ({ path, ...refOf(address, path) })), single: false };
  const name = snippet.file_name ?? "";
  return { files: [{ path: pathProblem(name) === undefined ? name : nameless }], single: true };
}

/** Whether answers tell the files at all; lists of some hosts leave them out. */
export const tellsFiles = ({ files }: Pick<Snippet, "files">): boolean => Array.isArray(files) && files.length > 0;

/** Name of a file that has none on the host. */
const nameless = "snippet.txt";

/** The addresses of files name the branch: `…/raw/main/a/b.txt`. */
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

/** Why a path can be none of a file in a snippet. */
export type PathProblem = "empty" | "dots" | "slashes" | "long" | "characters";

/** Bytes that a name may have in git's usual file systems. */
export const longestName = 255;

/** What is wrong with the path of a file; undefined when it can be. */
export function pathProblem(path: string): PathProblem | undefined {
  if (path.trim() === "") return "empty";
  if (path.startsWith("/") || path.endsWith("/") || path.includes("//")) return "slashes";
  // eslint-disable-next-line no-control-regex -- control characters are what this looks for
  if (/[\u0000-\u001f\u007f\\]/.test(path)) return "characters";
  const names = path.split("/");
  if (names.some((name) => name === "." || name === ".." || name.toLowerCase() === ".git")) return "dots";
  return names.some((name) => Buffer.byteLength(name) > longestName) ? "long" : undefined;
}

/** What stands in a folder of a snippet. */
export interface SnippetEntry {
  readonly name: string;
  /** From the root of the snippet. */
  readonly path: string;
  readonly folder: boolean;
}

/** What a folder holds, folders first, by name. @param folder its path; empty for the root */
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

/** The files that a path stands for: itself, or all that are below it. */
export const filesAt = (paths: readonly string[], at: string): string[] =>
  paths.filter((path) => at === "" || path === at || path.startsWith(`${at}/`));

/** Where the files at a path go when it gets another name. */
export const movedTo = (path: string, from: string, to: string): string => to + path.slice(from.length);
