import { l10n } from "vscode";
import { ApiError } from "../../api/errors.ts";
import type { Snippet, UpdateSnippet } from "../../api/resources/snippets.ts";
import type { SnippetPlace } from "../../core/addresses/snippets.ts";
import { UserError } from "../../core/base/errors.ts";
import type { Context } from "../../core/context.ts";
import { sizeText } from "../../core/ui/size.ts";
import { fileListOf } from "./contents.ts";
import { fileName } from "./labels.ts";
import { LARGEST_SNIPPET, readFileOf, FileTooLargeError } from "./read.ts";

/** Identifies a snippet. */
export type SnippetKey = Pick<SnippetPlace, "instance" | "id">;

/** The snippets as they were last read. */
export class SnippetCache {
  private readonly context: Pick<Context, "connections">;
  private readonly known = new Map<string, Snippet>();

  constructor(context: Pick<Context, "connections">) {
    this.context = context;
  }

  /** Returns a snippet as it was last read; undefined if it never was, or was deleted. */
  get(key: SnippetKey): Snippet | undefined {
    return this.known.get(keyOf(key));
  }

  put(instance: string, snippet: Snippet): void {
    this.known.set(keyOf({ instance, id: snippet.id }), snippet);
  }

  forget(key: SnippetKey): void {
    this.known.delete(keyOf(key));
  }

  /** Returns the paths of its files, as last read. */
  paths(key: SnippetKey): string[] {
    const snippet = this.get(key);
    return snippet ? fileListOf(snippet).files.map(({ path }) => path) : [];
  }

  /** Whether the current account may change a snippet; hosts allow it only for the author. */
  isOwn({ instance }: SnippetKey, { author }: Pick<Snippet, "author">): boolean {
    const { session } = this.context.connections.get(instance);
    return session !== undefined && (author?.id === undefined || author.id === session.user.id);
  }

  /** Reads a snippet from the host. @throws ApiError */
  async fetch(key: SnippetKey, signal: AbortSignal): Promise<Snippet> {
    try {
      const snippet = await this.context.connections.get(key.instance).client.snippets.get(key.id, { signal });
      this.put(key.instance, snippet);
      return snippet;
    } catch (error) {
      if (error instanceof ApiError && error.kind === "notFound") this.forget(key);
      throw error;
    }
  }

  /** Updates a snippet on the host. @throws ApiError */
  async change({ instance, id }: SnippetKey, changes: UpdateSnippet, signal: AbortSignal): Promise<void> {
    this.put(instance, await this.context.connections.get(instance).client.snippets.update(id, changes, { signal }));
  }

  /** Reads the content of a file. @throws ApiError, UserError when it is too large */
  async bytes(place: SnippetPlace, signal: AbortSignal): Promise<Uint8Array> {
    const { instance, path, ref } = place;
    const snippet = this.get(place) ?? (await this.fetch(place, signal));
    try {
      return await readFileOf(this.context.connections.get(instance).client, snippet, path, { ref, signal });
    } catch (error) {
      throw explainSize(error, path);
    }
  }
}

const keyOf = ({ instance, id }: SnippetKey): string => `${instance} ${id}`;

/** Returns a UserError for a file that is too large, and any other error unchanged. */
export const explainSize = (error: unknown, path: string): unknown =>
  error instanceof FileTooLargeError
    ? new UserError(
        l10n.t(
          "{0} is too large to open in the editor ({1}, the limit is {2}).",
          fileName(path),
          sizeText(error.size),
          sizeText(LARGEST_SNIPPET),
        ),
        { cause: error },
      )
    : error;
