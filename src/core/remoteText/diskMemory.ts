import { readFileSync } from "node:fs";
import { mkdir, rename, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import type { Memory } from "../base/memory.ts";

/**
 * A memory whose values are on disk once `update` resolves, each in a file of its own. VS Code writes its own down a little later, and
 * never when the browser leaves the page before: too late for what somebody typed and was told is kept.
 */
export class DiskMemory implements Memory {
  private readonly folder: string;
  /** Values on their way to the disk. */
  private readonly coming = new Map<string, unknown>();
  private written: Promise<void> = Promise.resolve();

  /** @param folder made with the first value */
  constructor(folder: string) {
    this.folder = folder;
  }

  /** What another window on the same folder wrote counts as well. */
  get(key: string): unknown {
    return this.coming.has(key) ? this.coming.get(key) : read(this.fileOf(key));
  }

  /** @param value what JSON can hold; undefined forgets it @throws Error when it cannot be written, and the value of before stays */
  async update(key: string, value: unknown): Promise<void> {
    this.coming.set(key, value);
    const written = this.written.then(async () => {
      try {
        await this.write(this.fileOf(key), value);
      } finally {
        if (this.coming.get(key) === value) this.coming.delete(key);
      }
    });
    this.written = written.catch(() => undefined);
    await written;
  }

  private async write(file: string, value: unknown): Promise<void> {
    if (value === undefined) {
      await rm(file, { force: true });
      return;
    }
    await mkdir(this.folder, { recursive: true });
    // Another window may be writing the same, and half a file is none.
    const whole = `${file}.${process.pid}`;
    await writeFile(whole, JSON.stringify(value), { mode: 0o600 });
    await rename(whole, file);
  }

  private fileOf(key: string): string {
    return path.join(this.folder, `${encodeURIComponent(key)}.json`);
  }
}

function read(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, "utf8"));
  } catch {
    // Not there, or not ours.
    return undefined;
  }
}
