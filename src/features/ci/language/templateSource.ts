import { ApiError } from "../../../api/errors.ts";
import type { CiTemplate } from "../../../api/resources/ciTemplates.ts";
import { type Disposable, DisposableStore } from "../../../core/base/disposable.ts";
import { Emitter } from "../../../core/base/events.ts";
import { includedKey, includeName } from "../../../core/ciFile/names.ts";
import type { Cached, TemplateStore } from "../../../core/ciTemplates/templateStore.ts";
import type { Context } from "../../../core/context.ts";
import { nearest } from "./nearest.ts";

/** Age at which cached values are requested again, in ms. */
const refreshAfter = 3_600_000;
/** Delay before a failed request is repeated, in ms. */
const retryDelay = 60_000;

/** A template, identified by instance and key. */
export interface NamedTemplate extends Cached<CiTemplate> {
  readonly instance: string;
  readonly key: string;
}

/** The templates of the open project's instance, or of the only known instance. */
export class TemplateSource implements Disposable {
  private readonly owned = new DisposableStore();
  private readonly changed = this.owned.add(new Emitter<undefined>());
  /** Fires when templates become known or change. */
  readonly onDidChange = this.changed.event;
  private readonly context: Pick<Context, "templates" | "connections" | "current" | "log">;
  /** Time of the last request by cache key. */
  private readonly lastRequests = new Map<string, number>();

  constructor(context: Pick<Context, "templates" | "connections" | "current" | "log">) {
    this.context = context;
    let last = this.instance;
    this.owned.add(
      context.templates.onDidChange((instance) =>
        instance === this.instance ? this.changed.fire(undefined) : undefined,
      ),
    );
    this.owned.add(
      context.current.onDidChange(() => {
        if (last === this.instance) return;
        last = this.instance;
        this.changed.fire(undefined);
      }),
    );
  }

  get instance(): string | undefined {
    const { value } = this.context.current;
    if ("project" in value) return value.project.instance;
    const [only, ...others] = this.context.connections.instances;
    return others.length === 0 ? only?.url : undefined;
  }

  /**
   * Returns the cached template keys, and requests them in the background if needed; `onDidChange` fires when they
   * arrive. Undefined while they are not known.
   */
  async cachedKeys(): Promise<readonly string[] | undefined> {
    const { instance } = this;
    if (instance === undefined) return undefined;
    const store = await this.context.templates.of(instance);
    const kept = await store.cachedNames();
    this.renew(`${instance}\n`, kept, () => store.names());
    return kept?.value.map(({ key }) => key);
  }

  /**
   * Returns the cached text of a template by include name, and requests it in the background if needed; `onDidChange`
   * fires when it arrives.
   * @param asked whether the host may be asked for any name, or only for those that it lists
   */
  async cachedText(
    name: string,
    asked: "any" | "listed" = "any",
  ): Promise<{ readonly instance: string; readonly text: string } | undefined> {
    const { instance } = this;
    const keys = this.keysFor(name);
    if (instance === undefined || keys.length === 0) return undefined;
    const store = await this.context.templates.of(instance);
    const listed = asked === "listed" ? ((await this.cachedKeys()) ?? []) : keys;
    for (const key of keys) {
      const kept = await store.cachedTemplate(key);
      if (listed.includes(key)) this.renew(`${instance}\n${key}`, kept, () => store.template(key));
      if (kept) return { instance, text: kept.value.content };
    }
    return undefined;
  }

  /**
   * Returns every template with the name to include it by.
   * @throws ApiError
   */
  async list(signal: AbortSignal): Promise<readonly { readonly key: string; readonly name: string }[]> {
    const { instance } = this;
    if (instance === undefined) return [];
    const { value } = await (await this.context.templates.of(instance)).names(signal);
    return value.map(({ key }) => ({ key, name: this.nameOf(key, instance) }));
  }

  /**
   * Returns a template by include name; undefined if the host has none.
   * @throws ApiError
   */
  async template(name: string, signal: AbortSignal): Promise<NamedTemplate | undefined> {
    const { instance } = this;
    if (instance === undefined) return undefined;
    const store: TemplateStore = await this.context.templates.of(instance);
    for (const key of this.keysFor(name)) {
      try {
        return { ...(await store.template(key, signal)), instance, key };
      } catch (error) {
        if (!(error instanceof ApiError) || error.kind !== "notFound") throw error;
      }
    }
    return undefined;
  }

  /**
   * Returns whether the cached list has a template of this name; undefined when unknown. Templates in folders are not
   * listed.
   */
  async has(name: string): Promise<boolean | undefined> {
    const keys = await this.cachedKeys();
    if (keys === undefined) return undefined;
    const key = includedKey(name);
    if (key !== undefined && keys.includes(key)) return true;
    return name.includes("/") ? undefined : false;
  }

  /** Returns the template with the most similar name. */
  async nearest(name: string): Promise<string | undefined> {
    const { instance } = this;
    const keys = (await this.cachedKeys()) ?? [];
    const [bare] = (includedKey(name) ?? name).replace(/\.ya?ml$/, "").split(/\.(?:gitlab|service)(?:-ci)?$/);
    const key = keys.find((one) => one === bare) ?? nearest(bare ?? name, keys);
    return key === undefined || instance === undefined ? undefined : this.nameOf(key, instance);
  }

  dispose(): void {
    this.owned.dispose();
  }

  private nameOf(key: string, instance: string): string {
    return includeName(key, this.context.templates.dialect(instance));
  }

  /** Returns the keys that an include name may stand for: hosts list templates of their `Pages` folder without it. */
  private keysFor(name: string): readonly string[] {
    const key = includedKey(name);
    if (key === undefined) return [];
    const page = /^Pages\/([^/]+)$/.exec(key)?.[1];
    return page === undefined ? [key] : [page, key];
  }

  private renew(question: string, kept: Cached<unknown> | undefined, ask: () => Promise<unknown>): void {
    const now = Date.now();
    if ((kept && now - kept.at < refreshAfter) || now - (this.lastRequests.get(question) ?? -Infinity) < retryDelay)
      return;
    this.lastRequests.set(question, now);
    // The store itself announces changes of cached values.
    ask().then(
      () => (kept ? undefined : this.changed.fire(undefined)),
      (error: unknown) => this.context.log.debug("A CI template could not be read for a CI file", error),
    );
  }
}
