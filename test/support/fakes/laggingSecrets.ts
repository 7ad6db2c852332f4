import { randomUUID } from "node:crypto";
import { type FSWatcher, mkdirSync, readdirSync, watch } from "node:fs";
import { readdir, readFile, rename, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Secrets } from "../../../src/auth/sessionStore.ts";
import { Emitter } from "../../../src/core/base/events.ts";

export interface LaggingSecretsOptions {
  /** Created when missing; the same for every process. */
  readonly directory: string;
  /** ms after which a write is seen by other processes. */
  readonly lag: number;
}

interface Version {
  readonly writer: string;
  /** ms since the epoch, by the file system's clock */
  readonly at: number;
  /** Empty when it says that the key was deleted. */
  readonly text: string;
}

/**
 * A fake of vscode.SecretStorage between processes: a window sees its own writes at once, those of others after the lag.
 *
 * Every write is a file of its own that is never changed. Its time is the one at which the file system gave it its name,
 * so that a process that stalls on a loaded machine makes a write late, never visible for longer or shorter than the lag.
 */
export class LaggingSecrets implements Secrets {
  private readonly directory: string;
  private readonly lag: number;
  private readonly writer = randomUUID();
  private readonly versions = new Map<string, Version>();
  private readonly timers = new Set<NodeJS.Timeout>();
  private readonly watcher: FSWatcher;
  private readonly changed = new Emitter<{ readonly key: string }>();
  readonly onDidChange = this.changed.event;
  private writes = 0;

  constructor({ directory, lag }: LaggingSecretsOptions) {
    this.directory = directory;
    this.lag = lag;
    mkdirSync(join(directory, "drafts"), { recursive: true });
    this.watcher = watch(directory, (_event, name) => {
      if (name !== null) this.announce(name);
    });
    // Written before, and perhaps not yet to be seen.
    for (const name of readdirSync(directory)) this.announce(name);
  }

  async keys(): Promise<string[]> {
    const keys = new Set((await this.names()).map(keyOf));
    const values = await Promise.all([...keys].map((key) => this.get(key)));
    return [...keys].filter((_key, index) => values[index] !== undefined);
  }

  async get(key: string): Promise<string | undefined> {
    const names = (await this.names()).filter((name) => keyOf(name) === key);
    const seenUntil = Date.now() - this.lag;
    const versions = await Promise.all(names.map((name) => this.version(name)));
    const seen = versions.filter(({ writer, at }) => writer === this.writer || at <= seenUntil);
    const text = seen.reduce<Version | undefined>(
      (latest, one) => (latest && latest.at > one.at ? latest : one),
      undefined,
    )?.text;
    return text === "" ? undefined : text;
  }

  async store(key: string, value: string): Promise<void> {
    const name = `${encodeURIComponent(key)}~${String(this.writes++).padStart(6, "0")}~${this.writer}`;
    const draft = join(this.directory, "drafts", name);
    await writeFile(draft, value);
    await rename(draft, join(this.directory, name));
    this.changed.fire({ key });
  }

  async delete(key: string): Promise<void> {
    await this.store(key, "");
  }

  dispose(): void {
    this.watcher.close();
    for (const timer of this.timers) clearTimeout(timer);
    this.changed.dispose();
  }

  /** Calls the listeners when a write of another process becomes visible. */
  private announce(name: string): void {
    if (!name.includes("~") || name.includes(this.writer)) return;
    // Timers count from the begin of a turn, and may end before the clock of `get` is there.
    const due = Date.now() + this.lag + 1;
    const wait = (): void => {
      const timer = setTimeout(() => {
        this.timers.delete(timer);
        if (Date.now() < due) wait();
        else this.changed.fire({ key: keyOf(name) });
      }, due - Date.now());
      this.timers.add(timer);
    };
    wait();
  }

  /** In the order of each writer's writes. */
  private async names(): Promise<string[]> {
    return (await readdir(this.directory)).filter((name) => name.includes("~")).sort();
  }

  private async version(name: string): Promise<Version> {
    const known = this.versions.get(name);
    if (known) return known;
    const file = join(this.directory, name);
    const [text, { ctimeMs: at }] = await Promise.all([readFile(file, "utf8"), stat(file)]);
    const version = { writer: name.slice(name.lastIndexOf("~") + 1), at, text };
    this.versions.set(name, version);
    return version;
  }
}

const keyOf = (name: string): string => decodeURIComponent(name.slice(0, name.indexOf("~")));
