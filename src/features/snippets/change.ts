import type { Client } from "../../api/client.ts";
import { ApiError } from "../../api/errors.ts";
import type { Snippet, UpdateSnippet } from "../../api/resources/snippets.ts";
import type { Change } from "../../core/changes.ts";
import { tellsFiles } from "./contents.ts";

/** A change of a snippet, for the views. Snippets are of a person on an instance, not of a project. */
export const snippetChange = (instance: string, id?: number): Change => ({
  instance,
  project: "",
  subject: "snippet",
  ...(id !== undefined && { id }),
});

/** Changes title, description or visibility. @throws ApiError */
export async function changeSnippet(
  client: Client,
  snippet: Pick<Snippet, "id" | "files">,
  changes: Pick<UpdateSnippet, "title" | "description" | "visibility">,
  signal: AbortSignal,
): Promise<Snippet> {
  try {
    return await client.snippets.update(snippet.id, changes, { signal });
  } catch (error) {
    // The documents ask for the list of files with any change of a snippet that has several; other hosts do without.
    if (!(error instanceof ApiError) || error.kind !== "invalidRequest" || !tellsFiles(snippet)) throw error;
    return client.snippets.update(snippet.id, { ...changes, files: [] }, { signal }).catch(() => {
      throw error;
    });
  }
}
