import assert from "node:assert/strict";
import { DraftStore } from "../../src/core/base/drafts.ts";

/** The drafts of a window that is reloaded: the next one begins before it has ended. */
export class ReloadedWindow {
  private readonly open = new Set(["ending", "next"]);
  readonly ending: DraftStore;
  readonly next: DraftStore;

  constructor(storage: string) {
    const failed = (error: unknown): void => assert.fail(String(error));
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
