import { window } from "vscode";
import { type Disposable, DisposableStore } from "../../../core/base/disposable.ts";
import { FILE_SCHEME } from "../../../core/files/address.ts";
import type { CommitComments, CommitCommentsOptions } from "./commitComments.ts";

/** Loads VS Code's comments for commits with the first file of a commit that is shown, and no earlier. */
export class CommentsOnDemand implements Disposable {
  private readonly owned = new DisposableStore();
  private readonly options: CommitCommentsOptions;
  private loading: Promise<CommitComments> | undefined;

  constructor(options: CommitCommentsOptions) {
    this.options = options;
    const look = (): void => {
      if (
        this.loading === undefined &&
        window.visibleTextEditors.some(({ document }) => document.uri.scheme === FILE_SCHEME)
      )
        void this.load();
    };
    this.owned.add(window.onDidChangeVisibleTextEditors(look));
    look();
  }

  load(): Promise<CommitComments> {
    return (this.loading ??= import("./commitComments.ts").then(({ CommitComments }) =>
      this.owned.add(new CommitComments(this.options)),
    ));
  }

  dispose(): void {
    this.owned.dispose();
  }
}
