import { createHash } from "node:crypto";
import { mkdir, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import path from "node:path";

const errorCode = (error: unknown): unknown => (error instanceof Error && "code" in error ? error.code : undefined);

/** Claims that nobody can ask for any more are swept after this, in ms. */
const kept = 30 * 24 * 60 * 60 * 1000;

const numbersOf = (prefix: string, names: readonly string[]): number[] =>
  names.filter((name) => name.startsWith(prefix)).map((name) => Number(name.slice(prefix.length)));

/**
 * Which window tells something: of all that see the end of a pipeline, the first one to claim it. Each claim is a file that is made
 * exclusively, and counts one up from the last of its name: a pipeline that was retried ends, and is told, again.
 */
export class NotificationLock {
  private readonly directory: string;
  private readonly now: () => number;

  /** @param directory the same for every window; made when missing @param now ms since 1970 */
  constructor({ directory, now = Date.now }: { readonly directory: string; readonly now?: () => number }) {
    this.directory = directory;
    this.now = now;
  }

  /**
   * @param subject what is told
   * @param since when this window last knew that there was nothing to tell yet, ms since 1970: a later claim was of the same end
   * @returns whether this window is to tell it. Rejects when files cannot be made.
   */
  async claim(subject: string, since: number): Promise<boolean> {
    const prefix = `${createHash("sha256").update(subject).digest("hex").slice(0, 24)}.`;
    await mkdir(this.directory, { recursive: true });
    const last = Math.max(0, ...numbersOf(prefix, await readdir(this.directory)));
    if (last > 0 && (await this.claimedAt(`${prefix}${last}`)) >= since) return false;
    const mine = last + 1;
    if (!(await this.create(`${prefix}${mine}`))) return false;
    // Others may have counted on, and swept this number, since we looked.
    const names = await readdir(this.directory);
    const late = numbersOf(prefix, names).some((number) => number > mine);
    await this.sweep(
      names,
      numbersOf(prefix, names)
        .filter((number) => (late ? number === mine : number < mine))
        .map((number) => `${prefix}${number}`),
    );
    return !late;
  }

  /** A file that is gone or whose time is not yet written was made, or counted past, just now. */
  private async claimedAt(name: string): Promise<number> {
    try {
      const text = await readFile(path.join(this.directory, name), "utf8");
      return /^\d{13,}$/.test(text) ? Number(text) : Infinity;
    } catch (error) {
      if (errorCode(error) === "ENOENT") return Infinity;
      throw error;
    }
  }

  private async create(name: string): Promise<boolean> {
    try {
      await writeFile(path.join(this.directory, name), String(this.now()), { flag: "wx", mode: 0o600 });
      return true;
    } catch (error) {
      if (errorCode(error) === "EEXIST") return false;
      throw error;
    }
  }

  /** Removes what this claim came after, and old ones of others. A failure leaves them to the next claim. */
  private async sweep(names: readonly string[], gone: readonly string[]): Promise<void> {
    for (const name of names) {
      const file = path.join(this.directory, name);
      const old =
        gone.includes(name) ||
        (await stat(file).then(
          ({ mtimeMs }) => this.now() - mtimeMs > kept,
          () => false,
        ));
      if (old) await rm(file, { force: true }).catch(() => undefined);
    }
  }
}
