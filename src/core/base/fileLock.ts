import { createHash, randomUUID } from "node:crypto";
import { link, open, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { privateFolder } from "./privateFiles.ts";
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
  tryAcquire(name: string): Promise<HeldLock | undefined>;
}

export interface FileLockOptions {
  /** Created when missing; the same for every window. */
  readonly directory: string;
  /** ms after which a holder that has not extended the lock counts as dead in any case. */
  readonly expiry?: number;
  /** ms since the epoch. */
  readonly now?: () => number;
  /** ms of a monotonic clock that the processes of this boot share. */
  readonly elapsed?: () => number;
  /** Identity of the process that takes the lock. */
  readonly identity?: () => Promise<ProcessIdentity | undefined>;
}

/** The process that holds a lock. */
interface Owner extends ProcessIdentity {
  /** When it took the lock, in ms of the clock of its boot; absent in files of earlier versions. */
  readonly taken?: number;
}

/** Written over the start of a file by its holder when done. */
const FREE = "free";
/** Milliseconds between tries to take a lock that is held: first, and at most. */
const RETRY = { first: 20, most: 500 };
/** How the ends of the names of files begin that are about to become a lock. */
const DRAFT = "draft-";
/** What a file system without hard links says to one. */
const NO_LINKS = new Set(["EPERM", "ENOTSUP", "EOPNOTSUPP", "ENOSYS", "EACCES", "EMLINK"]);
/** Milliseconds after which claims are removed. */
const CLAIM_KEPT = 30 * 24 * 60 * 60 * 1000;

const bootClock = (): number => Number(process.hrtime.bigint() / 1_000_000n);

const codeOf = (error: unknown): string | undefined =>
  error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : undefined;

/**
 * A lock of numbered files: when `name.7` is free or its holder is dead, the process that creates `name.8` exclusively
 * holds the lock. A holder is dead after its expiry, or as soon as its process has ended, which is only known for
 * processes of the same boot and pid namespace. A file that may be held is never deleted: with a single file, if two
 * windows found the holder dead, the slower one would delete the lock that the faster one had just taken. Among processes
 * of one boot the expiry goes by a clock that nobody sets: a holder would be taken for dead when the time of day jumps.
 */
export class FileLock implements Lock {
  private readonly directory: string;
  private readonly expiry: number;
  private readonly now: () => number;
  private readonly elapsed: () => number;
  private readonly identity: () => Promise<ProcessIdentity | undefined>;

  constructor(options: FileLockOptions) {
    const { directory, expiry = 90_000, now = Date.now, elapsed = bootClock, identity = ownIdentity } = options;
    this.directory = directory;
    this.expiry = expiry;
    this.now = now;
    this.elapsed = elapsed;
    this.identity = identity;
  }

  /**
   * Waits until the lock is free, and takes it.
   * @param waiting called once if another holds it
   * @throws Error when locking itself is impossible, or the reason of the signal
   */
  async hold(name: string, signal?: AbortSignal, waiting?: () => void): Promise<HeldLock> {
    for (let ms = RETRY.first; ; ms = Math.min(ms * 1.5, RETRY.most)) {
      signal?.throwIfAborted();
      const held = await this.tryAcquire(name);
      if (held) return held;
      if (ms === RETRY.first) waiting?.();
      await pause(ms, undefined, { signal });
    }
  }

  async tryAcquire(name: string): Promise<HeldLock | undefined> {
    const own = await this.identity();
    const prefix = name.replace(/[^\w-]/g, "_");
    let file = await this.next(prefix, own, async ({ since, text }) => {
      if (text.startsWith(FREE)) return false;
      const owner = ownerIn(text);
      const here = own && owner?.place === own.place ? owner : undefined;
      const age = here?.taken === undefined ? this.now() - since : this.elapsed() - here.taken;
      return age <= this.expiry && !(own && here && (await hasEnded(here, own)));
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
    await privateFolder(this.directory);
    const last = Math.max(0, ...(await this.list(name)).numbers);
    if (last > 0) {
      const found = await read(`${prefix}.${last}`);
      // A missing file was replaced by a higher number.
      if (!found || (await isHeld(found))) return undefined;
    }
    const mine = last + 1;
    if (!(await this.create(`${prefix}.${mine}`, owner))) return undefined;
    // Others may have created higher numbers meanwhile and removed this one; the highest number always stays. Leftovers are
    // harmless, since only the highest counts.
    const { numbers, drafts } = await this.list(name);
    const late = numbers.some((number) => number > mine);
    const outdated = numbers.filter((number) => (late ? number === mine : number < mine));
    // Drafts are of processes that have ended, or that have just lost.
    for (const file of [...outdated.map((number) => `${prefix}.${number}`), ...(late ? [] : drafts)])
      await rm(file, { force: true }).catch(() => undefined);
    return late ? undefined : `${prefix}.${mine}`;
  }

  private async list(
    name: string,
  ): Promise<{ readonly numbers: readonly number[]; readonly drafts: readonly string[] }> {
    const names = (await readdir(this.directory)).filter((one) => one.startsWith(`${name}.`));
    return {
      numbers: names.map((one) => Number(one.slice(name.length + 1))).filter(Number.isInteger),
      drafts: names.filter((one) => one.includes(`.${DRAFT}`)).map((one) => join(this.directory, one)),
    };
  }

  /** Creates a file with its whole content; returns false if another process was faster. */
  private async create(file: string, owner: ProcessIdentity | undefined): Promise<boolean> {
    const content = `${this.now()} ${randomUUID()} ${JSON.stringify(owner ? { ...owner, taken: this.elapsed() } : null)}`;
    const draft = `${file}.${DRAFT}${randomUUID()}`;
    try {
      await writeFile(draft, content, { flag: "wx", mode: 0o600 });
      // Unlike a new file that is written then, a link is never found empty, also when this process ends meanwhile.
      await link(draft, file);
      return true;
    } catch (error) {
      // The draft is missing if the process that was faster has removed it.
      if (codeOf(error) === "EEXIST" || codeOf(error) === "ENOENT") return false;
      if (!NO_LINKS.has(codeOf(error) ?? "")) throw error;
      return await this.createInPlace(file, content);
    } finally {
      await rm(draft, { force: true }).catch(() => undefined);
    }
  }

  /** The same where the file system has no links. */
  private async createInPlace(file: string, content: string): Promise<boolean> {
    try {
      await writeFile(file, content, { flag: "wx", mode: 0o600 });
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
function ownerIn(text: string): Owner | undefined {
  const at = text.indexOf("{");
  if (at < 0) return undefined;
  try {
    const value: unknown = JSON.parse(text.slice(at));
    const identity = parseIdentity(value);
    const { taken } = value as Readonly<Record<string, unknown>>;
    return identity && { ...identity, ...(typeof taken === "number" ? { taken } : {}) };
  } catch {
    return undefined;
  }
}
