import { randomUUID } from "node:crypto";
import { mkdir, open, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { hasEnded, ownIdentity, parseIdentity, type ProcessIdentity } from "./processIdentity.ts";

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
  /** ms after which a holder is taken for dead in any case; longer than the longest guarded work. */
  readonly expiry?: number;
  /** ms since the epoch. */
  readonly now?: () => number;
  /** Who takes the lock. */
  readonly identity?: () => Promise<ProcessIdentity | undefined>;
}

/** Written over the start of a file by its holder when done. */
const FREE = "free";

const codeOf = (error: unknown): string | undefined =>
  error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : undefined;

/**
 * A lock of files that count upwards: `name.7` is held, free or its holder is dead; whoever creates `name.8` exclusively
 * has it next. A holder is dead when its time is over, and at once when its process is seen to have ended, which can be
 * said of processes of the same boot and pid namespace only. Nothing that may be held is ever deleted: with a single
 * file, of two windows which both found the holder dead, the slower would delete the lock that the faster had just taken.
 */
export class FileLock implements Lock {
  private readonly directory: string;
  private readonly expiry: number;
  private readonly now: () => number;
  private readonly identity: () => Promise<ProcessIdentity | undefined>;

  constructor({ directory, expiry = 90_000, now = Date.now, identity = ownIdentity }: FileLockOptions) {
    this.directory = directory;
    this.expiry = expiry;
    this.now = now;
    this.identity = identity;
  }

  async tryAcquire(name: string): Promise<Release | undefined> {
    const prefix = join(this.directory, name.replace(/[^\w-]/g, "_"));
    await mkdir(this.directory, { recursive: true });
    const own = await this.identity();
    const last = Math.max(0, ...(await this.numbers(prefix)));
    if (last > 0 && (await this.isHeld(`${prefix}.${last}`, own))) return undefined;
    const mine = last + 1;
    if (!(await this.create(`${prefix}.${mine}`, own))) return undefined;
    // Others may have counted on, and swept this number, since we looked; the highest number stays, so that it is seen.
    const numbers = await this.numbers(prefix);
    const late = numbers.some((number) => number > mine);
    for (const number of numbers)
      if (late ? number === mine : number < mine) await rm(`${prefix}.${number}`, { force: true });
    return late ? undefined : () => this.release(`${prefix}.${mine}`);
  }

  private async numbers(prefix: string): Promise<number[]> {
    const names = (await readdir(this.directory)).map((name) => join(this.directory, name));
    return names
      .filter((name) => name.startsWith(`${prefix}.`))
      .map((name) => Number(name.slice(prefix.length + 1)))
      .filter(Number.isInteger);
  }

  private async create(file: string, owner: ProcessIdentity | undefined): Promise<boolean> {
    try {
      await writeFile(file, `${this.now()} ${randomUUID()} ${JSON.stringify(owner ?? null)}`, {
        flag: "wx",
        mode: 0o600,
      });
      return true;
    } catch (error) {
      if (codeOf(error) === "EEXIST") return false;
      throw error;
    }
  }

  /** A file whose text is not yet written counts from its time stamp; one that is gone was counted past. */
  private async isHeld(file: string, own: ProcessIdentity | undefined): Promise<boolean> {
    try {
      const text = await readFile(file, "utf8");
      if (text.startsWith(FREE)) return false;
      const since = Number.parseInt(text, 10);
      if (this.now() - (Number.isFinite(since) ? since : (await stat(file)).mtimeMs) > this.expiry) return false;
      const owner = ownerIn(text);
      return !(own && owner && (await hasEnded(owner, own)));
    } catch (error) {
      if (codeOf(error) === "ENOENT") return true;
      throw error;
    }
  }

  private async release(file: string): Promise<void> {
    try {
      const handle = await open(file, "r+");
      try {
        await handle.write(FREE, 0);
      } finally {
        await handle.close();
      }
    } catch (error) {
      // Taken over meanwhile: no longer ours to give back.
      if (codeOf(error) !== "ENOENT") throw error;
    }
  }
}

/** Who wrote the text of a file; undefined when it does not say, as those of earlier versions. */
function ownerIn(text: string): ProcessIdentity | undefined {
  const at = text.indexOf("{");
  if (at < 0) return undefined;
  try {
    return parseIdentity(JSON.parse(text.slice(at)));
  } catch {
    return undefined;
  }
}
