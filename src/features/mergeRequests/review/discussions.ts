import type { ProjectId } from "../../../api/path.ts";
import type { DraftNote } from "../../../api/resources/discussionTypes.ts";
import { type Disposable, DisposableStore } from "../../../core/base/disposable.ts";
import { Emitter } from "../../../core/base/events.ts";
import { sameProject, type ProjectScope } from "../../../core/base/refs.ts";
import type { Connection } from "../../../core/connections.ts";
import type { Context } from "../../../core/context.ts";
import { type Conversation, isAsNew } from "../../../core/mergeRequests/review/conversation.ts";
import type { MergeRequestPlace } from "../../../core/mergeRequests/review/place.ts";
import { emojiNames } from "../../../core/people/emoji.ts";
import type { Records } from "../../../core/records/recordKinds.ts";

/** Limit of discussions read per merge request. */
const maxDiscussions = 2_000;
/** Limit of merge requests whose conversations are kept. */
const maxKept = 20;

type ChangeDrafts = (drafts: readonly DraftNote[]) => readonly DraftNote[];

interface Kept {
  readonly place: MergeRequestPlace;
  conversation?: Conversation | undefined;
  reading?: Promise<Conversation> | undefined;
  /** Whether something was written since the last reading began. */
  outdated: boolean;
  /** What became of draft notes since then, which its answer may not have. */
  changes: readonly ChangeDrafts[];
  /** What the record of the merge request last said about the conversation. */
  said?: string;
}

/** The conversations of merge requests, which the page and the threads in diffs share so that each is requested once. */
export class Discussions implements Disposable {
  private readonly owned = new DisposableStore();
  private readonly context: Pick<Context, "connections" | "changes" | "report">;
  private readonly kept = new Map<string, Kept>();
  private readonly changed = this.owned.add(new Emitter<MergeRequestPlace>());
  /** Fires when the conversation of a merge request was read anew. */
  readonly onDidChange = this.changed.event;
  private readonly written = this.owned.add(new Emitter<MergeRequestPlace>());
  /** Fires when the conversation of a merge request may have changed: by this window, or as its record says. */
  readonly onDidWrite = this.written.event;

  constructor(context: Pick<Context, "connections" | "changes" | "report">) {
    this.context = context;
    this.owned.add(
      context.changes.event((change) => {
        if (change.subject !== "mergeRequest") return;
        for (const kept of [...this.kept.values()]) {
          if (!sameProject(kept.place, change) || (change.iid ?? kept.place.iid) !== kept.place.iid) continue;
          kept.outdated = true;
          this.written.fire(kept.place);
        }
      }),
    );
    this.owned.add(
      context.connections.onDidChangeRecords(({ connection, changes }) => {
        for (const id of changes.mergeRequest) this.compare(connection, connection.records.get("mergeRequest", id));
      }),
    );
  }

  /** Whether the instance has discussions; undefined before the first use. */
  available({ instance }: ProjectScope): boolean | undefined {
    return this.context.connections.get(instance).client.discussions.available();
  }

  /** Returns the conversation as it was last read. */
  known(place: MergeRequestPlace): Conversation | undefined {
    return this.kept.get(keyOf(place))?.conversation;
  }

  /**
   * Reads the conversation of a merge request, and loads the emoji that it may name: a request for each hundred discussions, conditional
   * after the first time. Whoever asks while it is being read gets the same. @throws ApiError
   */
  async read(place: MergeRequestPlace): Promise<Conversation> {
    const kept = this.keep(place);
    if (kept.reading && !kept.outdated) return kept.reading;
    kept.outdated = false;
    kept.changes = [];
    const reading = this.request(place);
    kept.reading = reading;
    try {
      const conversation = await reading;
      if (kept.reading !== reading) return conversation;
      const drafts = conversation.drafts && kept.changes.reduce((all, change) => change(all), conversation.drafts);
      const current = { ...conversation, drafts };
      kept.conversation = current;
      this.changed.fire(place);
      return current;
    } finally {
      if (kept.reading === reading) kept.reading = undefined;
    }
  }

  /** Changes the draft notes of a conversation that is known, as the host has just done. */
  changeDrafts(place: MergeRequestPlace, change: ChangeDrafts): void {
    const kept = this.kept.get(keyOf(place));
    if (kept?.reading) kept.changes = [...kept.changes, change];
    if (kept?.conversation === undefined) return;
    const { drafts = [] } = kept.conversation;
    kept.conversation = { ...kept.conversation, drafts: change(drafts) };
    this.changed.fire(place);
    if (kept.reading === undefined) return;
    // What is being read may be from before the change.
    kept.outdated = true;
    this.written.fire(place);
  }

  /** Returns the conversation as it is after the last write of this window; it is read unless it is known. @throws ApiError */
  async get(place: MergeRequestPlace): Promise<Conversation> {
    const kept = this.kept.get(keyOf(place));
    return kept?.conversation && !kept.outdated && !kept.reading ? kept.conversation : this.read(place);
  }

  /**
   * Returns the conversation as new as a record of its merge request. One that is not kept is only read, without draft notes: one request for
   * each hundred discussions. @throws ApiError
   */
  async look(place: MergeRequestPlace, record: Records["mergeRequest"]): Promise<Conversation> {
    const known = this.known(place);
    if (known) return isAsNew(known, record) ? known : this.read(place);
    return this.list(place);
  }

  dispose(): void {
    this.owned.dispose();
    this.kept.clear();
  }

  /** Notes that a conversation has changed since it was read, if the record of its merge request says so. */
  private compare(connection: Connection, record: Records["mergeRequest"] | undefined): void {
    if (record?.iid === undefined) return;
    for (const kept of [...this.kept.values()]) {
      const { place, conversation } = kept;
      if (place.iid !== record.iid || this.context.connections.get(place.instance) !== connection) continue;
      if (!conversation || !isProjectOf(record, place)) continue;
      const said = `${record.updated_at} ${record.user_notes_count}`;
      if (kept.said === said) continue;
      kept.said = said;
      if (kept.outdated || isAsNew(conversation, record)) continue;
      kept.outdated = true;
      this.written.fire(place);
    }
  }

  private async request(place: MergeRequestPlace): Promise<Conversation> {
    const [conversation, drafts] = await Promise.all([this.list(place), this.readDrafts(place), emojiNames()]);
    return { ...conversation, drafts };
  }

  private async list({ instance, project, iid }: MergeRequestPlace): Promise<Conversation> {
    const { client } = this.context.connections.get(instance);
    const { items, capped } = await client.discussions
      .list(project, iid, { perPage: 100 })
      .all({ max: maxDiscussions });
    return { discussions: items, capped: capped ? items.length : undefined };
  }

  /** Reads the user's draft notes; undefined if there are none to read. */
  private async readDrafts({ instance, project, iid }: MergeRequestPlace): Promise<readonly DraftNote[] | undefined> {
    const { client, session } = this.context.connections.get(instance);
    const { drafts } = client.discussions;
    if (session === undefined || drafts.available() === false) return undefined;
    try {
      return (await drafts.list(project, iid, { perPage: 100 }).all({ max: maxDiscussions })).items;
    } catch (error) {
      // The conversation can be shown without them.
      if (drafts.available() !== false) this.context.report.background(error, "Read draft notes");
      return undefined;
    }
  }

  private keep(place: MergeRequestPlace): Kept {
    const key = keyOf(place);
    const kept: Kept = this.kept.get(key) ?? { place, outdated: false, changes: [] };
    this.kept.delete(key);
    this.kept.set(key, kept);
    for (const [oldest, { reading }] of this.kept)
      if (this.kept.size > maxKept && reading === undefined) this.kept.delete(oldest);
    return kept;
  }
}

/** Whether a merge request is one of a project. */
function isProjectOf({ project_id: projectId, references }: Records["mergeRequest"], scope: ProjectScope): boolean {
  const path = references?.full?.replace(/!\d+$/, "");
  return sameProject(
    { instance: scope.instance, project: path ?? projectId ?? "", projectId: projectId ?? undefined },
    scope,
  );
}

const keyOf = ({ instance, project, iid }: { instance: string; project: ProjectId; iid: number }): string =>
  `${instance} ${project} ${iid}`;
