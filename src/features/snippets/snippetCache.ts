import { l10n } from "vscode";
import { ApiError } from "../../api/errors.ts";
import type { Snippet, UpdateSnippet } from "../../api/resources/snippets.ts";
import type { SnippetPlace } from "../../core/addresses/snippets.ts";
import { UserError } from "../../core/base/errors.ts";
import type { Context } from "../../core/context.ts";
import { sizeText } from "../../core/ui/size.ts";
import { partsOf } from "./contents.ts";
import { fileName } from "./labels.ts";
import { LARGEST_SNIPPET, readFileOf, TooLarge } from "./read.ts";

/** A snippet, whichever of its places is meant. */
export type SnippetKey = Pick<SnippetPlace, "instance" | "id">;

/** Snippets as hosts told them last. */
export class KnownSnippets {
  private readonly context: Pick<Context, "connections">;
  private readonly known = new Map<string, Snippet>();

  constructor(context: Pick<Context, "connections">) {
    this.context = context;
  }

  /** As it was told last; undefined when it never was, or is gone. */
  get(key: SnippetKey): Snippet | undefined {
    return this.known.get(textOf(key));
  }

  learn(instance: string, snippet: Snippet): void {
    this.known.set(textOf({ instance, id: snippet.id }), snippet);
  }

  forget(key: SnippetKey): void {
    this.known.delete(textOf(key));
  }

  /** The files that it is known to have. */
  paths(key: SnippetKey): string[] {
    const snippet = this.get(key);
    return snippet ? partsOf(snippet).files.map(({ path }) => path) : [];
  }

  /** Whether the account in use may change it: hosts let its author do so alone. */
  isOwn({ instance }: SnippetKey, { author }: Pick<Snippet, "author">): boolean {
    const { session } = this.context.connections.get(instance);
    return session !== undefined && (author?.id === undefined || author.id === session.user.id);
  }

  /** Asks the host. @throws ApiError */
  async fresh(key: SnippetKey, signal: AbortSignal): Promise<Snippet> {
    try {
      const snippet = await this.context.connections.get(key.instance).client.snippets.get(key.id, { signal });
      this.learn(key.instance, snippet);
      return snippet;
    } catch (error) {
      if (error instanceof ApiError && error.kind === "notFound") this.forget(key);
      throw error;
    }
  }

  /** @throws ApiError */
  async change({ instance, id }: SnippetKey, changes: UpdateSnippet, signal: AbortSignal): Promise<void> {
    this.learn(instance, await this.context.connections.get(instance).client.snippets.update(id, changes, { signal }));
  }

  /** The content of a file. @throws ApiError, UserError when it is too large */
  async bytes(place: SnippetPlace, signal: AbortSignal): Promise<Uint8Array> {
    const { instance, path, ref } = place;
    const snippet = this.get(place) ?? (await this.fresh(place, signal));
    try {
      return await readFileOf(this.context.connections.get(instance).client, snippet, path, { ref, signal });
    } catch (error) {
      throw explainSize(error, path);
    }
  }
}

const textOf = ({ instance, id }: SnippetKey): string => `${instance} ${id}`;

/** Returns an error in words where a file is too large; any other as it is. */
export const explainSize = (error: unknown, path: string): unknown =>
  error instanceof TooLarge
    ? new UserError(
        l10n.t(
          "{0} has {1}; files of more than {2} are not opened in the editor.",
          fileName(path),
          sizeText(error.size),
          sizeText(LARGEST_SNIPPET),
        ),
        { cause: error },
      )
    : error;
