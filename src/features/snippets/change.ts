import type { Client } from "../../api/client.ts";
import { ApiError } from "../../api/errors.ts";
import type { Snippet, UpdateSnippet } from "../../api/resources/snippets.ts";
import type { Change } from "../../core/changes.ts";
import { listsFiles } from "./contents.ts";

/** Returns the change event of a snippet, or of all; snippets belong to a user of an instance, not to a project. */
export const snippetChange = (instance: string, id?: number): Change => ({
  instance,
  project: "",
  subject: "snippet",
  ...(id !== undefined && { id }),
});

/** Changes the title, description or visibility of a snippet. @throws ApiError */
export async function changeSnippet(
  client: Client,
  snippet: Pick<Snippet, "id" | "files">,
  changes: Pick<UpdateSnippet, "title" | "description" | "visibility">,
  signal: AbortSignal,
): Promise<Snippet> {
  try {
    return await client.snippets.update(snippet.id, changes, { signal });
  } catch (error) {
    // The documents require `files` in every update of a snippet with several files; real hosts do not.
    if (!(error instanceof ApiError) || error.kind !== "invalidRequest" || !listsFiles(snippet)) throw error;
    return client.snippets.update(snippet.id, { ...changes, files: [] }, { signal }).catch(() => {
      throw error;
    });
  }
}
