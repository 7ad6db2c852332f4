import { DraftStore } from "../../../core/base/drafts.ts";
import { SharedDrafts, type SharedKind } from "../../../core/base/sharedDrafts.ts";
import { asFlag, asNumber, asText, dictionaryOf, listOf, recordOf } from "../../../core/base/stored.ts";
import type { Context } from "../../../core/context.ts";
import { parseUpdate, type Update } from "./update.ts";
import type { Seen } from "./updatesOf.ts";

/** What is kept of an account. */
export interface KeptUpdates {
  /** In ms since the epoch, by the host's clock: earlier events are not updates. */
  readonly since: number;
  /** By ID of the merge request, those that changed last at the end. */
  readonly seen: Readonly<Record<string, Seen>>;
  /** Oldest first. */
  readonly updates: readonly Update[];
}

/** Limit of updates of an account; the oldest are dropped. */
export const maxUpdates = 100;
/** Limit of merge requests of which it is kept what was seen. */
export const maxSeen = 300;

const kind: SharedKind<KeptUpdates> = {
  name: "updates",
  shared: true,
  limit: 20,
  parse: recordOf({
    since: asNumber,
    seen: dictionaryOf(
      recordOf({ said: asText, until: asNumber, comments: asNumber, head: asText, reviewing: asFlag, joined: asFlag }),
    ),
    updates: listOf(parseUpdate),
  }),
};

/** Keeps the updates of accounts on disk, where the windows of all workspaces find them. */
export class UpdateStore {
  private readonly drafts: SharedDrafts<KeptUpdates>;
  private readonly failed: (error: unknown) => void;

  constructor({
    storage,
    report,
  }: Pick<Context, "storage"> & { readonly report: Pick<Context["report"], "background"> }) {
    this.failed = (error) => report.background(error, "Store the updates to merge requests");
    const drafts = new DraftStore({ storage, workspace: ["updates"], failed: this.failed });
    this.drafts = new SharedDrafts(drafts, kind, storage);
  }

  /** Returns what is kept of an account, by any window, with the changes of this one that are on their way. */
  get(instance: string, user: number): KeptUpdates | undefined {
    return this.drafts.get(keyOf(instance, user));
  }

  /**
   * Changes what is kept, without the oldest of too much: what another window has marked as read since stays so. A failed write is only
   * reported. @param change may be called twice; undefined changes nothing
   */
  async change(
    instance: string,
    user: number,
    change: (kept: KeptUpdates | undefined) => KeptUpdates | undefined,
  ): Promise<void> {
    const changed = this.drafts.change(keyOf(instance, user), (kept) => {
      const after = change(kept);
      return after === undefined || after === kept ? kept : limited(after);
    });
    await changed.catch(this.failed);
  }
}

const keyOf = (instance: string, user: number): string => `${instance} ${user}`;

/** Removes the oldest entries over the limits. `since` moves forward with them, so that their events are not updates again. */
export function limited({ since, seen, updates }: KeptUpdates): KeptUpdates {
  const byTime = Object.entries(seen).toSorted(([, one], [, other]) => one.until - other.until);
  const dropped = byTime.slice(0, Math.max(0, byTime.length - maxSeen));
  return {
    since: Math.max(since, ...dropped.map(([, { until }]) => until)),
    seen: Object.fromEntries(byTime.slice(dropped.length)),
    updates: updates.slice(-maxUpdates),
  };
}
