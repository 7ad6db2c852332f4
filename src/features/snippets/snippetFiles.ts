import { FileChangeType, FilePermission, type FileStat, FileSystemError, FileType, l10n, Uri } from "vscode";
import type { Snippet, UpdateSnippet } from "../../api/resources/snippets.ts";
import { SNIPPET_SCHEME } from "../../core/addresses/schemes.ts";
import { readSnippetAddress, snippetAddress, type SnippetPlace } from "../../core/addresses/snippets.ts";
import { sendWrite } from "../../core/commands/runWrite.ts";
import type { Context } from "../../core/context.ts";
import type { FilesChanged, FileWork } from "../../core/lazy/lazyFiles.ts";
import { AskedEdits } from "../../core/ui/reviewEdits.ts";
import { snippetChange } from "./change.ts";
import { entriesOf, filesAt, movedTo, fileListOf } from "./contents.ts";
import { fileName, pathProblemText } from "./labels.ts";
import { SnippetCache, type SnippetKey } from "./snippetCache.ts";
import { SnippetTexts } from "./snippetTexts.ts";

/** A file with unsent text. */
export interface UnsentFile extends SnippetPlace {
  /** Whether its text was changed on the host, too. */
  readonly conflict: boolean;
}

type FilesContext = Pick<Context, "connections" | "changes" | "drafts" | "report" | "texts" | "unanswered">;

/** Number of contents at refs that are cached, because the editor reads each more than once. */
const maxKeptAtRefs = 30;

/**
 * The file system of snippets: `/42/folder/file`. The user's own files are editable and sent on manual save (see
 * RemoteTextFileSystem); files that are saved, renamed or deleted together are one request. Files at a ref and of other
 * authors are read-only.
 */
export class SnippetFiles implements FileWork {
  readonly snippets: SnippetCache;
  /** The editable files. */
  readonly texts: SnippetTexts;
  /** Renames that commands start through the editor. */
  readonly edits = new AskedEdits();
  private readonly context: FilesContext;
  private readonly changed: FilesChanged;
  private readonly atRefs = new Map<string, Uint8Array>();

  constructor(context: FilesContext, changed: FilesChanged) {
    this.context = context;
    this.changed = changed;
    this.snippets = new SnippetCache(context);
    this.texts = new SnippetTexts({ context, snippets: this.snippets, placeOf: (uri) => this.placeOf(uri), changed });
  }

  /** Returns the URI of a file or folder. */
  uriOf(place: SnippetPlace): Uri {
    return Uri.from({ scheme: SNIPPET_SCHEME, ...snippetAddress(place) });
  }

  /** Returns the file or folder of a URI; undefined for URIs of other schemes. */
  read(uri: Uri): SnippetPlace | undefined {
    return uri.scheme === SNIPPET_SCHEME ? readSnippetAddress(uri) : undefined;
  }

  /** Files of all snippets that have unsent text. */
  get unsent(): readonly UnsentFile[] {
    return this.texts.unsent.flatMap((uri) => {
      const place = this.read(uri);
      return place ? [{ ...place, conflict: this.texts.isConflicted(uri) }] : [];
    });
  }

  /** Reads a file again from the host; unsent text stays. @throws ApiError, UserError, FileSystemError */
  async refresh(uri: Uri, signal: AbortSignal): Promise<void> {
    const place = this.placeOf(uri);
    if (place.ref !== undefined) {
      this.atRefs.delete(uri.toString());
      await this.bytesAt(uri, place, signal);
      this.changed([{ type: FileChangeType.Changed, uri }]);
      return;
    }
    if (!this.texts.isUnsent(uri)) await this.snippets.fetch(place, signal);
    await this.texts.refresh(uri, signal);
  }

  async stat(uri: Uri, signal: AbortSignal): Promise<FileStat> {
    const place = this.placeOf(uri);
    const { path, ref } = place;
    if (ref !== undefined)
      return readOnly(await this.edits.asFileErrors(uri, async () => (await this.bytesAt(uri, place, signal)).length));
    const kept = this.snippets.get(place);
    // Unsent text can be shown without the host.
    if (path !== "" && this.texts.isUnsent(uri) && (kept === undefined || this.snippets.isOwn(place, kept)))
      return this.texts.stat(uri);
    if (path === "" || !this.snippets.paths(place).includes(path))
      await this.edits.asFileErrors(uri, () => this.snippets.fetch(place, signal));
    const [snippet, files] = [this.snippets.get(place), this.snippets.paths(place)];
    if (snippet && files.includes(path)) {
      const own = this.snippets.isOwn(place, snippet);
      const asText = async (): Promise<FileStat> => ({
        ...(await this.texts.stat(uri)),
        ...(!own && { permissions: FilePermission.Readonly }),
      });
      return this.texts.orBinary(uri, asText, ({ length }) => readOnly(length));
    }
    if (path === "" || filesAt([...files, ...this.unsentPaths(place)], path).length > 0)
      return { type: FileType.Directory, ctime: 0, mtime: 0, size: 0 };
    throw FileSystemError.FileNotFound(uri);
  }

  async readFile(uri: Uri, signal: AbortSignal): Promise<Uint8Array> {
    const place = this.placeOf(uri);
    if (place.path === "") throw FileSystemError.FileIsADirectory(uri);
    if (place.ref !== undefined) return this.edits.asFileErrors(uri, () => this.bytesAt(uri, place, signal));
    return this.texts.orBinary(
      uri,
      () => this.texts.readFile(uri),
      (bytes) => bytes,
    );
  }

  async readDirectory(uri: Uri, signal: AbortSignal): Promise<[string, FileType][]> {
    const place = this.placeOf(uri);
    await this.edits.asFileErrors(uri, () => this.snippets.fetch(place, signal));
    const entries = entriesOf([...this.snippets.paths(place), ...this.unsentPaths(place)], place.path);
    if (entries.length === 0) throw FileSystemError.FileNotFound(uri);
    return entries.map(({ name, folder }) => [name, folder ? FileType.Directory : FileType.File]);
  }

  async writeFile(uri: Uri, content: Uint8Array, _options: unknown, signal: AbortSignal): Promise<void> {
    const place = this.placeOf(uri);
    this.checkPresent(place);
    const wrong = pathProblemText(place.path);
    if (wrong !== undefined) throw FileSystemError.NoPermissions(wrong);
    if (this.texts.binaryOf(uri))
      throw FileSystemError.NoPermissions(l10n.t("{0} is not a text file and cannot be edited.", fileName(place.path)));
    // The text is kept even if the host cannot be reached; ownership is then checked when it is sent.
    const snippet = this.snippets.get(place) ?? (await this.snippets.fetch(place, signal).catch(() => undefined));
    if (snippet) this.checkOwn(place, snippet);
    if (
      content.length === 0 &&
      snippet &&
      !this.snippets.paths(place).includes(place.path) &&
      !this.texts.isUnsent(uri)
    ) {
      // Hosts accept no empty files, so it is sent with its first text.
      await this.texts.begin(uri);
      this.changed([{ type: FileChangeType.Created, uri }]);
      return;
    }
    await this.texts.writeFile(uri, content);
  }

  /** Does nothing: a folder is created with its first file. */
  createDirectory(): Promise<void> {
    return Promise.resolve();
  }

  /**
   * Deletes a file, or every file of a folder, in one request.
   * @param options.only the files that the user was asked about: others that were added to the folder meanwhile stay
   * @throws FileSystemError also for the last file of a snippet
   */
  delete(
    uri: Uri,
    { recursive, only }: { readonly recursive: boolean; readonly only?: readonly string[] },
    ending: AbortSignal,
  ): Promise<void> {
    return this.edits.carryOut(ending, async (signal) => {
      const place = this.placeOf(uri);
      this.checkPresent(place);
      if (place.path === "")
        throw FileSystemError.NoPermissions(l10n.t("Use “Delete Snippet…” to delete it with all files."));
      const snippet = await this.edits.asFileErrors(uri, () => this.snippets.fetch(place, signal));
      const all = this.snippets.paths(place);
      const [there, unsent] = [all, this.unsentPaths(place)].map((paths) =>
        filesAt(paths, place.path).filter((path) => only?.includes(path) ?? true),
      ) as [string[], string[]];
      const [first = unsent[0]] = there;
      if (first === undefined) throw FileSystemError.FileNotFound(uri);
      if (!recursive && first !== place.path) throw FileSystemError.NoPermissions(l10n.t("The folder is not empty."));
      if (there.length > 0) {
        this.checkOwn(place, snippet);
        if (there.length === all.length)
          throw FileSystemError.NoPermissions(
            l10n.t("The last file of a snippet cannot be deleted. Delete the snippet instead."),
          );
        await this.change(uri, place, { files: there.map((path) => ({ action: "delete", file_path: path })) }, signal);
      }
      for (const path of new Set([...there, ...unsent])) await this.texts.forget(this.uriOf({ ...place, path }));
      this.changed([{ type: FileChangeType.Deleted, uri }]);
      this.context.changes.fire(snippetChange(place.instance, place.id));
    });
  }

  /** Renames a file, or every file of a folder, within its snippet in one request. @throws FileSystemError */
  rename(from: Uri, to: Uri, { overwrite }: { readonly overwrite: boolean }, ending: AbortSignal): Promise<void> {
    return this.edits.carryOut(ending, async (signal) => {
      const [place, target] = [this.placeOf(from), this.placeOf(to)];
      this.checkPresent(place);
      this.checkPresent(target);
      if (place.instance !== target.instance || place.id !== target.id)
        throw FileSystemError.NoPermissions(l10n.t("Files cannot be moved to another snippet. Copy the file instead."));
      const snippet = await this.edits.asFileErrors(from, () => this.snippets.fetch(place, signal));
      const [all, unsent] = [this.snippets.paths(place), this.unsentPaths(place)];
      const moves = [...new Set(filesAt([...all, ...unsent], place.path))].map((path) => ({
        path,
        to: movedTo(path, place.path, target.path),
      }));
      if (moves.length === 0) throw FileSystemError.FileNotFound(from);
      const stay = [...all, ...unsent].filter((path) => !moves.some((move) => move.path === path));
      for (const move of moves) {
        const wrong = pathProblemText(move.to, overwrite ? stay.filter((path) => path !== move.to) : stay);
        if (wrong !== undefined)
          throw stay.includes(move.to) ? FileSystemError.FileExists(wrong) : FileSystemError.NoPermissions(wrong);
      }
      const there = moves.filter(({ path }) => all.includes(path));
      if (there.length > 0) {
        this.checkOwn(place, snippet);
        await this.change(from, place, moveOf(snippet, there), signal);
      }
      for (const move of moves) {
        const [old, now] = [this.uriOf({ ...place, path: move.path }), this.uriOf({ ...place, path: move.to })];
        await this.texts.moved(old, now);
        this.changed([
          { type: FileChangeType.Deleted, uri: old },
          { type: FileChangeType.Created, uri: now },
        ]);
      }
      this.context.changes.fire(snippetChange(place.instance, place.id));
    });
  }

  /** Drops everything that is kept of a deleted snippet. */
  async forgetSnippet(key: SnippetKey): Promise<void> {
    const { instance, id } = key;
    const paths = new Set([...this.snippets.paths(key), ...this.unsentPaths(key)]);
    this.snippets.forget(key);
    for (const path of paths) {
      const uri = this.uriOf({ instance, id, path });
      await this.texts.forget(uri);
      this.changed([{ type: FileChangeType.Deleted, uri }]);
    }
  }

  /**
   * Returns the paths of a snippet's files that have unsent text, including ones that are not on the host.
   * @param unsent result of `unsent`, which reads every draft, for several snippets at once
   */
  unsentPaths(key: SnippetKey, unsent = this.unsent): string[] {
    return unsent.flatMap(({ instance, id, path }) => (instance === key.instance && id === key.id ? [path] : []));
  }

  dispose(): void {
    this.texts.dispose();
  }

  private async bytesAt(uri: Uri, place: SnippetPlace, signal: AbortSignal): Promise<Uint8Array> {
    const key = uri.toString();
    const kept = this.atRefs.get(key);
    if (kept) return kept;
    const bytes = await this.snippets.bytes(place, signal);
    if (this.atRefs.size >= maxKeptAtRefs) this.atRefs.delete(this.atRefs.keys().next().value ?? "");
    this.atRefs.set(key, bytes);
    return bytes;
  }

  /** Sends a change; views refresh after a failure too, because the host may have applied it. */
  private async change(uri: Uri, place: SnippetPlace, changes: UpdateSnippet, signal: AbortSignal): Promise<void> {
    try {
      await this.edits.asFileErrors(uri, () =>
        sendWrite(this.context, {
          key: JSON.stringify(["snippet", place.instance, place.id, changes]),
          request: () => this.snippets.change(place, changes, signal),
          signal,
          find: async (until) => {
            await this.snippets.fetch(place, until);
            return isApplied(this.snippets.paths(place), changes) ? { done: undefined } : undefined;
          },
        }),
      );
    } catch (error) {
      this.context.changes.fire(snippetChange(place.instance, place.id));
      throw error;
    }
  }

  private checkPresent({ ref }: SnippetPlace): void {
    if (ref !== undefined)
      throw FileSystemError.NoPermissions(l10n.t("A file at a branch, tag or commit cannot be changed."));
  }

  private checkOwn(key: SnippetKey, snippet: Snippet): void {
    if (!this.snippets.isOwn(key, snippet))
      throw FileSystemError.NoPermissions(l10n.t("Only its author can change this snippet."));
  }

  private placeOf(uri: Uri): SnippetPlace {
    const place = this.read(uri);
    if (!place) throw FileSystemError.FileNotFound(uri);
    return place;
  }
}

/** Returns the update that moves files; replaced files are deleted first. */
function moveOf(snippet: Snippet, moves: readonly { readonly path: string; readonly to: string }[]): UpdateSnippet {
  const { files, single } = fileListOf(snippet);
  if (single) return { file_name: moves[0]?.to };
  const replaced = moves.filter(
    ({ to }) => files.some(({ path }) => path === to) && !moves.some(({ path }) => path === to),
  );
  return {
    files: [
      ...replaced.map(({ to }) => ({ action: "delete" as const, file_path: to })),
      ...moves.map(({ path, to }) => ({ action: "move" as const, previous_path: path, file_path: to })),
    ],
  };
}

const readOnly = (size: number): FileStat => ({
  type: FileType.File,
  ctime: 0,
  mtime: 0,
  size,
  permissions: FilePermission.Readonly,
});

/** Whether files were moved and deleted as sent, by the paths that are there. */
const isApplied = (paths: readonly string[], { files = [], file_name: name }: UpdateSnippet): boolean =>
  (name === undefined || paths.includes(name)) &&
  files.every(({ action, file_path: path, previous_path: before }) =>
    action === "delete"
      ? !paths.includes(path)
      : paths.includes(path) && (before === undefined || before === path || !paths.includes(before)),
  );
