import path from "node:path";
import type { DraftKind, DraftStore } from "./drafts.ts";
import { FileLock } from "./fileLock.ts";

/** A kind of which the windows of a workspace have one draft in common. */
export type SharedKind<D> = DraftKind<D> & { readonly shared: true };

/** Returns a draft as changed; undefined removes it. It may be called twice. */
export type ChangeDraft<D> = (kept: D | undefined) => D | undefined;

/** Milliseconds after which a window that writes a draft counts as dead. */
const EXPIRY = 10_000;

/** Drafts of a kind that several windows change: each change is made to what is on disk by then, so that none undoes another. */
export class SharedDrafts<D> {
  private readonly drafts: Pick<DraftStore, "get" | "keep">;
  private readonly kind: SharedKind<D>;
  private readonly lock: FileLock;
  /** Changes that were not made yet, by key. */
  private readonly queued = new Map<string, readonly ChangeDraft<D>[]>();
  private working: Promise<void> = Promise.resolve();

  /** @param storage folder of the extension's own files */
  constructor(drafts: Pick<DraftStore, "get" | "keep">, kind: SharedKind<D>, storage: string) {
    this.drafts = drafts;
    this.kind = kind;
    this.lock = new FileLock({ directory: path.join(storage, "locks"), expiry: EXPIRY });
  }

  /** Returns what is kept by any window, with the changes of this one that are on their way. */
  get(key: string): D | undefined {
    const kept = this.drafts.get(this.kind, key);
    return (this.queued.get(key) ?? []).reduce((draft, change) => change(draft), kept);
  }

  /** Changes a draft; it is on disk once the promise resolves. @throws Error if it cannot be written */
  async change(key: string, change: ChangeDraft<D>): Promise<void> {
    this.queued.set(key, [...(this.queued.get(key) ?? []), change]);
    const changed = this.working.then(() => this.make(key));
    this.working = changed.catch(() => undefined);
    await changed;
  }

  private async make(key: string): Promise<void> {
    // Without a lock, the text is still kept.
    const held = await this.lock.hold(`drafts-${this.kind.name}`).catch(() => undefined);
    try {
      const [change, ...later] = this.queued.get(key) ?? [];
      if (later.length === 0) this.queued.delete(key);
      else this.queued.set(key, later);
      const before = this.drafts.get(this.kind, key);
      const after = change === undefined ? before : change(before);
      if (after !== before) await this.drafts.keep(this.kind, key, after);
    } finally {
      // One that is not released ends with its expiry.
      await held?.release().catch(() => undefined);
    }
  }
}
