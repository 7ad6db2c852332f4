import { window } from "vscode";
import { FILE_SCHEME } from "../addresses/schemes.ts";
import { type Disposable, DisposableStore } from "../base/disposable.ts";
import { onceLoaded } from "../base/onceLoaded.ts";

/** Loads what shows comments when the first file of the host is shown. */
export class CommentsOnDemand<T extends Disposable> implements Disposable {
  private readonly owned = new DisposableStore();
  /** Loads it once. */
  readonly load: () => Promise<T>;
  private requested = false;

  /** @param code loads the code and opens it */
  constructor(code: () => Promise<T>) {
    this.load = onceLoaded(async () => this.owned.add(await code()));
    const look = (): void => {
      if (this.requested || !window.visibleTextEditors.some(({ document }) => document.uri.scheme === FILE_SCHEME))
        return;
      this.requested = true;
      // Retried with the next file that is shown.
      this.load().catch(() => (this.requested = false));
    };
    this.owned.add(window.onDidChangeVisibleTextEditors(look));
    look();
  }

  dispose(): void {
    this.owned.dispose();
  }
}
