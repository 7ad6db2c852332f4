import { DraftStore } from "../../src/core/base/drafts.ts";

/** The drafts of a window that is reloaded: the next one begins before it has ended. @param failed called with what could not be written */
export class ReloadedWindow {
  private readonly open = new Set(["ending", "next"]);
  readonly ending: DraftStore;
  readonly next: DraftStore;

  constructor(storage: string, failed: (error: unknown) => void) {
    const storeOf = (own: string): DraftStore =>
      new DraftStore({ storage, workspace: [], failed, mark: { own, hasEnded: (mark) => !this.open.has(mark) } });
    this.ending = storeOf("ending");
    this.next = storeOf("next");
  }

  /** The window that is reloaded ends. */
  end(): void {
    this.open.delete("ending");
  }
}
