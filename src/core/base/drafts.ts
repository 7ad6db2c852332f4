import { createHash } from "node:crypto";
import { readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { mkdir, readdir, rename, rm, stat, writeFile } from "node:fs/promises";
import path from "node:path";
import type { Parse } from "./stored.ts";
import { markOfWindow, type WindowMark } from "./windowMark.ts";

/** Milliseconds in which a window that is reloaded may still write after the next one has begun. */
const LATE_WRITES = 10_000;
/** Number of drafts of a workspace that stay, of all kinds. */
const mostLeft = 1_000;
/** Milliseconds after which a file that is being written was left by a window that was killed. */
const UNFINISHED_AFTER = 60 * 60_000;

/** A kind of drafts, each with a key. */
export interface DraftKind<D> {
  /** Unique, without dots; part of file names. */
  readonly name: string;
  readonly parse: Parse<D>;
  /** Maximum number of stored drafts, the latest; unlimited when absent. */
  readonly limit?: number;
  /** Whether the windows of a workspace have a draft in common: they change it with `SharedDrafts`, its key is used once, or it holds nothing typed. */
  readonly shared?: boolean;
  /** Joins what another window has left with what is kept here; without it, what was left comes next once this draft is dropped. */
  join?(left: D, kept: D): D;
}

export interface DraftStoreOptions {
  /** Folder of the extension's own files. */
  readonly storage: string;
  /** URIs of what is open in the window. */
  readonly workspace: readonly { toString(): string }[];
  /** Called when a draft could not be written and no caller waits for it. */
  readonly failed: (error: unknown) => void;
  readonly mark?: WindowMark;
}

/**
 * Stores unsent input of a workspace in one file per draft and window, readable only by the current OS user. Files are written at
 * once: VS Code saves workspaceState about 100 ms later, never if the browser leaves the page before, and in another
 * folder while an abandoned window still locks it. What a window has left when it ended is taken over by the first one that starts later
 * and asks for it: windows that are open at once neither see nor replace each other's texts.
 */
export class DraftStore {
  /** Called when a draft could not be written and no caller waits for it. */
  readonly failed: DraftStoreOptions["failed"];
  private readonly folder: string;
  private readonly mark: WindowMark;
  private readonly since = Date.now();
  private isTidy = false;
  /** Contents being written, by file name; undefined for a file being removed. */
  private readonly pending = new Map<string, { readonly content: string | undefined }>();
  private written: Promise<void> = Promise.resolve();

  constructor({ storage, workspace, failed, mark = markOfWindow() }: DraftStoreOptions) {
    this.folder = path.join(storage, "unsent", hash(workspace.join("\n")));
    this.failed = failed;
    this.mark = mark;
  }

  get<D>(kind: DraftKind<D>, key: string): D | undefined {
    return this.read(kind, baseOf(kind, key));
  }

  /** Returns all drafts of a kind, in no order. */
  all<D>(kind: DraftKind<D>): D[] {
    const names = [...namesIn(this.folder), ...this.pending.keys()].filter((name) => isOf(kind, name));
    return [...new Set(names.map((name) => name.split(".", 2).join(".")))]
      .map((base) => this.read(kind, base))
      .filter((draft) => draft !== undefined);
  }

  /** Returns whether a window that was there before this one still has a draft of its own: it may be about to end, as with a reload. */
  mayBeLeft(kind: DraftKind<unknown>, key: string): boolean {
    return this.others(baseOf(kind, key)).some(({ ended }) => !ended);
  }

  /** Takes over what other windows have left of a draft since. @returns it; undefined while this window writes its own */
  takeLeft<D>(kind: DraftKind<D>, key: string): readonly D[] | undefined {
    const base = baseOf(kind, key);
    const name = this.fileOf(kind, base);
    return this.pending.has(name) ? undefined : this.takeOver(kind, base, name);
  }

  /**
   * Stores a draft; it is on disk once the promise resolves.
   * @param draft JSON-compatible; undefined removes the draft
   * @throws Error when it cannot be written; the previous draft stays
   */
  async keep<D>(kind: DraftKind<D>, key: string, draft: D | undefined): Promise<void> {
    const name = this.fileOf(kind, baseOf(kind, key));
    const next = { content: draft === undefined ? undefined : JSON.stringify(draft) };
    this.pending.set(name, next);
    const written = this.written.then(async () => {
      try {
        await this.write(name, next.content);
      } finally {
        if (this.pending.get(name) === next) this.pending.delete(name);
      }
      if (draft === undefined) return;
      // What is beyond the limits goes with the next.
      await this.limit(kind, name).catch(() => undefined);
      if (!this.isTidy) await this.tidy(name).catch(() => undefined);
    });
    this.written = written.catch(() => undefined);
    await written;
  }

  /** Stores or removes a draft; an error is only reported. */
  keepQuietly<D>(kind: DraftKind<D>, key: string, draft: D | undefined): Promise<void> {
    return this.keep(kind, key, draft).catch(this.failed);
  }

  private read<D>(kind: DraftKind<D>, base: string): D | undefined {
    const name = this.fileOf(kind, base);
    const pending = this.pending.get(name);
    if (pending) return parsed(kind, pending.content);
    if (kind.shared !== true) this.takeOver(kind, base, name);
    return this.stored(kind, name);
  }

  private stored<D>(kind: DraftKind<D>, name: string): D | undefined {
    try {
      return parsed(kind, readFileSync(path.join(this.folder, name), "utf8"));
    } catch {
      return undefined;
    }
  }

  /** Takes over what other windows have left of a draft. A file can be renamed by one window only. */
  private takeOver<D>(kind: DraftKind<D>, base: string, own: string): D[] {
    const all: D[] = [];
    for (const { name, ended } of this.others(base)) {
      if (!ended) continue;
      const kept = this.stored(kind, own);
      if (kept !== undefined && !kind.join) break;
      try {
        const file = path.join(this.folder, own);
        if (kept === undefined) {
          renameSync(path.join(this.folder, name), file);
          const left = this.stored(kind, own);
          if (left !== undefined) all.push(left);
          continue;
        }
        const left = this.stored(kind, name);
        const next = `${file}.taken`;
        // Before it is taken, since the disk may be full.
        if (left !== undefined) writeFileSync(next, JSON.stringify(kind.join?.(left, kept)), { mode: 0o600 });
        // Is left by this window if it is killed here.
        const taken = path.join(this.folder, `${base}.${this.mark.own}.taken.json`);
        renameSync(path.join(this.folder, name), taken);
        if (left !== undefined) {
          renameSync(next, file);
          all.push(left);
        }
        rmSync(taken);
      } catch {
        // Another window was faster, or the disk is full.
      }
    }
    return all;
  }

  /** Returns the files of other windows for a draft that were written before this window was there, the newest first. */
  private others(base: string): readonly { readonly name: string; readonly at: number; readonly ended: boolean }[] {
    return namesIn(this.folder)
      .filter((name) => name.startsWith(`${base}.`) && name.endsWith(".json") && !this.isOwn(name))
      .map((name) => {
        const at = Math.floor(statSync(path.join(this.folder, name), { throwIfNoEntry: false })?.mtimeMs ?? Infinity);
        return { name, at, ended: this.hasEnded(name, at) };
      })
      .filter(({ at }) => at <= this.since + LATE_WRITES)
      .sort((one, other) => other.at - one.at);
  }

  private isOwn(name: string): boolean {
    return name.split(".")[2] === this.mark.own;
  }

  /** Returns whether a file is left: by a window that has ended, or by an earlier version, whose files were of no window. */
  private hasEnded(name: string, writtenAt: number): boolean {
    const [, , mark = ""] = name.split(".");
    return mark === "json" || this.mark.hasEnded(mark, writtenAt);
  }

  private fileOf({ shared = false }: DraftKind<unknown>, base: string): string {
    return shared ? `${base}.json` : `${base}.${this.mark.own}.json`;
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

  /** Removes the oldest drafts beyond the limit of a kind, never the one just written nor those of other windows. */
  private async limit(kind: DraftKind<unknown>, written: string): Promise<void> {
    const { limit } = kind;
    if (limit === undefined) return;
    const others = (await readdir(this.folder)).filter((name) => isOf(kind, name) && name !== written);
    if (others.length < limit) return;
    await this.removeOldest(others, limit - 1);
  }

  /** Removes what no window asks for: the oldest drafts beyond a limit, of all kinds, and files that were never finished. */
  private async tidy(written: string): Promise<void> {
    this.isTidy = true;
    const names = (await readdir(this.folder)).filter((name) => name !== written);
    const isWhole = (name: string): boolean => name.endsWith(".json");
    await this.removeOldest(names.filter(isWhole), mostLeft);
    for (const { name, at } of await this.timesOf(names.filter((one) => !isWhole(one))))
      if (at < Date.now() - UNFINISHED_AFTER) await rm(path.join(this.folder, name), { force: true });
  }

  /** Removes all but the newest files, never those of other open windows. */
  private async removeOldest(names: readonly string[], stay: number): Promise<void> {
    const oldest = (await this.timesOf(names))
      .sort((a, b) => b.at - a.at)
      .slice(stay)
      .filter(({ name, at }) => this.isOwn(name) || this.hasEnded(name, at));
    await Promise.all(oldest.map(({ name }) => rm(path.join(this.folder, name), { force: true })));
  }

  /** Returns when files were written last. */
  private timesOf(names: readonly string[]): Promise<{ readonly name: string; readonly at: number }[]> {
    return Promise.all(names.map(async (name) => ({ name, at: (await stat(path.join(this.folder, name))).mtimeMs })));
  }
}

/** What is used of drafts. */
export type Drafts = Pick<DraftStore, keyof DraftStore> & {
  /** Loads their code, if that is not there from the start. */
  readonly load?: () => Promise<unknown>;
};

const hash = (value: string): string => createHash("sha256").update(value).digest("hex").slice(0, 32);

/** Returns the start of the names of a draft's files; keys are hashed since they may be longer than file names. */
const baseOf = ({ name }: DraftKind<unknown>, key: string): string => `${name}.${hash(key)}`;

const isOf = ({ name }: DraftKind<unknown>, file: string): boolean =>
  file.startsWith(`${name}.`) && file.endsWith(".json");

/** Returns a draft by its file's content; undefined if it is damaged. */
function parsed<D>({ parse }: DraftKind<D>, content: string | undefined): D | undefined {
  try {
    return content === undefined ? undefined : parse(JSON.parse(content));
  } catch {
    return undefined;
  }
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    // Created with the first draft.
    return [];
  }
}
