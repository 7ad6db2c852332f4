import { createHash } from "node:crypto";
import { mkdir, readFile, rename, writeFile } from "node:fs/promises";
import path from "node:path";
import { abortable } from "../../api/abortable.ts";
import type { Client } from "../../api/client.ts";
import { ApiError } from "../../api/errors.ts";
import type { CiTemplate, CiTemplateEntry } from "../../api/resources/ciTemplates.ts";
import type { Disposable } from "../base/disposable.ts";
import { Emitter, type Event } from "../base/events.ts";

/** Something that was read from the host at some time. */
export interface Kept<T> {
  readonly value: T;
  /** Milliseconds since the epoch of the last answer that said so. */
  readonly at: number;
  /** Why the host could not be asked again; absent when it was, or need not be. */
  readonly stale?: ApiError;
}

export interface TemplateStoreOptions {
  /** Sends no credential: templates are public. */
  readonly client: Pick<Client, "ciTemplates">;
  /** The folder of this instance, made with the first thing that is kept. */
  readonly directory: string;
  /** Hears of what could not be kept. */
  readonly failed: (error: unknown) => void;
  /** Milliseconds since the epoch. */
  readonly now?: () => number;
}

/** ms that an answer counts as new: completions and hovers ask at every key. */
const newFor = 60_000;
/** ms that a host which could not be reached is left alone, where what is kept serves. */
const silence = 10_000;
/** A text kept by another version of this file is read anew. */
const form = 1;

/**
 * The CI templates of one instance (Part 2, CI templates), kept on disk: what is kept is checked against the host (by its validators,
 * where it gives any), and serves without it when the host cannot be reached.
 */
export class TemplateStore implements Disposable {
  private readonly changed = new Emitter<string | undefined>();
  /** Fires with the key of a template whose text is another than before, with undefined when the list is. */
  readonly onDidChange: Event<string | undefined> = this.changed.event;
  private readonly options: TemplateStoreOptions;
  private readonly known = new Map<string, Promise<Kept<unknown> | undefined>>();
  private readonly asking = new Map<string, Promise<Kept<unknown>>>();
  private unreached: { readonly at: number; readonly error: ApiError } | undefined;

  constructor(options: TemplateStoreOptions) {
    this.options = options;
  }

  /** The names as last kept, or undefined; nothing is sent. */
  keptNames(): Promise<Kept<readonly CiTemplateEntry[]> | undefined> {
    return this.kept(listFile, isList);
  }

  /** The template as last kept, or undefined; nothing is sent. */
  keptTemplate(key: string): Promise<Kept<CiTemplate> | undefined> {
    return this.kept(fileOf(key), isTemplate);
  }

  /** Every template's key and name, all pages. @throws ApiError when the host cannot be asked and nothing is kept, or it refuses */
  async names(signal?: AbortSignal): Promise<Kept<readonly CiTemplateEntry[]>> {
    return this.checked(listFile, undefined, await this.keptNames(), signal, async (repeat) => {
      const { items } = await this.options.client.ciTemplates.list({ repeat }).all();
      return items.map(({ key, name }) => ({ key, name: name || key }));
    });
  }

  /** One template with its text. @throws ApiError as `names` does; kind `notFound` when there is none */
  async template(key: string, signal?: AbortSignal): Promise<Kept<CiTemplate>> {
    return this.checked(fileOf(key), key, await this.keptTemplate(key), signal, async (repeat) => {
      const { name, content } = await this.options.client.ciTemplates.get(key, { repeat });
      return { name: name || key, content };
    });
  }

  dispose(): void {
    this.changed.dispose();
  }

  private async checked<T>(
    file: string,
    key: string | undefined,
    kept: Kept<T> | undefined,
    signal: AbortSignal | undefined,
    ask: (repeat: boolean) => Promise<T>,
  ): Promise<Kept<T>> {
    signal?.throwIfAborted();
    if (kept && this.since(kept.at) < newFor) return kept;
    if (kept && this.unreached && this.since(this.unreached.at) < silence)
      return { ...kept, stale: this.unreached.error };
    // Whoever asks first may leave; the answer is for the others, and for the disk, too.
    const asked =
      (this.asking.get(file) as Promise<Kept<T>> | undefined) ??
      this.ask(file, key, kept, () => ask(kept === undefined));
    return abortable(asked, signal);
  }

  private ask<T>(
    file: string,
    key: string | undefined,
    kept: Kept<T> | undefined,
    ask: () => Promise<T>,
  ): Promise<Kept<T>> {
    const asked = ask()
      .then(
        async (value): Promise<Kept<T>> => {
          this.unreached = undefined;
          const fresh: Kept<T> = { value, at: this.now() };
          this.known.set(file, Promise.resolve(fresh));
          await this.write(file, fresh).catch(this.options.failed);
          if (kept && JSON.stringify(kept.value) !== JSON.stringify(value)) this.changed.fire(key);
          return fresh;
        },
        (error: unknown): Kept<T> => {
          if (kept === undefined || !(error instanceof ApiError) || !unreachable.has(error.kind)) throw error;
          this.unreached = { at: this.now(), error };
          return { ...kept, stale: error };
        },
      )
      .finally(() => this.asking.delete(file));
    this.asking.set(file, asked);
    return asked;
  }

  private now(): number {
    return (this.options.now ?? Date.now)();
  }

  /** Clocks are set back, too. */
  private since(at: number): number {
    return Math.abs(this.now() - at);
  }

  private kept<T>(file: string, is: (value: unknown) => value is T): Promise<Kept<T> | undefined> {
    const known = this.known.get(file) ?? this.read(file, is);
    this.known.set(file, known);
    return known as Promise<Kept<T> | undefined>;
  }

  private async read<T>(file: string, is: (value: unknown) => value is T): Promise<Kept<T> | undefined> {
    try {
      const stored = JSON.parse(await readFile(path.join(this.options.directory, file), "utf8")) as {
        form?: unknown;
        at?: unknown;
        value?: unknown;
      };
      return stored.form === form && typeof stored.at === "number" && is(stored.value)
        ? { value: stored.value, at: stored.at }
        : undefined;
    } catch {
      // Not there, or cut short by a full disk: the host has it.
      return undefined;
    }
  }

  /** Another window may read at any moment: it sees the old text or the new one. */
  private async write(file: string, { value, at }: Kept<unknown>): Promise<void> {
    const { directory } = this.options;
    await mkdir(directory, { recursive: true });
    const draft = path.join(directory, `${file}.${process.pid}`);
    await writeFile(draft, JSON.stringify({ form, at, value }));
    await rename(draft, path.join(directory, file));
  }
}

/** What says nothing about the templates themselves. */
const unreachable: ReadonlySet<string> = new Set([
  "network",
  "certificate",
  "timeout",
  "server",
  "rateLimited",
  "invalidResponse",
]);

const listFile = "list.json";
/** Keys may hold what no file's name may. */
const fileOf = (key: string): string => `t-${hash(key)}.json`;

/** A short name for a text of any length and script, fit for files. */
export const hash = (text: string): string => createHash("sha256").update(text).digest("hex").slice(0, 24);

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === "object" && value !== null;
const isList = (value: unknown): value is readonly CiTemplateEntry[] =>
  Array.isArray(value) &&
  value.every((entry) => isObject(entry) && typeof entry["key"] === "string" && typeof entry["name"] === "string");
const isTemplate = (value: unknown): value is CiTemplate =>
  isObject(value) && typeof value["name"] === "string" && typeof value["content"] === "string";
