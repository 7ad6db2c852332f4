import { ApiError } from "../../../api/errors.ts";
import type { CiTemplate } from "../../../api/resources/ciTemplates.ts";
import { type Disposable, DisposableStore } from "../../../core/base/disposable.ts";
import { Emitter } from "../../../core/base/events.ts";
import { includedKey, includeName } from "../../../core/ciFile/names.ts";
import type { Kept, TemplateStore } from "../../../core/ciTemplates/templateStore.ts";
import type { Context } from "../../../core/context.ts";
import { nearest } from "./nearest.ts";

/** ms after which what is kept is asked for again. */
const newFor = 3_600_000;
/** ms that a question which had no answer is not asked again. */
const silence = 60_000;

/** A template as a file that includes it has it. */
export interface NamedTemplate extends Kept<CiTemplate> {
  readonly instance: string;
  readonly key: string;
}

/** The templates of the instance that the open project lives on, or of the only one that is known. */
export class TemplateSource implements Disposable {
  private readonly owned = new DisposableStore();
  private readonly changed = this.owned.add(new Emitter<undefined>());
  /** Fires when more, or something else, is known. */
  readonly onDidChange = this.changed.event;
  private readonly context: Pick<Context, "templates" | "connections" | "current" | "log">;
  /** When each question was asked last. */
  private readonly asked = new Map<string, number>();

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

  /** The keys of all templates as they are kept; what is not is asked for, and told of by the event. Undefined as long as they are not known. */
  async keptKeys(): Promise<readonly string[] | undefined> {
    const { instance } = this;
    if (instance === undefined) return undefined;
    const store = await this.context.templates.of(instance);
    const kept = await store.keptNames();
    this.renew(`${instance}\n`, kept, () => store.names());
    return kept?.value.map(({ key }) => key);
  }

  /** The text of a template as it is kept, by the name under which it is included; what is not is asked for, and told of by the event. */
  async keptText(name: string): Promise<{ readonly instance: string; readonly text: string } | undefined> {
    const { instance } = this;
    const keys = this.keysFor(name);
    if (instance === undefined || keys.length === 0) return undefined;
    const store = await this.context.templates.of(instance);
    for (const key of keys) {
      const kept = await store.keptTemplate(key);
      this.renew(`${instance}\n${key}`, kept, () => store.template(key));
      if (kept) return { instance, text: kept.value.content };
    }
    return undefined;
  }

  /** Every template with the name to include it by. @throws ApiError */
  async list(signal: AbortSignal): Promise<readonly { readonly key: string; readonly name: string }[]> {
    const { instance } = this;
    if (instance === undefined) return [];
    const { value } = await (await this.context.templates.of(instance)).names(signal);
    return value.map(({ key }) => ({ key, name: this.nameOf(key, instance) }));
  }

  /** A template by the name under which it is included; undefined where the host has none. @throws ApiError */
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

  /** Whether there is a template of this name, as far as the kept list tells. Those in folders are in no list. */
  async has(name: string): Promise<boolean | undefined> {
    const keys = await this.keptKeys();
    if (keys === undefined) return undefined;
    const key = includedKey(name);
    if (key !== undefined && keys.includes(key)) return true;
    return name.includes("/") ? undefined : false;
  }

  /** The name of the template that was most likely meant. */
  async nearest(name: string): Promise<string | undefined> {
    const { instance } = this;
    const keys = (await this.keptKeys()) ?? [];
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

  /** The keys that a name may stand for: hosts list what is in their folder of pages without it. */
  private keysFor(name: string): readonly string[] {
    const key = includedKey(name);
    if (key === undefined) return [];
    const page = /^Pages\/([^/]+)$/.exec(key)?.[1];
    return page === undefined ? [key] : [page, key];
  }

  private renew(question: string, kept: Kept<unknown> | undefined, ask: () => Promise<unknown>): void {
    const now = Date.now();
    if ((kept && now - kept.at < newFor) || now - (this.asked.get(question) ?? -Infinity) < silence) return;
    this.asked.set(question, now);
    // What the store had before it tells of itself when it is another now.
    ask().then(
      () => (kept ? undefined : this.changed.fire(undefined)),
      (error: unknown) => this.context.log.debug("A CI template could not be read for a CI file", error),
    );
  }
}
