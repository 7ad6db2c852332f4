import type { SnippetVisibility } from "../../../api/resources/snippets.ts";
import type { Memory } from "../../../core/base/memory.ts";

/** A file of a snippet that is not there yet: a text at hand, or a document that is read when the snippet is sent. */
export type DraftFile =
  | { readonly path: string; readonly content: string }
  | { readonly path: string; readonly uri: string };

/** A snippet that is not there yet, as far as the person said what it is. */
export interface SnippetDraft {
  readonly title: string;
  readonly description: string;
  readonly visibility: SnippetVisibility;
  readonly files: readonly DraftFile[];
}

const key = (instance: string): string => `forgeline.newSnippet:${instance}`;

/** What was entered for a new snippet and did not become one; undefined when there is nothing. */
export function keptDraft(memory: Memory, instance: string): SnippetDraft | undefined {
  const kept = memory.get(key(instance));
  if (typeof kept !== "object" || kept === null) return undefined;
  const { title, description, visibility, files } = kept as Readonly<Record<string, unknown>>;
  const read = Array.isArray(files) ? files.filter(isFile) : [];
  if (
    typeof title !== "string" ||
    typeof description !== "string" ||
    typeof visibility !== "string" ||
    read.length === 0
  )
    return undefined;
  return { title, description, visibility, files: read };
}

/** Keeps a draft until it is sent, also over a restart; undefined forgets it. */
export async function keepDraft(memory: Memory, instance: string, draft: SnippetDraft | undefined): Promise<void> {
  await memory.update(key(instance), draft);
}

function isFile(value: unknown): value is DraftFile {
  if (typeof value !== "object" || value === null) return false;
  const { path, content, uri } = value as Readonly<Record<string, unknown>>;
  return typeof path === "string" && (typeof content === "string" || typeof uri === "string");
}

/**
 * Names of files in a snippet, by where they were: without the folders that all of them share. Two that would have the same name are told apart.
 * @param paths with `/` between folders
 */
export function shortNames(paths: readonly string[]): string[] {
  const folders = paths.map((path) => path.split("/").slice(0, -1));
  const [first = []] = folders;
  let shared = 0;
  while (shared < first.length && folders.every((folder) => folder[shared] === first[shared])) shared++;
  const taken = new Set<string>();
  return paths.map((path) => {
    const name = path.split("/").slice(shared).join("/");
    const [, stem = name, ending = ""] = /^(.+?)(\.[^./]*)?$/s.exec(name) ?? [];
    let own = name;
    for (let number = 2; taken.has(own); number++) own = `${stem}-${number}${ending}`;
    taken.add(own);
    return own;
  });
}
