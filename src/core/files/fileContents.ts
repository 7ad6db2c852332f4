import { createHash } from "node:crypto";
import { FilePermission, type FileStat, FileSystemError, FileType, l10n, type Uri } from "vscode";
import type { Client } from "../../api/client.ts";
import { ApiError } from "../../api/errors.ts";
import { type CloneEntry, cloneOf, type LocalClone } from "../../git/clone.ts";
import { isFullSha } from "../../git/localClone.ts";
import { isCancelled } from "../base/errors.ts";
import { EMPTY_TREE } from "../comparisons/comparison.ts";
import { inProjectOrFork } from "../comparisons/projectOrFork.ts";
import type { Context } from "../context.ts";
import { describeError } from "../ui/describeError.ts";
import { sizeText } from "../ui/size.ts";
import { unavailable } from "../ui/unavailable.ts";
import { type FileAddress, readUri } from "./uris.ts";

/** Largest file that is opened in the editor, in bytes. */
export const MAX_FILE_SIZE = 50 * 1024 * 1024;

export interface FileVersion {
  /** Size in bytes. */
  readonly size: number;
  /** SHA of the content. */
  readonly version: string;
}

type HostFile = Extract<FileAddress, { readonly kind: "file" }>;
type Source = Pick<Context, "projects" | "connections" | "report">;

interface Reading {
  /** URI of the file. */
  readonly key: string;
  /** Has the commit of the file. */
  readonly clone: LocalClone | undefined;
  readonly signal: AbortSignal;
}

/** Number of contents kept until they are read. */
const maxAhead = 32;
/** Number of facts kept of each kind. */
const maxKept = 2000;

/** Reads files at a branch, tag or commit from the clone if it has the commit, otherwise from the host. */
export class FileContents {
  private readonly context: Source;
  /** Cached for commits, which never change. */
  private readonly known = new Map<string, FileVersion>();
  /** Contents that were downloaded for their size, by URI. */
  private readonly ahead = new Map<string, Promise<Uint8Array>>();
  /** Whether clones have commits, while git is asked and once they have, by commit and folder. */
  private readonly asked = new Map<string, Promise<boolean>>();
  /** Entries of files in clones: the editor asks for a size and right after it for the content. By folder and URI. */
  private readonly entries = new Map<string, Promise<CloneEntry | undefined>>();
  private readonly slots = new Slots(8);
  private readonly cloneOf: typeof cloneOf;

  constructor(context: Source, findClone = cloneOf) {
    this.context = context;
    this.cloneOf = findClone;
  }

  /**
   * Returns size and version.
   * @throws FileSystemError
   */
  async stat(uri: Uri, signal: AbortSignal): Promise<FileStat> {
    const { size, version } = await this.facts(uri, signal);
    // The editor detects changes by time, so it is derived from the version.
    return {
      type: FileType.File,
      ctime: 0,
      mtime: Number.parseInt(version.slice(0, 11), 16) || 0,
      size,
      permissions: FilePermission.Readonly,
    };
  }

  private async facts(uri: Uri, signal: AbortSignal): Promise<FileVersion> {
    const address = addressOf(uri);
    if (address.kind !== "file") return { size: ownText(address).length, version: "0" };
    const key = uri.toString();
    const known = this.known.get(key);
    if (known) return known;
    const clone = await withFileErrors(uri, () => this.cloneWith(address));
    // The content may have been read meanwhile: a multi-diff editor asks for the contents of all its files, and for their sizes, at once.
    const facts = await this.slots.run(
      async () => this.known.get(key) ?? withFileErrors(uri, () => this.readFacts(address, { key, clone, signal })),
    );
    if (isFullSha(address.ref)) this.keep(key, facts);
    return facts;
  }

  /**
   * Returns the content of a file.
   * @throws FileSystemError, also for files over MAX_FILE_SIZE
   */
  async readFile(uri: Uri, signal: AbortSignal): Promise<Uint8Array> {
    const address = addressOf(uri);
    if (address.kind !== "file") return ownText(address);
    const key = uri.toString();
    try {
      const clone = await withFileErrors(uri, () => this.cloneWith(address));
      const bytes = await this.slots.run(() =>
        withFileErrors(uri, () => this.readBytes(address, { key, clone, signal })),
      );
      if (isSideOfDiff(address)) this.keep(key, { size: bytes.length, version: blobSha(bytes) });
      return bytes;
    } finally {
      this.ahead.delete(key);
    }
  }

  private async readFacts(file: HostFile, reading: Reading): Promise<FileVersion> {
    const { key, signal } = reading;
    const local = await this.fromClone(file, reading, async (clone) => {
      const entry = await this.entryIn(clone, file, reading);
      if (entry?.type === "commit") return { size: submoduleText(entry.sha).length, version: entry.sha };
      return entry?.type === "blob" ? { size: entry.size, version: entry.sha } : undefined;
    });
    if (local) return local;
    if (isSideOfDiff(file)) {
      // Whoever downloads the content may have finished while this waited for its turn and for the clone.
      const known = this.known.get(key);
      if (known) return known;
      const bytes = await this.shared(file, key, signal);
      return { size: bytes.length, version: blobSha(bytes) };
    }
    return this.onHost(file, async (client, project) => {
      const options = { ref: file.ref, ...(file.lfs === true ? { lfs: true } : {}) };
      const { size, blob_id } =
        file.lfs === true
          ? await client.repositoryFiles.rawHead(project, file.path, options, { signal })
          : await client.repositoryFiles.head(project, file.path, options, { signal });
      return { size, version: blob_id };
    });
  }

  /** Downloads the content of a side of a diff once for those who ask for its size and for itself. */
  private async shared(file: HostFile, key: string, signal: AbortSignal): Promise<Uint8Array> {
    try {
      const ahead = this.ahead.get(key);
      if (ahead) return await ahead;
    } catch {
      // Whoever asked first gave up, or the connection broke.
    }
    signal.throwIfAborted();
    const bytes = this.onHost(file, (client, project) => download(client, { ...file, project }, signal));
    keepNewest(this.ahead, key, bytes, maxAhead);
    bytes.catch(() => this.ahead.get(key) === bytes && this.ahead.delete(key));
    return bytes;
  }

  private async readBytes(file: HostFile, reading: Reading): Promise<Uint8Array> {
    const { key, signal } = reading;
    const local = await this.fromClone(file, reading, async (clone) => {
      const entry = await this.entryIn(clone, file, reading);
      if (entry && entry.size > MAX_FILE_SIZE) throw tooLarge(file.path, entry.size);
      if (entry?.type === "commit") return submoduleText(entry.sha);
      return entry?.type === "blob" ? clone.blob(entry.sha, signal) : undefined;
    });
    if (local) return local;
    if (isSideOfDiff(file)) return this.shared(file, key, signal);
    return this.onHost(file, (client, project) => download(client, { ...file, project }, signal));
  }

  /**
   * Returns the clone that has the commit of a file; undefined if none has it, or only the host has the content. Git is asked once for all
   * files that are read at the same time.
   */
  private async cloneWith(file: HostFile): Promise<LocalClone | undefined> {
    if (!isFullSha(file.ref) || file.lfs === true) return undefined;
    const clone = this.cloneOf(this.context, file);
    if (clone === undefined) return undefined;
    const key = `${file.ref} ${clone.root}`;
    const asked = this.asked.get(key) ?? clone.has(file.ref);
    keepNewest(this.asked, key, asked, maxKept);
    try {
      if (await asked) return clone;
      // It may be fetched later.
      this.asked.delete(key);
      return undefined;
    } catch (error) {
      this.asked.delete(key);
      this.context.report.background(error, "Read the clone");
      return undefined;
    }
  }

  /** Returns the entry of a file, for which git is asked once. */
  private async entryIn(clone: LocalClone, file: HostFile, { key, signal }: Reading): Promise<CloneEntry | undefined> {
    const name = `${clone.root} ${key}`;
    // Without an await where nobody has asked: size and content are asked for at once.
    const asked = this.entries.get(name);
    try {
      const known = asked && (await asked);
      if (known) return known;
    } catch {
      // Whoever asked first gave up.
    }
    signal.throwIfAborted();
    const entry = clone.entry(file.ref, file.path, signal);
    keepNewest(this.entries, name, entry, maxKept);
    return entry;
  }

  /** Reads from the clone; returns undefined if there is none, or if it no longer has the commit. */
  private async fromClone<T>(
    file: HostFile,
    { clone, signal }: Reading,
    read: (clone: LocalClone) => Promise<T | undefined>,
  ): Promise<T | undefined> {
    if (clone === undefined) return undefined;
    try {
      const found = await read(clone);
      if (found === undefined && (await clone.has(file.ref, signal))) throw FileSystemError.FileNotFound(file.path);
      return found;
    } catch (error) {
      if (isCancelled(error) || error instanceof FileSystemError) throw error;
      this.context.report.background(error, "Read the clone");
      return undefined;
    }
  }

  private async onHost<T>(file: HostFile, read: (client: Client, project: number | string) => Promise<T>): Promise<T> {
    const { client } = this.context.connections.get(file.instance);
    if (file.ref === EMPTY_TREE) throw FileSystemError.FileNotFound(l10n.t("This commit has no parent."));
    return inProjectOrFork(file.project, file.fork, (project) => read(client, project));
  }

  private keep(key: string, facts: FileVersion): void {
    keepNewest(this.known, key, facts, maxKept);
  }
}

/** Whether a file is a side of a diff, which never changes and is read as soon as its size is known: one request does for both. */
const isSideOfDiff = (file: HostFile): boolean => file.diff !== undefined && file.lfs !== true && isFullSha(file.ref);

function keepNewest<T>(map: Map<string, T>, key: string, value: T, max: number): void {
  map.set(key, value);
  for (const oldest of map.keys()) {
    if (map.size <= max) break;
    map.delete(oldest);
  }
}

/** Returns the SHA that Git gives a content. */
const blobSha = (bytes: Uint8Array): string =>
  createHash("sha1").update(`blob ${bytes.length}\0`).update(bytes).digest("hex");

function addressOf(uri: Uri): FileAddress {
  const address = readUri(uri);
  if (address === undefined)
    throw FileSystemError.FileNotFound(l10n.t("This address does not belong to a file of a project."));
  return address;
}

const ownText = (address: Exclude<FileAddress, HostFile>): Uint8Array =>
  address.kind === "empty" ? new Uint8Array() : submoduleText(address.commit);

const submoduleText = (commit: string | undefined): Uint8Array =>
  Buffer.from(
    `${commit === undefined ? l10n.t("Submodule at an unknown commit") : l10n.t("Submodule at commit {0}", commit)}\n`,
  );

/** Downloads a file; its length may be unknown or wrong. */
async function download(client: Client, file: HostFile, signal: AbortSignal): Promise<Uint8Array> {
  const query = { ref: file.ref, ...(file.lfs === true ? { lfs: true } : {}) };
  const { body, length, close } = await client.repositoryFiles.raw(file.project, file.path, query, { signal });
  if (length !== undefined && length > MAX_FILE_SIZE) {
    await close();
    throw tooLarge(file.path, length);
  }
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const part of body) {
    size += part.length;
    // Leaving the loop closes the connection.
    if (size > MAX_FILE_SIZE) throw tooLarge(file.path, size);
    parts.push(part);
  }
  return Buffer.concat(parts, size);
}

const tooLarge = (path: string, size: number): FileSystemError =>
  unavailable(
    l10n.t(
      "{0} is too large to open in the editor ({1}, the limit is {2}). Use “Download File…” to save it, or “Open File in Browser” to show it in the browser.",
      path,
      sizeText(size),
      sizeText(MAX_FILE_SIZE),
    ),
  );

/** Converts errors to FileSystemError with a message for the editor. */
async function withFileErrors<T>(uri: Uri, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof FileSystemError) throw error;
    const { message } = describeError(error);
    if (error instanceof ApiError && error.kind === "notFound") throw FileSystemError.FileNotFound(uri);
    if (error instanceof ApiError && ["forbidden", "unauthorized", "insufficientScope"].includes(error.kind))
      throw FileSystemError.NoPermissions(message);
    throw unavailable(message);
  }
}

/** Limits concurrency: a multi-diff editor reads all of its files at once. */
class Slots {
  private free: number;
  private readonly waiting: (() => void)[] = [];

  constructor(count: number) {
    this.free = count;
  }

  async run<T>(work: () => Promise<T>): Promise<T> {
    if (this.free > 0) this.free -= 1;
    else await new Promise<void>((resolve) => this.waiting.push(resolve));
    try {
      return await work();
    } finally {
      const next = this.waiting.shift();
      if (next) next();
      else this.free += 1;
    }
  }
}
