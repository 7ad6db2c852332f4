import { randomUUID } from "node:crypto";
import { link, mkdir, readFile, rename, rm, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";

/** Gives the lock back. Safe to call when somebody else took it over meanwhile. */
export type Release = () => Promise<void>;

/** Keeps windows apart: at most one holder of a name at a time. */
export interface Lock {
  /** Takes the lock, or answers undefined when somebody holds it. Rejects when locking itself is impossible. */
  tryAcquire(name: string): Promise<Release | undefined>;
}

export interface FileLockOptions {
  /** Created when missing; the same for every window. */
  readonly directory: string;
  /** ms after which a holder is taken for dead; longer than the longest guarded work. */
  readonly expiry?: number;
  /** ms since the epoch. */
  readonly now?: () => number;
}

const codeOf = (error: unknown): string | undefined =>
  error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : undefined;

/** A lock file made with exclusive create, which works between processes on every platform. */
export class FileLock implements Lock {
  private readonly directory: string;
  private readonly expiry: number;
  private readonly now: () => number;

  constructor({ directory, expiry = 90_000, now = Date.now }: FileLockOptions) {
    this.directory = directory;
    this.expiry = expiry;
    this.now = now;
  }

  async tryAcquire(name: string): Promise<Release | undefined> {
    const file = join(this.directory, `${name.replace(/[^\w.-]/g, "_")}.lock`);
    const mark = `${this.now()} ${process.pid} ${randomUUID()}`;
    await mkdir(this.directory, { recursive: true });
    if (await this.create(file, mark)) return () => this.release(file, mark);
    const held = await this.holder(file);
    if (held && this.now() - held.at <= this.expiry) return undefined;
    if (held) await this.evict(file, held.mark);
    return (await this.create(file, mark)) ? () => this.release(file, mark) : undefined;
  }

  private async create(file: string, mark: string): Promise<boolean> {
    try {
      await writeFile(file, mark, { flag: "wx", mode: 0o600 });
      return true;
    } catch (error) {
      if (codeOf(error) === "EEXIST") return false;
      throw error;
    }
  }

  /** Who holds the lock and since when; a file whose text is not yet written counts from its time stamp. */
  private async holder(file: string): Promise<{ mark: string; at: number } | undefined> {
    try {
      const mark = await readFile(file, "utf8");
      const at = Number.parseInt(mark, 10);
      return { mark, at: Number.isFinite(at) ? at : (await stat(file)).mtimeMs };
    } catch (error) {
      if (codeOf(error) === "ENOENT") return undefined;
      throw error;
    }
  }

  /**
   * Removes a dead holder's file. It is moved aside first and looked at again, so that of two windows which both saw
   * the dead one, the slower does not remove the lock which the faster has just taken.
   */
  private async evict(file: string, mark: string): Promise<void> {
    const aside = `${file}.${randomUUID()}`;
    try {
      await rename(file, aside);
    } catch (error) {
      if (codeOf(error) === "ENOENT") return;
      throw error;
    }
    try {
      if ((await readFile(aside, "utf8")) !== mark) await link(aside, file).catch(() => undefined);
    } finally {
      await rm(aside, { force: true });
    }
  }

  private async release(file: string, mark: string): Promise<void> {
    const held = await this.holder(file);
    if (held?.mark === mark) await rm(file, { force: true });
  }
}
