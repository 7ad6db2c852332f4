import path from "node:path";
import type { DialectName } from "../../api/dialect.ts";
import type { Disposable } from "../base/disposable.ts";
import { Emitter, type Event } from "../base/events.ts";
import type { Connection } from "../connections.ts";
import { loadTemplateStore } from "../lazy/chunks.ts";
import type { TemplateStore } from "./templateStore.ts";

export interface TemplateStoresOptions {
  readonly connections: { anonymous(instanceUrl: string): Connection };
  /** What was found out about instances. */
  readonly capabilities: { of(instanceUrl: string): { get(name: string): string | undefined } };
  /** Where templates are kept, for the machine. */
  readonly directory: string;
  readonly report: { background(error: unknown, doing: string): void };
}

/** The CI templates of every instance, by its address and how it names things. What keeps them is loaded with the first use. */
export class TemplateStores implements Disposable {
  private readonly changed = new Emitter<string>();
  /** Fires with the instance of which the list, or a template's text, changed. */
  readonly onDidChange: Event<string> = this.changed.event;
  private readonly options: TemplateStoresOptions;
  private readonly stores = new Map<
    string,
    { readonly connection: Connection; readonly store: Promise<TemplateStore> }
  >();

  constructor(options: TemplateStoresOptions) {
    this.options = options;
  }

  /** The store of an instance, by its base address. No account is needed, and no credential is sent. */
  of(instance: string): Promise<TemplateStore> {
    // The connection is another one when the settings change how the host is asked.
    const connection = this.options.connections.anonymous(instance);
    const known = this.stores.get(instance);
    if (known?.connection === connection) return known.store;
    const store = this.open(instance, connection);
    this.stores.set(instance, { connection, store });
    store.catch(() => this.stores.delete(instance));
    void known?.store.then(
      (old) => old.dispose(),
      () => undefined,
    );
    return store;
  }

  /** How an instance names things, as far as it is known: real hosts are taken for what nothing was told of. */
  dialect(instance: string): DialectName {
    const { dialect = "auto" } = this.options.connections.anonymous(instance).instance;
    if (dialect !== "auto") return dialect;
    return this.options.capabilities.of(instance).get("dialect") === "neutral" ? "neutral" : "gitlab";
  }

  /** Lets go of what is in memory: the next use begins with what is kept on disk. */
  forget(): void {
    for (const { store } of this.stores.values())
      void store.then(
        (opened) => opened.dispose(),
        () => undefined,
      );
    this.stores.clear();
  }

  dispose(): void {
    this.forget();
    this.changed.dispose();
  }

  private async open(instance: string, { client, instance: { dialect = "auto" } }: Connection): Promise<TemplateStore> {
    const { TemplateStore, hash } = await loadTemplateStore();
    const store = new TemplateStore({
      client,
      directory: path.join(this.options.directory, hash(`${instance}\n${dialect}`)),
      failed: (error) => this.options.report.background(error, "Keep CI templates"),
    });
    store.onDidChange(() => this.changed.fire(instance));
    return store;
  }
}
