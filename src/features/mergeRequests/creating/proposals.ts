import type { Disposable } from "../../../core/base/disposable.ts";
import type { Drafts } from "../../../core/base/drafts.ts";
import { Emitter } from "../../../core/base/events.ts";
import { lookForLeft } from "../../../core/base/leftDrafts.ts";
import { keyOf, type NewMergeRequestRef, type Proposal, proposals } from "./proposal.ts";

/** What changed a proposal: its page, or the document of its description. */
export type ChangedBy = "page" | "document";

/** The merge requests that are being created: what was entered is on disk with every change. */
export class Proposals {
  private readonly drafts: Pick<Drafts, "get" | "keepQuietly" | "mayBeLeft" | "takeLeft">;
  private readonly emitter = new Emitter<{ readonly ref: NewMergeRequestRef; readonly by: ChangedBy }>();
  readonly onDidChange = this.emitter.event;

  constructor(drafts: Pick<Drafts, "get" | "keepQuietly" | "mayBeLeft" | "takeLeft">) {
    this.drafts = drafts;
  }

  get(ref: NewMergeRequestRef): Proposal | undefined {
    return this.drafts.get(proposals, keyOf(ref));
  }

  /** Looks for what a window left that had not ended when this one began. */
  lookForLeft(ref: NewMergeRequestRef, found: (left: Proposal) => void): Disposable {
    return lookForLeft(this.drafts, proposals, keyOf(ref), (left) => {
      found(left);
      // An open document of its description reads it, too.
      this.emitter.fire({ ref, by: "page" });
    });
  }

  /** Keeps a proposal. A failure is only reported. */
  async keep(ref: NewMergeRequestRef, proposal: Proposal, by: ChangedBy): Promise<void> {
    const kept = this.drafts.keepQuietly(proposals, keyOf(ref), proposal);
    this.emitter.fire({ ref, by });
    await kept;
  }

  /** Removes a proposal that was created or discarded. */
  async forget(ref: NewMergeRequestRef): Promise<void> {
    const forgotten = this.drafts.keepQuietly(proposals, keyOf(ref), undefined);
    this.emitter.fire({ ref, by: "page" });
    await forgotten;
  }

  dispose(): void {
    this.emitter.dispose();
  }
}
