import { randomBytes } from "node:crypto";
import type { Position } from "./positions.ts";

export interface NoteRecord {
  readonly id: number;
  body: string;
  readonly authorId: number;
  readonly createdAt: number;
  updatedAt: number;
  /** An event, written down by the host. */
  readonly system: boolean;
  readonly resolvable: boolean;
  resolved: { readonly byId: number; readonly at: number } | undefined;
}

export interface DiscussionRecord {
  /** 40 hexadecimal digits. */
  readonly id: string;
  /** A plain comment or an event: nobody can reply to make a thread of it here. */
  readonly individual: boolean;
  /** Where it was made; undefined for one on the merge request as a whole. */
  readonly position: Position | undefined;
  readonly notes: NoteRecord[];
}

/** A comment to be made. */
export interface NewNote {
  readonly body: string;
  readonly authorId: number;
  readonly at: number;
}

/** What is said on merge requests, by their global ID. */
export class Discussions {
  readonly #discussions = new Map<number, DiscussionRecord[]>();
  #lastNote = 70_000;

  /** Oldest first. */
  of(mergeRequest: number): readonly DiscussionRecord[] {
    return this.#discussions.get(mergeRequest) ?? [];
  }

  find(mergeRequest: number, id: string): DiscussionRecord | undefined {
    return this.of(mergeRequest).find((discussion) => discussion.id === id);
  }

  /** A thread that can be resolved. */
  start(mergeRequest: number, note: NewNote, position?: Position): DiscussionRecord {
    return this.#add(mergeRequest, { position, individual: false, note: this.#note(note, { resolvable: true }) });
  }

  /** A comment that is no thread. */
  comment(mergeRequest: number, note: NewNote): DiscussionRecord {
    return this.#add(mergeRequest, { position: undefined, individual: true, note: this.#note(note) });
  }

  /** An event, in words. */
  event(mergeRequest: number, note: NewNote): DiscussionRecord {
    return this.#add(mergeRequest, { position: undefined, individual: true, note: this.#note(note, { system: true }) });
  }

  reply(discussion: DiscussionRecord, note: NewNote): NoteRecord {
    const resolvable = discussion.notes.some((one) => one.resolvable);
    const made = this.#note(note, { resolvable });
    // A reply does not open what is resolved.
    made.resolved = discussion.notes[0]?.resolved;
    discussion.notes.push(made);
    return made;
  }

  /** The last comment takes the discussion along. */
  remove(mergeRequest: number, discussion: DiscussionRecord, note: NoteRecord): void {
    discussion.notes.splice(discussion.notes.indexOf(note), 1);
    if (discussion.notes.length > 0) return;
    this.#discussions.set(
      mergeRequest,
      this.of(mergeRequest).filter((one) => one !== discussion),
    );
  }

  /** How many threads wait to be resolved. */
  open(mergeRequest: number): number {
    return this.of(mergeRequest).filter(({ notes }) => notes.some((note) => note.resolvable && !note.resolved)).length;
  }

  #add(
    mergeRequest: number,
    { note, ...fields }: Pick<DiscussionRecord, "individual" | "position"> & { readonly note: NoteRecord },
  ): DiscussionRecord {
    const discussion: DiscussionRecord = { ...fields, id: randomBytes(20).toString("hex"), notes: [note] };
    this.#discussions.set(mergeRequest, [...this.of(mergeRequest), discussion]);
    return discussion;
  }

  #note(
    { body, authorId, at }: NewNote,
    { system = false, resolvable = false }: Partial<Pick<NoteRecord, "system" | "resolvable">> = {},
  ): NoteRecord {
    return {
      id: ++this.#lastNote,
      body,
      authorId,
      createdAt: at,
      updatedAt: at,
      system,
      resolvable,
      resolved: undefined,
    };
  }
}
