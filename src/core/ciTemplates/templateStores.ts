import path from "node:path";
import type { DialectName } from "../../api/dialect.ts";
import type { Disposable } from "../base/disposable.ts";
import { Emitter, type Event } from "../base/events.ts";
import type { Connection } from "../connections.ts";
import { loadTemplateStore } from "../lazy/chunks.ts";
import type { TemplateStore } from "./templateStore.ts";

export interface TemplateStoresOptions {
  readonly connections: { anonymous(instanceUrl: string): Connection };
  /** Capabilities of the instances. */
  readonly capabilities: { of(instanceUrl: string): { get(name: string): string | undefined } };
  /** Cache folder, shared by all windows of the machine. */
  readonly directory: string;
  readonly report: { background(error: unknown, doing: string): void };
}

/** The CI templates of every instance by its base URL. The store's code is loaded on first use. */
export class TemplateStores implements Disposable {
  private readonly changed = new Emitter<string>();
  /** Fires with the instance whose list or templates changed. */
  readonly onDidChange: Event<string> = this.changed.event;
  private readonly options: TemplateStoresOptions;
  private readonly stores = new Map<
    string,
    { readonly connection: Connection; readonly store: Promise<TemplateStore> }
  >();

  constructor(options: TemplateStoresOptions) {
    this.options = options;
  }

  /** Returns the store of an instance by its base URL; works without an account. */
  of(instance: string): Promise<TemplateStore> {
    // A change of the host's settings creates a new connection.
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

  /** Returns the naming of an instance; hosts of unknown naming are treated as GitLab. */
  dialect(instance: string): DialectName {
    return this.knownDialect(instance) ?? "gitlab";
  }

  /** Returns the naming of an instance by the settings or its answers; undefined if unknown. */
  knownDialect(instance: string): DialectName | undefined {
    const { dialect = "auto" } = this.options.connections.anonymous(instance).instance;
    if (dialect !== "auto") return dialect;
    const known = this.options.capabilities.of(instance).get("dialect");
    return known === "gitlab" || known === "neutral" ? known : undefined;
  }

  /** Drops the values in memory; the next use reads from disk. */
  clear(): void {
    for (const { store } of this.stores.values())
      void store.then(
        (opened) => opened.dispose(),
        () => undefined,
      );
    this.stores.clear();
  }

  dispose(): void {
    this.clear();
    this.changed.dispose();
  }

  private async open(instance: string, { client, instance: { dialect = "auto" } }: Connection): Promise<TemplateStore> {
    const { TemplateStore, fileHash } = await loadTemplateStore();
    const store = new TemplateStore({
      client,
      directory: path.join(this.options.directory, fileHash(`${instance}\n${dialect}`)),
      onError: (error) => this.options.report.background(error, "Keep CI templates"),
    });
    store.onDidChange(() => this.changed.fire(instance));
    return store;
  }
}
