import { type TextEditor, window } from "vscode";
import { FILE_SCHEME } from "../addresses/schemes.ts";
import { type Disposable, DisposableStore } from "../base/disposable.ts";
import { onceLoaded } from "../base/onceLoaded.ts";
import type { CurrentProject } from "../currentProject.ts";

/** Loads what shows comments when the first file of the host is shown, or the first of a clone that is connected. */
export class CommentsOnDemand<T extends Disposable> implements Disposable {
  private readonly owned = new DisposableStore();
  /** Loads it once. */
  readonly load: () => Promise<T>;
  private requested = false;

  /** @param code loads the code and opens it @param current the open project, if comments are shown in files on disk as well */
  constructor(code: () => Promise<T>, current?: CurrentProject) {
    this.load = onceLoaded(async () => this.owned.add(await code()));
    const isShown = ({ document: { uri } }: TextEditor): boolean =>
      uri.scheme === FILE_SCHEME || (uri.scheme === "file" && current?.value.kind === "ready");
    const look = (): void => {
      if (this.requested || !window.visibleTextEditors.some(isShown)) return;
      this.requested = true;
      // Retried with the next file that is shown.
      this.load().catch(() => (this.requested = false));
    };
    this.owned.add(window.onDidChangeVisibleTextEditors(look));
    if (current) this.owned.add(current.onDidChange(look));
    look();
  }

  dispose(): void {
    this.owned.dispose();
  }
}
