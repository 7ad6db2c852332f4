import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import path from "node:path";
import { abortable } from "../../api/abortable.ts";
import type { Client } from "../../api/client.ts";
import { ApiError } from "../../api/errors.ts";
import type { CiTemplate, CiTemplateEntry } from "../../api/resources/ciTemplates.ts";
import type { Disposable } from "../base/disposable.ts";
import { Emitter, type Event } from "../base/events.ts";
import { writePrivateFile } from "../base/privateFiles.ts";

/** A value read from the host and cached. */
export interface Cached<T> {
  readonly value: T;
  /** When the host last confirmed the value, in milliseconds since the epoch. */
  readonly at: number;
  /** Why the host could not be asked again; absent if it could, or if the value is recent. */
  readonly stale?: ApiError;
}

export interface TemplateStoreOptions {
  /** Anonymous: templates are public. */
  readonly client: Pick<Client, "ciTemplates">;
  /** Cache folder of this instance, created on the first write. */
  readonly directory: string;
  /** Called when the cache cannot be written. */
  readonly onError: (error: unknown) => void;
  /** Milliseconds since the epoch. */
  readonly now?: () => number;
}

/** How long an answer counts as fresh, in ms; completions and hovers ask on every key. */
const freshFor = 60_000;
/** How long an unreachable host is not asked again while cached values are available, in ms. */
const retryDelay = 10_000;
/** Cached files of another format version are ignored. */
const formatVersion = 1;

/**
 * The CI templates of one instance (Part 2, CI templates), cached on disk. Cached values are revalidated with the host
 * and are used while it cannot be reached.
 */
export class TemplateStore implements Disposable {
  private readonly changed = new Emitter<string | undefined>();
  /** Fires with the key of a template whose text changed, and with undefined when the list changed. */
  readonly onDidChange: Event<string | undefined> = this.changed.event;
  private readonly options: TemplateStoreOptions;
  private readonly memory = new Map<string, Promise<Cached<unknown> | undefined>>();
  private readonly pending = new Map<string, Promise<Cached<unknown>>>();
  private lastFailure: { readonly at: number; readonly error: ApiError } | undefined;

  private isCapped = false;

  constructor(options: TemplateStoreOptions) {
    this.options = options;
  }

  /** Whether the host returned only a part of the list when it was last read. */
  get capped(): boolean {
    return this.isCapped;
  }

  /** Returns the cached list of templates without sending a request. */
  cachedNames(): Promise<Cached<readonly CiTemplateEntry[]> | undefined> {
    return this.kept(listFile, isList);
  }

  /** Returns a cached template without sending a request. */
  cachedTemplate(key: string): Promise<Cached<CiTemplate> | undefined> {
    return this.kept(fileOf(key), isTemplate);
  }

  /**
   * Returns the key and name of every template, from all pages.
   * @throws ApiError when the host refuses, or cannot be reached and nothing is cached
   */
  async names(signal?: AbortSignal): Promise<Cached<readonly CiTemplateEntry[]>> {
    return this.revalidate(listFile, undefined, await this.cachedNames(), signal, async (repeat) => {
      const { items, capped } = await this.options.client.ciTemplates.list({ repeat }).all();
      this.isCapped = capped;
      return items.map(({ key, name }) => ({ key, name: name || key }));
    });
  }

  /**
   * Returns one template with its text.
   * @throws ApiError as `names` does; kind `notFound` when there is none
   */
  async template(key: string, signal?: AbortSignal): Promise<Cached<CiTemplate>> {
    return this.revalidate(fileOf(key), key, await this.cachedTemplate(key), signal, async (repeat) => {
      const { name, content } = await this.options.client.ciTemplates.get(key, { repeat });
      return { name: name || key, content };
    });
  }

  dispose(): void {
    this.changed.dispose();
  }

  private async revalidate<T>(
    file: string,
    key: string | undefined,
    cached: Cached<T> | undefined,
    signal: AbortSignal | undefined,
    request: (repeat: boolean) => Promise<T>,
  ): Promise<Cached<T>> {
    signal?.throwIfAborted();
    if (cached && this.since(cached.at) < freshFor) return cached;
    if (cached && this.lastFailure && this.since(this.lastFailure.at) < retryDelay)
      return { ...cached, stale: this.lastFailure.error };
    // The request is shared, and its answer is cached even if the first caller cancels.
    const asked =
      (this.pending.get(file) as Promise<Cached<T>> | undefined) ??
      this.ask(file, key, cached, () => request(cached === undefined));
    return abortable(asked, signal);
  }

  private ask<T>(
    file: string,
    key: string | undefined,
    kept: Cached<T> | undefined,
    ask: () => Promise<T>,
  ): Promise<Cached<T>> {
    const asked = ask()
      .then(
        async (value): Promise<Cached<T>> => {
          this.lastFailure = undefined;
          const fresh: Cached<T> = { value, at: this.now() };
          this.memory.set(file, Promise.resolve(fresh));
          await this.write(file, fresh).catch(this.options.onError);
          if (kept && JSON.stringify(kept.value) !== JSON.stringify(value)) this.changed.fire(key);
          return fresh;
        },
        (error: unknown): Cached<T> => {
          if (kept === undefined || !(error instanceof ApiError) || !unreachable.has(error.kind)) throw error;
          this.lastFailure = { at: this.now(), error };
          return { ...kept, stale: error };
        },
      )
      .finally(() => this.pending.delete(file));
    this.pending.set(file, asked);
    return asked;
  }

  private now(): number {
    return (this.options.now ?? Date.now)();
  }

  /** Clocks may be set back. */
  private since(at: number): number {
    return Math.abs(this.now() - at);
  }

  private kept<T>(file: string, is: (value: unknown) => value is T): Promise<Cached<T> | undefined> {
    const known = this.memory.get(file) ?? this.read(file, is);
    this.memory.set(file, known);
    return known as Promise<Cached<T> | undefined>;
  }

  private async read<T>(file: string, is: (value: unknown) => value is T): Promise<Cached<T> | undefined> {
    try {
      const stored = JSON.parse(await readFile(path.join(this.options.directory, file), "utf8")) as {
        form?: unknown;
        at?: unknown;
        value?: unknown;
      };
      return stored.form === formatVersion && typeof stored.at === "number" && is(stored.value)
        ? { value: stored.value, at: stored.at }
        : undefined;
    } catch {
      // Missing, or truncated by a full disk: ask the host.
      return undefined;
    }
  }

  /** Writes atomically, because other windows may read the file at any time. */
  private async write(file: string, { value, at }: Cached<unknown>): Promise<void> {
    const { directory } = this.options;
    await writePrivateFile(path.join(directory, file), JSON.stringify({ form: formatVersion, at, value }));
  }
}

/** Error kinds that say nothing about the template itself. */
const unreachable: ReadonlySet<string> = new Set([
  "network",
  "certificate",
  "proxy",
  "timeout",
  "server",
  "rateLimited",
  "invalidResponse",
]);

const listFile = "list.json";
/** Hashed, because keys may contain characters that file names cannot. */
const fileOf = (key: string): string => `t-${fileHash(key)}.json`;

/** Returns a short hash of a text that is safe in file names. */
export const fileHash = (text: string): string => createHash("sha256").update(text).digest("hex").slice(0, 24);

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === "object" && value !== null;
const isList = (value: unknown): value is readonly CiTemplateEntry[] =>
  Array.isArray(value) &&
  value.every((entry) => isObject(entry) && typeof entry["key"] === "string" && typeof entry["name"] === "string");
const isTemplate = (value: unknown): value is CiTemplate =>
  isObject(value) && typeof value["name"] === "string" && typeof value["content"] === "string";
