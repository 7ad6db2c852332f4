import { l10n, type TreeItem } from "vscode";
import { type Disposable, DisposableStore } from "../../../core/base/disposable.ts";
import type { Event } from "../../../core/base/events.ts";
import type { Load } from "../../../core/feature.ts";
import type { JobRef, PipelineRef } from "../../../core/pipelines/refs.ts";
import { setContextKey } from "../../../core/ui/contextKeys.ts";
import type { CompletionPoller } from "./completionPoller.ts";
import type { openCompletionPoller } from "./openPoller.ts";
import type { WatchingOptions } from "./options.ts";
import { type Watch, type Watched, WatchStore } from "./watchStore.ts";

interface WatchingCode {
  readonly openCompletionPoller: typeof openCompletionPoller;
}

/** Watches pipelines and jobs, and by setting the user's own pipelines, until they end. The poller is loaded on first use. */
export class Watching implements Disposable {
  private readonly owned = new DisposableStore();
  private readonly options: WatchingOptions;
  private readonly code: Load<WatchingCode>;
  readonly watches: WatchStore;
  private poller: CompletionPoller | undefined;
  private loading: Promise<void> | undefined;
  /** Fires when something is added or removed. */
  readonly onDidChange: Event<undefined>;

  constructor(options: WatchingOptions, code: Load<WatchingCode>) {
    this.options = options;
    this.code = code;
    this.watches = new WatchStore(options.memory);
    this.onDidChange = this.watches.onDidChange;
    const { config, current, connections, changes } = options;
    this.owned.add(this.onDidChange(() => this.follow()));
    this.owned.add(config.onDidChange((affects) => affects("forgeline.notifications") && this.follow()));
    this.owned.add(current.onDidChange(() => this.poller?.changed()));
    this.owned.add(connections.onDidChange(() => this.poller?.changed()));
    this.owned.add(connections.onDidChangeRecords((changed) => this.poller?.recordsChanged(changed)));
    this.owned.add(changes(({ subject }) => (subject === "pipeline" || subject === "job") && this.poller?.added()));
    this.follow();
  }

  get all(): readonly Watch[] {
    return this.watches.all;
  }

  /** Reads what was added soon. */
  added(): void {
    this.poller?.added();
  }

  /** Stops watching. @returns whether it was watched */
  remove(watched: Watched): Promise<boolean> {
    return this.watches.remove(watched);
  }

  /** Marks the row of a pipeline or job as watched, or with why that ended early. */
  mark(item: TreeItem, node: object): TreeItem {
    const ref = /^(?:pipeline|job)\b/.test(item.contextValue ?? "")
      ? watchedOf(node as PipelineRef | JobRef)
      : undefined;
    if (!ref) return item;
    const watched = this.watches.has(ref);
    const reason = this.watches.endedEarly(ref);
    if (!watched && reason === undefined) return item;
    const text = watched ? l10n.t("watched") : l10n.t("no longer watched: {0}", reason ?? "");
    if (watched) item.contextValue = `${item.contextValue ?? ""} watched`;
    item.description = [item.description, text].filter((part) => typeof part === "string" && part !== "").join(" · ");
    const spoken = item.accessibilityInformation;
    if (spoken) item.accessibilityInformation = { ...spoken, label: `${spoken.label}, ${text}` };
    return item;
  }

  dispose(): void {
    this.owned.dispose();
  }

  private follow(): void {
    void setContextKey("forgeline.watching", this.all.length > 0);
    if (this.poller) this.poller.changed();
    else if (this.all.length > 0 || this.options.config.get("forgeline.notifications.ownPipelines") !== "off")
      void this.load().catch(() => undefined);
  }

  /** Loads the poller once. Errors are logged, and the next call retries. */
  load(): Promise<void> {
    this.loading ??= this.open().catch((error: unknown) => {
      this.loading = undefined;
      this.options.log.error("Watching could not be loaded", error);
      throw error;
    });
    return this.loading;
  }

  private async open(): Promise<void> {
    await this.options.ready.catch(() => undefined);
    const { openCompletionPoller } = await this.code();
    this.poller = this.owned.add(openCompletionPoller(this.options, this.watches));
  }
}

/** Returns what is watched of a pipeline or job. */
export const watchedOf = (ref: PipelineRef | JobRef): Watched =>
  "job" in ref
    ? { instance: ref.instance, kind: "job", id: ref.job.id }
    : { instance: ref.instance, kind: "pipeline", id: ref.pipeline.id };
