import type { SnippetVisibility } from "../../../api/resources/snippets.ts";
import type { DraftKind } from "../../../core/base/drafts.ts";
import { asText, either, listOf, recordOf, type Parse } from "../../../core/base/stored.ts";

/** A file of a new snippet: a text, or a document that is read when the snippet is sent. */
export type DraftFile =
  | { readonly path: string; readonly content: string }
  | { readonly path: string; readonly uri: string };

/** The fields of a new snippet. */
export interface SnippetDraft {
  readonly title: string;
  readonly description: string;
  readonly visibility: SnippetVisibility;
  readonly files: readonly DraftFile[];
}

const file: Parse<DraftFile> = either(
  recordOf({ path: asText, content: asText }),
  recordOf({ path: asText, uri: asText }),
);
const snippet = recordOf({ title: asText, description: asText, visibility: asText, files: listOf(file) });

/** Drafts of new snippets, by instance. */
export const snippetDrafts: DraftKind<SnippetDraft> = {
  name: "newSnippet",
  parse: (stored) => {
    const parsed = snippet(stored);
    return parsed?.files.length === 0 ? undefined : parsed;
  },
};

/**
 * Returns names for files in a snippet: their paths without the folders that all of them share; equal ones are
 * numbered.
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
