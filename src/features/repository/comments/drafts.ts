import type { Memory } from "../../../core/base/memory.ts";
import type { FileRef } from "../../../core/files/refs.ts";

/** Where a comment that was typed but not sent belongs. */
export interface DraftPlace extends FileRef {
  /** Counted from 1. */
  readonly line: number;
}

interface Draft extends DraftPlace {
  readonly text: string;
}

const key = "forgeline.commentDrafts";
/** More than anybody leaves unsent; the oldest are forgotten. */
const limit = 50;

/** Comments that could not be sent, kept for the workspace until they are sent or discarded. */
export class CommentDrafts {
  private readonly memory: Memory;

  constructor(memory: Memory) {
    this.memory = memory;
  }

  /** What is unsent in a file. */
  of(file: FileRef): readonly { readonly line: number; readonly text: string }[] {
    return this.all().filter((draft) => sameFile(draft, file));
  }

  async keep(place: DraftPlace, text: string): Promise<void> {
    const { instance, project, path, ref, line } = place;
    await this.memory.update(key, [...this.others(place), { instance, project, path, ref, line, text }].slice(-limit));
  }

  async forget(place: DraftPlace): Promise<void> {
    const others = this.others(place);
    if (others.length < this.all().length) await this.memory.update(key, others.length === 0 ? undefined : others);
  }

  private others(place: DraftPlace): Draft[] {
    return this.all().filter((draft) => draft.line !== place.line || !sameFile(draft, place));
  }

  private all(): Draft[] {
    const kept = this.memory.get(key);
    return Array.isArray(kept) ? kept.filter(isDraft) : [];
  }
}

const sameFile = (a: FileRef, b: FileRef): boolean =>
  a.instance === b.instance && String(a.project) === String(b.project) && a.ref === b.ref && a.path === b.path;

function isDraft(value: unknown): value is Draft {
  if (typeof value !== "object" || value === null) return false;
  const { instance, path, ref, line, text } = value as Readonly<Record<string, unknown>>;
  return [instance, path, ref, text].every((part) => typeof part === "string") && typeof line === "number";
}
