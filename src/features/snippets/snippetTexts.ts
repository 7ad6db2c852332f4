import { l10n, type Uri } from "vscode";
import { ApiError } from "../../api/errors.ts";
import type { SnippetFileChange } from "../../api/resources/snippets.ts";
import { SNIPPET_SCHEME } from "../../core/addresses/schemes.ts";
import type { SnippetPlace } from "../../core/addresses/snippets.ts";
import { UserError } from "../../core/base/errors.ts";
import type { Context } from "../../core/context.ts";
import type { FilesChanged } from "../../core/lazy/lazyFiles.ts";
import { RemoteTextFileSystem } from "../../core/remoteText/fileSystem.ts";
import type { RemoteText } from "../../core/remoteText/remoteText.ts";
import { snippetChange } from "./change.ts";
import { fileListOf } from "./contents.ts";
import { fileName } from "./labels.ts";
import { textOf } from "./read.ts";
import type { SnippetCache, SnippetKey } from "./snippetCache.ts";
import { WriteBatcher } from "./writeBatcher.ts";

export interface SnippetTextsOptions {
  readonly context: Pick<Context, "changes" | "connections" | "drafts" | "report" | "texts">;
  readonly snippets: SnippetCache;
  /** @throws FileSystemError when the document is not a snippet file */
  readonly placeOf: (uri: Uri) => SnippetPlace;
  readonly changed: FilesChanged;
}

/** The editable text files of snippets; files of one snippet that are saved together are sent in one request. */
export class SnippetTexts extends RemoteTextFileSystem {
  private readonly snippets: SnippetCache;
  private readonly context: Pick<Context, "changes">;
  private readonly placeOf: (uri: Uri) => SnippetPlace;
  private readonly ending = new AbortController();
  private readonly keys = new Map<string, SnippetKey>();
  private readonly batcher = new WriteBatcher<SnippetFileChange>((key, files) => this.putFiles(key, files));
  /** Binary contents by document. */
  private readonly binary = new Map<string, Uint8Array>();

  constructor({ context, snippets, placeOf, changed }: SnippetTextsOptions) {
    super({
      context,
      scheme: SNIPPET_SCHEME,
      textOf: (uri) => this.remoteTextOf(uri),
      changed,
    });
    this.context = context;
    this.snippets = snippets;
    this.placeOf = placeOf;
  }

  /** Returns the content of a binary file; undefined for text, or if it was not read. */
  binaryOf(uri: Uri): Uint8Array | undefined {
    return this.binary.get(uri.toString());
  }

  /** Reads a file as text, and falls back to its bytes if it is binary. */
  async orBinary<T>(uri: Uri, asText: () => Promise<T>, asBytes: (bytes: Uint8Array) => T): Promise<T> {
    const known = this.binaryOf(uri);
    if (known) return asBytes(known);
    try {
      return await asText();
    } catch (error) {
      const bytes = this.binaryOf(uri);
      if (bytes) return asBytes(bytes);
      throw error;
    }
  }

  override async refresh(uri: Uri, signal?: AbortSignal): Promise<boolean> {
    this.binary.delete(uri.toString());
    return this.orBinary(
      uri,
      () => super.refresh(uri, signal),
      () => false,
    );
  }

  override async writeFile(uri: Uri, content: Uint8Array): Promise<void> {
    const place = this.placeOf(uri);
    await this.batcher.during(this.keyOf(place), uri.toString(), () => super.writeFile(uri, content));
  }

  override async forget(uri: Uri): Promise<void> {
    this.binary.delete(uri.toString());
    await super.forget(uri);
  }

  override dispose(): void {
    this.ending.abort();
    super.dispose();
  }

  private remoteTextOf(uri: Uri): RemoteText {
    const place = this.placeOf(uri);
    const { instance, id, path } = place;
    return {
      instance,
      key: `${instance} ${id} ${path}`,
      name: l10n.t("the snippet file “{0}”", fileName(path)),
      file: path.split("/").at(-1) ?? path,
      resolveCommand: l10n.t("Resolve Conflict of Snippet…"),
      read: async (signal) => {
        try {
          return await this.text(uri, place, signal);
        } catch (error) {
          if (error instanceof ApiError && error.kind === "notFound") return undefined;
          throw error;
        }
      },
      send: (content, there, signal) => this.sendFile(uri, place, { content, there }, signal),
      announce: () => this.context.changes.fire(snippetChange(instance, id)),
    };
  }

  private async text(uri: Uri, place: SnippetPlace, signal: AbortSignal): Promise<string | undefined> {
    const { files, single } = fileListOf(this.snippets.get(place) ?? (await this.snippets.fetch(place, signal)));
    if (single && files[0]?.path !== place.path) return undefined;
    const bytes = await this.snippets.bytes(place, signal);
    const text = textOf(bytes);
    if (text === undefined) this.binary.set(uri.toString(), bytes);
    return text;
  }

  private async sendFile(
    uri: Uri,
    place: SnippetPlace,
    { content, there }: { readonly content: string; readonly there: boolean },
    signal: AbortSignal,
  ): Promise<void> {
    if (content === "")
      throw new UserError(l10n.t("Snippets cannot contain empty files. Add content, or delete the file."));
    const snippet = this.snippets.get(place);
    try {
      if (there && snippet && fileListOf(snippet).single) await this.snippets.change(place, { content }, signal);
      else
        await this.batcher.join(this.keyOf(place), uri.toString(), {
          action: there ? "update" : "create",
          file_path: place.path,
          content,
        });
    } catch (error) {
      if (!(error instanceof ApiError) || error.kind !== "notFound") throw error;
      throw new UserError(
        l10n.t("The snippet was deleted. Use “Create New Snippet…” to create a new one from your text."),
        { cause: error },
      );
    }
  }

  private async putFiles(key: string, files: readonly SnippetFileChange[]): Promise<void> {
    const snippet = this.keys.get(key);
    if (snippet) await this.snippets.change(snippet, { files }, this.ending.signal);
  }

  private keyOf({ instance, id }: SnippetKey): string {
    const key = `${instance} ${id}`;
    this.keys.set(key, { instance, id });
    return key;
  }
}
