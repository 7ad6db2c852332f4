import { window } from "vscode";
import { type Disposable, DisposableStore } from "../../../core/base/disposable.ts";
import { Emitter } from "../../../core/base/events.ts";
import { type NamedProject, sameProject } from "../../../core/base/refs.ts";
import type { Connection } from "../../../core/connections.ts";
import type { Context } from "../../../core/context.ts";
import { readFileUri } from "../../../core/files/uris.ts";
import type { Conversation } from "../../../core/mergeRequests/review/conversation.ts";
import type { MergeRequestPlace } from "../../../core/mergeRequests/review/place.ts";
import type { Records } from "../../../core/records/recordKinds.ts";
import { moment } from "../../../core/ui/age.ts";
import type { Discussions } from "../review/discussions.ts";
import { type KeptUpdates, UpdateStore } from "./keptUpdates.ts";
import type { Update } from "./update.ts";
import {
  type Account,
  concerns,
  hasJoined,
  isReviewer,
  isSeen,
  latestOf,
  reviewRequestIn,
  saidBy,
  type Seen,
  updatesIn,
  updatesOfRecord,
} from "./updatesOf.ts";

type UpdatesContext = Pick<Context, "changes" | "config" | "connections" | "current" | "report" | "storage">;
type MergeRequestRecord = Records["mergeRequest"];
type ReadDiscussions = Pick<Discussions, "available" | "known" | "look">;

const setting = "forgeline.mergeRequests.updates";

/**
 * What others did on merge requests that concern the user, until they have seen it. Nothing is requested unless a record that somebody else
 * read has changed; then the conversation is read, once.
 */
export class Updates implements Disposable {
  private readonly owned = new DisposableStore();
  private readonly context: UpdatesContext;
  private readonly review: () => Promise<{ readonly discussions: ReadDiscussions }>;
  private readonly store: UpdateStore;
  private readonly changed = this.owned.add(new Emitter<undefined>());
  readonly onDidChange = this.changed.event;
  /** Merge requests that this window has written to since they were last looked at, by address. */
  private readonly written = new Set<string>();
  private discussions: ReadDiscussions | undefined;
  /** What is shown, newest first, by account: views ask with each redraw. */
  private readonly shown = new Map<string, readonly Update[]>();
  private working: Promise<void> = Promise.resolve();

  /** @param review loads the conversations */
  constructor(context: UpdatesContext, review: () => Promise<{ readonly discussions: ReadDiscussions }>) {
    this.context = context;
    this.review = review;
    this.store = new UpdateStore(context);
    this.owned.add(
      context.connections.onDidChangeRecords(({ connection, changes }) => this.look(connection, changes.mergeRequest)),
    );
    this.owned.add(
      context.changes.event((change) => {
        if (change.subject !== "mergeRequest" || change.iid === undefined) return;
        this.written.add(`${change.instance} ${change.iid}`);
        // From now on the user may be part of a conversation that was none of theirs.
        void this.loaded().catch((error: unknown) => this.context.report.background(error, "Load conversations"));
      }),
    );
    this.owned.add(context.connections.onDidChange(() => this.show()));
    this.owned.add(context.config.onDidChange((affects) => affects(setting) && this.show()));
    // Other windows may have read updates, or marked them.
    this.owned.add(window.onDidChangeWindowState(({ focused }) => focused && this.show()));
    this.owned.add(window.onDidChangeVisibleTextEditors(() => this.seeDiffs()));
  }

  /** Resolves once everything that has changed so far was looked at. */
  get idle(): Promise<void> {
    return this.working;
  }

  /** Returns the updates of the account in use on an instance, newest first. */
  of(instance: string): readonly Update[] {
    const { session } = this.context.connections.get(instance);
    if (!session || !this.enabled) return [];
    const key = `${instance} ${session.user.id}`;
    const shown = this.shown.get(key) ?? this.store.get(instance, session.user.id)?.updates.toReversed() ?? [];
    this.shown.set(key, shown);
    return shown;
  }

  /** Marks updates as read. @param which by default all of the instance */
  async markRead(instance: string, which: (update: Update) => boolean = () => true): Promise<void> {
    const { session } = this.context.connections.get(instance);
    if (!session) return;
    if (!this.store.get(instance, session.user.id)?.updates.some(which)) return;
    const written = this.store.change(
      instance,
      session.user.id,
      (kept) => kept && { ...kept, updates: kept.updates.filter((update) => !which(update)) },
    );
    // What is on its way to the disk is read as if it were there.
    this.show();
    await written;
  }

  /** Marks the updates of a merge request as read, which a page shows; of a thread alone, if one is given. */
  async see(place: MergeRequestPlace, discussion?: string): Promise<void> {
    await this.markRead(
      place.instance,
      (update) => isIn(update, place) && (discussion === undefined || update.discussion === discussion),
    );
  }

  dispose(): void {
    this.owned.dispose();
  }

  /** Shows what is kept now. */
  private show(): void {
    this.shown.clear();
    this.changed.fire(undefined);
  }

  private get enabled(): boolean {
    return this.context.config.get(setting);
  }

  private look(connection: Connection, ids: ReadonlySet<number>): void {
    const { session, instance } = connection;
    if (ids.size === 0 || !session || !this.enabled || !this.isInUse(connection)) return;
    const kept = this.kept(connection);
    const first = new Map<number, Seen>();
    const changed: number[] = [];
    for (const id of ids) {
      const record = connection.records.get("mergeRequest", id);
      if (!isWhole(record)) continue;
      const before = kept.seen[id];
      if (!concerns(record, session.user) && before?.joined !== true && !this.hasJoined(connection, record)) continue;
      if (isSeen(record, before)) continue;
      // What is as it was when the updates began is only remembered.
      if (!before && (moment(record.updated_at) ?? 0) <= kept.since)
        first.set(id, seenOf(record, session.user, { until: kept.since, joined: false }));
      else changed.push(id);
    }
    if (first.size > 0)
      void this.store.change(instance.url, session.user.id, (now = kept) => ({
        ...now,
        seen: { ...Object.fromEntries(first), ...now.seen },
      }));
    // One after the other: a view that is opened after a holiday may have many.
    for (const id of changed) {
      this.working = this.working.then(async () => {
        try {
          await this.read(connection, id);
        } catch (error) {
          this.context.report.background(error, "Read what is new in a merge request");
        }
      });
    }
  }

  private isInUse(connection: Connection): boolean {
    return this.context.connections.get(connection.instance.url) === connection;
  }

  /** Returns what is kept of the account of a connection; the updates begin now if it has none. */
  private kept({ instance, session, client }: Connection): KeptUpdates {
    const user = session?.user.id ?? 0;
    const kept = this.store.get(instance.url, user);
    if (kept) return kept;
    const begun: KeptUpdates = { since: client.hostTime(), seen: {}, updates: [] };
    void this.store.change(instance.url, user, (now) => now ?? begun);
    return begun;
  }

  /** Whether a conversation that was read has comments of the user. */
  private hasJoined(connection: Connection, record: MergeRequestRecord): boolean {
    const conversation = this.discussions?.known(this.placeOf(connection, record));
    return (
      conversation !== undefined && connection.session !== undefined && hasJoined(conversation, connection.session.user)
    );
  }

  /** Returns the place as rows name it, so that conversations are shared with what they open. */
  private placeOf({ instance: { url: instance } }: Connection, record: MergeRequestRecord): MergeRequestPlace {
    const named = namedProject(instance, record.references?.full, record.project_id ?? undefined);
    const { value } = this.context.current;
    const here = value.kind === "ready" && sameProject(named, value.project);
    return {
      instance,
      project: here ? value.project.project : (record.project_id ?? named.project),
      iid: record.iid ?? 0,
    };
  }

  private async read(connection: Connection, id: number): Promise<void> {
    const { instance, session } = connection;
    const record = connection.records.get("mergeRequest", id);
    if (!isWhole(record) || !session || !this.isInUse(connection)) return;
    const before = this.kept(connection).seen[id];
    // It changed twice while it waited: the first look saw both.
    if (isSeen(record, before)) return;
    const me = session.user;
    const place = this.placeOf(connection, record);
    const isOwn = this.written.delete(`${place.instance} ${place.iid}`);
    const isSilent = before === undefined && (record.user_notes_count ?? 0) === 0;
    // Of a new one that nobody has commented on, the record says all.
    const conversation = isSilent ? undefined : await this.conversation(place, record);
    if (!this.isInUse(connection)) return;
    const begun = this.kept(connection);
    let news: readonly Update[] = [];
    await this.store.change(instance.url, me.id, (kept = begun) => {
      const before = kept.seen[id];
      // Another window may have been first.
      if (isSeen(record, before)) return undefined;
      const until = before?.until ?? kept.since;
      const { project } = place;
      const request = reviewRequestIn(record, before, { me, project, since: kept.since, conversation });
      const others = conversation
        ? updatesIn(conversation, record, { me, project, until })
        : isOwn
          ? []
          : updatesOfRecord(record, before, { me, project });
      const known = new Set(kept.updates.filter((one) => one.mergeRequest === id).map((one) => one.id));
      const found = [...(request ? [request] : []), ...others].filter((one) => !known.has(one.id));
      news = found;
      const joined = before?.joined === true || (conversation !== undefined && hasJoined(conversation, me));
      const latest = conversation ? latestOf(conversation) : (moment(record.updated_at) ?? 0);
      return {
        ...kept,
        seen: { ...kept.seen, [id]: seenOf(record, me, { until: Math.max(until, latest), joined }) },
        updates: [...kept.updates, ...found].toSorted((one, other) => one.at - other.at),
      };
    });
    if (news.length > 0) this.show();
  }

  /** Returns the conversation as new as the record; undefined where the instance has none. @throws ApiError */
  private async conversation(place: MergeRequestPlace, record: MergeRequestRecord): Promise<Conversation | undefined> {
    const discussions = await this.loaded();
    if (discussions.available(place) === false) return undefined;
    try {
      return await discussions.look(place, record);
    } catch (error) {
      if (discussions.available(place) === false) return undefined;
      throw error;
    }
  }

  private async loaded(): Promise<ReadDiscussions> {
    const { discussions } = await this.review();
    return (this.discussions = discussions);
  }

  /** Marks updates on the files whose diffs are visible as read. */
  private seeDiffs(): void {
    for (const { document } of window.visibleTextEditors) {
      const file = readFileUri(document.uri);
      if (file?.diff === undefined) continue;
      const { instance, project, path, diff } = file;
      const place = { instance, project, iid: diff.iid };
      void this.markRead(instance, (update) => isIn(update, place) && [update.path, update.oldPath].includes(path));
    }
  }
}

/** Whether a record has what is looked at: some answers contain only a few fields. */
const isWhole = (record: MergeRequestRecord | undefined): record is MergeRequestRecord =>
  record?.iid !== undefined && record.updated_at != null && record.author !== undefined;

const namedProject = (instance: string, reference: string | null | undefined, projectId?: number): NamedProject => ({
  instance,
  project: reference?.replace(/!\d+$/, "") || projectId || "",
  projectId,
});

/** Whether an update is one of a merge request. */
const isIn = ({ reference, project, projectId, iid }: Update, place: MergeRequestPlace): boolean =>
  iid === place.iid &&
  [namedProject(place.instance, reference, projectId), { instance: place.instance, project }].some((one) =>
    sameProject(one, place),
  );

const seenOf = (record: MergeRequestRecord, me: Account, { until, joined }: Pick<Seen, "until" | "joined">): Seen => ({
  said: saidBy(record),
  until,
  joined,
  comments: record.user_notes_count ?? 0,
  head: record.sha ?? "",
  reviewing: isReviewer(record, me),
});
