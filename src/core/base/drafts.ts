import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { mkdir, readdir, rename, rm, stat, writeFile } from "node:fs/promises";
import path from "node:path";
import type { Parse } from "./stored.ts";

/** A kind of drafts, each known by a key of its own. */
export interface DraftKind<D> {
  /** Unique; part of file names. */
  readonly name: string;
  readonly parse: Parse<D>;
  /** Number of drafts kept, the latest; all of them when absent. */
  readonly limit?: number;
}

export interface DraftStoreOptions {
  /** Folder of the extension's own files. */
  readonly storage: string;
  /** URIs of what is open in the window. */
  readonly workspace: readonly { toString(): string }[];
  /** Receives the error of a draft that nobody waits for and that could not be written. */
  readonly failed: (error: unknown) => void;
}

/**
 * What was typed in a workspace and not sent, one file per draft, readable by the account alone. A file is written at once: VS Code
 * writes its own state about 100 ms later, and never when the browser leaves the page before that; and its folder for a workspace is
 * another one while a window that was left still holds it. What other windows of the workspace write is read too.
 */
export class DraftStore {
  private readonly folder: string;
  private readonly failed: DraftStoreOptions["failed"];
  /** Contents on their way to the disk, by file name; undefined for a file that is being removed. */
  private readonly pending = new Map<string, { readonly content: string | undefined }>();
  private written: Promise<void> = Promise.resolve();

  constructor({ storage, workspace, failed }: DraftStoreOptions) {
    this.folder = path.join(storage, "unsent", hash(workspace.join("\n")));
    this.failed = failed;
  }

  get<D>(kind: DraftKind<D>, key: string): D | undefined {
    return this.read(kind, fileOf(kind, key));
  }

  /** Returns all drafts of a kind, in no order. */
  all<D>(kind: DraftKind<D>): D[] {
    return [...new Set([...namesIn(this.folder), ...this.pending.keys()])]
      .filter((name) => isOf(kind, name))
      .map((name) => this.read(kind, name))
      .filter((draft) => draft !== undefined);
  }

  /**
   * Keeps a draft; it is on disk once the promise resolves.
   * @param draft what JSON can hold; undefined removes it
   * @throws Error when it cannot be written; the draft of before stays
   */
  async keep<D>(kind: DraftKind<D>, key: string, draft: D | undefined): Promise<void> {
    const name = fileOf(kind, key);
    const next = { content: draft === undefined ? undefined : JSON.stringify(draft) };
    this.pending.set(name, next);
    const written = this.written.then(async () => {
      try {
        await this.write(name, next.content);
      } finally {
        if (this.pending.get(name) === next) this.pending.delete(name);
      }
      if (draft !== undefined) await this.limit(kind, name).catch(this.failed);
    });
    this.written = written.catch(() => undefined);
    await written;
  }

  /** Keeps or removes a draft for work that goes on without it: an error is only reported. */
  async keepQuietly<D>(kind: DraftKind<D>, key: string, draft: D | undefined): Promise<void> {
    await this.keep(kind, key, draft).catch(this.failed);
  }

  /** Returns what is being entered under a key. @param initial returns what it begins with, given the draft kept earlier */
  edit<D extends object>(kind: DraftKind<D>, key: string, initial: (kept: D | undefined) => D): Draft<D> {
    return new Draft(initial(this.get(kind, key)), (draft) => this.keepQuietly(kind, key, draft));
  }

  private read<D>({ parse }: DraftKind<D>, name: string): D | undefined {
    const pending = this.pending.get(name);
    try {
      const content = pending ? pending.content : readFileSync(path.join(this.folder, name), "utf8");
      return content === undefined ? undefined : parse(JSON.parse(content));
    } catch {
      // Absent or damaged.
      return undefined;
    }
  }

  private async write(name: string, content: string | undefined): Promise<void> {
    const file = path.join(this.folder, name);
    if (content === undefined) {
      await rm(file, { force: true });
      return;
    }
    await mkdir(this.folder, { recursive: true });
    // Another window may read or write the same file: it is replaced as a whole.
    const whole = `${file}.${process.pid}`;
    await writeFile(whole, content, { mode: 0o600 });
    await rename(whole, file);
  }

  /** Removes the oldest drafts beyond the limit of a kind, never the one just written. */
  private async limit(kind: DraftKind<unknown>, written: string): Promise<void> {
    const { limit } = kind;
    if (limit === undefined) return;
    const others = (await readdir(this.folder)).filter((name) => isOf(kind, name) && name !== written);
    if (others.length < limit) return;
    const files = others.map((name) => path.join(this.folder, name));
    const times = await Promise.all(files.map(async (file) => ({ file, at: (await stat(file)).mtimeMs })));
    const oldest = times.sort((a, b) => b.at - a.at).slice(limit - 1);
    await Promise.all(oldest.map(({ file }) => rm(file, { force: true })));
  }
}

/** What is being entered for one thing: kept with every change until it is sent. */
export class Draft<D extends object> {
  now: D;
  private readonly keep: (draft: D | undefined) => Promise<void>;

  constructor(initial: D, keep: (draft: D | undefined) => Promise<void>) {
    this.now = initial;
    this.keep = keep;
  }

  change(part: Partial<D>): D {
    this.now = { ...this.now, ...part };
    void this.keep(this.now);
    return this.now;
  }

  async forget(): Promise<void> {
    await this.keep(undefined);
  }
}

const hash = (value: string): string => createHash("sha256").update(value).digest("hex").slice(0, 32);

/** Keys may be longer than names of files. */
const fileOf = ({ name }: DraftKind<unknown>, key: string): string => `${name}.${hash(key)}.json`;

const isOf = ({ name }: DraftKind<unknown>, file: string): boolean =>
  file.startsWith(`${name}.`) && file.endsWith(".json");

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    // Made with the first draft.
    return [];
  }
}
