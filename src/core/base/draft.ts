import type { DraftKind, DraftStore } from "./drafts.ts";

/** An editable draft, stored with every change until it is sent. */
export class Draft<D extends object> {
  now: D;
  private readonly keep: (draft: D | undefined) => Promise<void>;

  constructor(initial: D, keep: (draft: D | undefined) => Promise<void>) {
    this.now = initial;
    this.keep = keep;
  }

  change(part: Partial<D>): D {
    this.now = { ...this.now, ...part };
    void this.keep(this.now);
    return this.now;
  }

  async forget(): Promise<void> {
    await this.keep(undefined);
  }
}

/** Returns the editable draft of a key. @param initial returns its start value, given the stored draft */
export const editDraft = <D extends object>(
  drafts: Pick<DraftStore, "get" | "keepQuietly">,
  kind: DraftKind<D>,
  key: string,
  initial: (kept: D | undefined) => D,
): Draft<D> => new Draft(initial(drafts.get(kind, key)), (draft) => drafts.keepQuietly(kind, key, draft));

/** A text that is kept while it is typed. */
export interface KeptText {
  /** What was typed before. */
  readonly value: string | undefined;
  readonly onType: (text: string) => void;
  /** Called once it is sent. */
  readonly sent: () => Promise<void>;
}

/** Keeps what is typed into a box until it is sent. */
export const keepText = (
  drafts: Pick<DraftStore, "get" | "keepQuietly">,
  kind: DraftKind<string>,
  key: string,
): KeptText => ({
  value: drafts.get(kind, key),
  onType: (text) => void drafts.keepQuietly(kind, key, text.trim() === "" ? undefined : text),
  sent: () => drafts.keepQuietly(kind, key, undefined),
});
