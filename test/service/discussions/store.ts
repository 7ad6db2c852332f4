import { randomBytes } from "node:crypto";
import type { MergeRequestRecord } from "../mergeRequests/records.ts";
import type { State } from "../state.ts";
import type { DiscussionRecord, NoteRecord, NoteType, Position } from "./records.ts";

export interface NewNote {
  readonly authorId: number;
  readonly body: string;
  readonly type: NoteType;
  readonly system?: boolean;
  readonly commitId?: string | null;
  readonly position?: Position | null;
  /** Milliseconds since the epoch; now by default. */
  readonly at?: number;
}

/** Discussions of all merge requests. The number of comments and the time of the last change follow in the merge request. */
export class Discussions {
  readonly #state: State;
  readonly #ofMergeRequest = new Map<number, DiscussionRecord[]>();
  #lastNoteId = 30_000;

  constructor(state: State) {
    this.#state = state;
  }

  /** Oldest first. */
  of(record: MergeRequestRecord): readonly DiscussionRecord[] {
    return this.#ofMergeRequest.get(record.id) ?? [];
  }

  get(record: MergeRequestRecord, id: string): DiscussionRecord | undefined {
    return this.of(record).find((discussion) => discussion.id === id);
  }

  start(record: MergeRequestRecord, note: NewNote): DiscussionRecord {
    const discussion: DiscussionRecord = {
      id: randomBytes(20).toString("hex"),
      mergeRequestId: record.id,
      individual: note.type === null,
      notes: [this.#note(note)],
    };
    this.#ofMergeRequest.set(record.id, [...this.of(record), discussion]);
    this.#count(record, discussion.notes[0]!, 1);
    return discussion;
  }

  /** The answer to a comment of its own makes it a thread; one in a resolved thread is resolved too. */
  reply(record: MergeRequestRecord, discussion: DiscussionRecord, note: Omit<NewNote, "type">): NoteRecord {
    const first = discussion.notes[0]!;
    if (discussion.individual) {
      discussion.individual = false;
      first.type = "DiscussionNote";
    }
    const resolved = isResolved(discussion) ? first.resolved : undefined;
    const made = this.#note({ ...note, type: first.type, position: first.position });
    made.resolved = resolved;
    discussion.notes.push(made);
    this.#count(record, made, 1);
    return made;
  }

  edit(record: MergeRequestRecord, note: NoteRecord, body: string): void {
    note.body = body;
    note.updatedAt = this.#state.clock.now();
    this.#touch(record, note.updatedAt);
  }

  resolve(record: MergeRequestRecord, notes: readonly NoteRecord[], byId: number | undefined, at?: number): void {
    const now = at ?? this.#state.clock.now();
    for (const note of notes) {
      if (!isResolvable(note) || (note.resolved !== undefined) === (byId !== undefined)) continue;
      note.resolved = byId === undefined ? undefined : { byId, at: now };
      note.updatedAt = now;
    }
    this.#touch(record, now);
  }

  /** The last note takes the discussion along. */
  remove(record: MergeRequestRecord, discussion: DiscussionRecord, note: NoteRecord): void {
    discussion.notes = discussion.notes.filter((one) => one !== note);
    if (discussion.notes.length === 0)
      this.#ofMergeRequest.set(
        record.id,
        this.of(record).filter((one) => one !== discussion),
      );
    this.#count(record, note, -1);
  }

  forget(record: MergeRequestRecord): void {
    this.#ofMergeRequest.delete(record.id);
  }

  /** How many threads can be resolved and are not. */
  open(record: MergeRequestRecord): number {
    return this.of(record).filter((discussion) => discussion.notes.some(isResolvable) && !isResolved(discussion))
      .length;
  }

  #note({ authorId, body, type, system = false, commitId = null, position = null, at }: NewNote): NoteRecord {
    const createdAt = at ?? this.#state.clock.now();
    return {
      id: ++this.#lastNoteId,
      type,
      body,
      authorId,
      createdAt,
      updatedAt: createdAt,
      system,
      commitId,
      position,
      resolved: undefined,
    };
  }

  #count(record: MergeRequestRecord, note: NoteRecord, by: 1 | -1): void {
    if (!note.system) record.notes = Math.max(0, record.notes + by);
    this.#touch(record, by === 1 ? note.createdAt : this.#state.clock.now());
  }

  #touch(record: MergeRequestRecord, at: number): void {
    record.updatedAt = Math.max(record.updatedAt, at);
    this.#state.changed();
  }
}

export function isResolvable(note: NoteRecord): boolean {
  return note.type !== null && !note.system;
}

/** Threads in which every comment is resolved. */
export function isResolved(discussion: DiscussionRecord): boolean {
  const resolvable = discussion.notes.filter(isResolvable);
  return resolvable.length > 0 && resolvable.every((note) => note.resolved !== undefined);
}
