import type { Memory } from "../base/memory.ts";

/** A text that was written and is not on the host. */
export interface Draft {
  readonly text: string;
  /** What the host had when it was begun; absent when it had nothing. */
  readonly base?: string;
  /** The document it was written in. */
  readonly uri?: string;
}

/** Texts that were written and not sent, by what they are of. */
export class Drafts {
  private readonly memory: Memory;
  private readonly kept: string;

  /** @param kept the memory's key for all of them */
  constructor(memory: Memory, kept: string) {
    this.memory = memory;
    this.kept = kept;
  }

  get(key: string): Draft | undefined {
    const draft = this.all()[key] as Partial<Draft> | undefined;
    if (typeof draft?.text !== "string") return undefined;
    const { text, base, uri } = draft;
    return { text, ...(typeof base === "string" && { base }), ...(typeof uri === "string" && { uri }) };
  }

  /** What there are drafts of. */
  get keys(): readonly string[] {
    return Object.keys(this.all());
  }

  async keep(key: string, draft: Draft): Promise<void> {
    await this.memory.update(this.kept, { ...this.all(), [key]: draft });
  }

  async drop(key: string): Promise<void> {
    const { [key]: had, ...others } = this.all();
    if (had !== undefined) await this.memory.update(this.kept, Object.keys(others).length === 0 ? undefined : others);
  }

  private all(): Readonly<Record<string, unknown>> {
    const stored = this.memory.get(this.kept);
    return typeof stored === "object" && stored !== null ? (stored as Readonly<Record<string, unknown>>) : {};
  }
}
