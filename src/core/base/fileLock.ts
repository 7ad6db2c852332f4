import { createHash, randomUUID } from "node:crypto";
import { mkdir, open, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { hasEnded, ownIdentity, parseIdentity, type ProcessIdentity } from "./processIdentity.ts";

/** Releases the lock. Safe to call when another process took it over meanwhile. */
export type Release = () => Promise<void>;

/** A lock that this process holds. */
export interface HeldLock {
  readonly release: Release;
  /** Extends the lock by another expiry. Returns false when another process took it over. */
  renew(): Promise<boolean>;
}

/** Keeps processes apart: at most one holder of a name at a time. */
export interface Lock {
  /** Takes the lock, or returns undefined while it is held. @throws Error when locking itself is impossible */
  tryAcquire(name: string): Promise<Release | undefined>;
}

export interface FileLockOptions {
  /** Created when missing; the same for every window. */
  readonly directory: string;
  /** ms after which a holder counts as dead in any case; longer than the longest guarded work. */
  readonly expiry?: number;
  /** ms since the epoch. */
  readonly now?: () => number;
  /** Identity of the process that takes the lock. */
  readonly identity?: () => Promise<ProcessIdentity | undefined>;
}

/** Written over the start of a file by its holder when done. */
const FREE = "free";
/** Milliseconds between tries to take a lock that is held: first, and at most. */
const RETRY = { first: 20, most: 500 };
/** Milliseconds after which claims are removed. */
const CLAIM_KEPT = 30 * 24 * 60 * 60 * 1000;

const codeOf = (error: unknown): string | undefined =>
  error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : undefined;

/**
 * A lock of numbered files: when `name.7` is free or its holder is dead, the process that creates `name.8` exclusively
 * holds the lock. A holder is dead after its expiry, or as soon as its process has ended, which is only known for
 * processes of the same boot and pid namespace. A file that may be held is never deleted: with a single file, if two
 * windows found the holder dead, the slower one would delete the lock that the faster one had just taken.
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
    return (await this.tryHold(name))?.release;
  }

  /**
   * Waits until the lock is free, and takes it.
   * @param waiting called once if another holds it
   * @throws Error when locking itself is impossible, or the reason of the signal
   */
  async hold(name: string, signal?: AbortSignal, waiting?: () => void): Promise<HeldLock> {
    for (let ms = RETRY.first; ; ms = Math.min(ms * 1.5, RETRY.most)) {
      signal?.throwIfAborted();
      const held = await this.tryHold(name);
      if (held) return held;
      if (ms === RETRY.first) waiting?.();
      await pause(ms, undefined, { signal });
    }
  }

  private async tryHold(name: string): Promise<HeldLock | undefined> {
    const own = await this.identity();
    const prefix = name.replace(/[^\w-]/g, "_");
    let file = await this.next(prefix, own, async ({ since, text }) => {
      if (text.startsWith(FREE) || this.now() - since > this.expiry) return false;
      const owner = ownerIn(text);
      return !(own && owner && (await hasEnded(owner, own)));
    });
    if (file === undefined) return undefined;
    return {
      release: async () => {
        if (file !== undefined) await this.release(file);
      },
      renew: async () => {
        const before = file;
        file = await this.next(prefix, own, ({ path }) => path !== before);
        return file !== undefined;
      },
    };
  }

  /**
   * Claims a subject without a release: returns true for the first process only.
   * @param since ms since the epoch; a claim made before it does not count
   * @returns false when another process was first
   * @throws Error when files cannot be created
   */
  async claim(subject: string, since: number): Promise<boolean> {
    const name = createHash("sha256").update(subject).digest("hex").slice(0, 24);
    const file = await this.next(name, undefined, (last) => last.since >= since);
    if (file !== undefined) await this.sweep();
    return file !== undefined;
  }

  /** Creates the next file of a name; undefined when the last one is held or another process was faster. */
  private async next(
    name: string,
    owner: ProcessIdentity | undefined,
    isHeld: (last: LockFile) => boolean | Promise<boolean>,
  ): Promise<string | undefined> {
    const prefix = join(this.directory, name);
    await mkdir(this.directory, { recursive: true });
    const last = Math.max(0, ...(await this.numbers(prefix)));
    if (last > 0) {
      const found = await read(`${prefix}.${last}`);
      // A missing file was replaced by a higher number.
      if (!found || (await isHeld(found))) return undefined;
    }
    const mine = last + 1;
    if (!(await this.create(`${prefix}.${mine}`, owner))) return undefined;
    // Others may have created higher numbers meanwhile and removed this one; the highest number always stays. Leftovers are
    // harmless, since only the highest counts.
    const numbers = await this.numbers(prefix);
    const late = numbers.some((number) => number > mine);
    for (const number of numbers)
      if (late ? number === mine : number < mine)
        await rm(`${prefix}.${number}`, { force: true }).catch(() => undefined);
    return late ? undefined : `${prefix}.${mine}`;
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

  private async release(file: string): Promise<void> {
    try {
      const handle = await open(file, "r+");
      try {
        await handle.write(FREE, 0);
      } finally {
        await handle.close();
      }
    } catch (error) {
      // Taken over meanwhile: another process holds it.
      if (codeOf(error) !== "ENOENT") throw error;
    }
  }

  /** Removes old claims; after a failure the next claim does. */
  private async sweep(): Promise<void> {
    for (const name of await readdir(this.directory).catch(() => [])) {
      const file = join(this.directory, name);
      const { mtimeMs } = await stat(file).catch(() => ({ mtimeMs: Infinity }));
      if (this.now() - mtimeMs > CLAIM_KEPT) await rm(file, { force: true }).catch(() => undefined);
    }
  }
}

interface LockFile {
  readonly path: string;
  readonly text: string;
  /** Creation time, ms since the epoch; from the modification time while the file is still empty; 0 for a released lock. */
  readonly since: number;
}

async function read(file: string): Promise<LockFile | undefined> {
  try {
    const text = await readFile(file, "utf8");
    if (text.startsWith(FREE)) return { path: file, text, since: 0 };
    const since = Number.parseInt(text, 10);
    return { path: file, text, since: Number.isFinite(since) ? since : (await stat(file)).mtimeMs };
  } catch (error) {
    if (codeOf(error) === "ENOENT") return undefined;
    throw error;
  }
}

/** Returns the process that wrote a file; undefined when the text has none. */
function ownerIn(text: string): ProcessIdentity | undefined {
  const at = text.indexOf("{");
  if (at < 0) return undefined;
  try {
    return parseIdentity(JSON.parse(text.slice(at)));
  } catch {
    return undefined;
  }
}
