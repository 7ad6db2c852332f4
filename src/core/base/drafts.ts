import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { mkdir, readdir, rename, rm, stat, writeFile } from "node:fs/promises";
import path from "node:path";
import type { Parse } from "./stored.ts";

/** A kind of drafts, each with a key. */
export interface DraftKind<D> {
  /** Unique; part of file names. */
  readonly name: string;
  readonly parse: Parse<D>;
  /** Maximum number of stored drafts, the latest; unlimited when absent. */
  readonly limit?: number;
}

export interface DraftStoreOptions {
  /** Folder of the extension's own files. */
  readonly storage: string;
  /** URIs of what is open in the window. */
  readonly workspace: readonly { toString(): string }[];
  /** Called when a draft could not be written and no caller waits for it. */
  readonly failed: (error: unknown) => void;
}

/**
 * Stores unsent input of a workspace in one file per draft, readable only by the current OS user. Files are written at
 * once: VS Code saves workspaceState about 100 ms later, never if the browser leaves the page before, and in another
 * folder while an abandoned window still locks it. Drafts of other windows of the workspace are read as well.
 */
export class DraftStore {
  private readonly folder: string;
  private readonly failed: DraftStoreOptions["failed"];
  /** Contents being written, by file name; undefined for a file being removed. */
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
   * Stores a draft; it is on disk once the promise resolves.
   * @param draft JSON-compatible; undefined removes the draft
   * @throws Error when it cannot be written; the previous draft stays
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

  /** Stores or removes a draft; an error is only reported. */
  keepQuietly<D>(kind: DraftKind<D>, key: string, draft: D | undefined): Promise<void> {
    return this.keep(kind, key, draft).catch(this.failed);
  }

  /** Returns the editable draft of a key. @param initial returns its start value, given the stored draft */
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
    await mkdir(this.folder, { recursive: true, mode: 0o700 });
    // Replaced atomically: another window may read or write the same file.
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

/** An editable draft, stored with every change until it is sent. */
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

/** Returns the file name of a draft; keys are hashed since they may be longer than file names. */
const fileOf = ({ name }: DraftKind<unknown>, key: string): string => `${name}.${hash(key)}.json`;

const isOf = ({ name }: DraftKind<unknown>, file: string): boolean =>
  file.startsWith(`${name}.`) && file.endsWith(".json");

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    // Created with the first draft.
    return [];
  }
}
