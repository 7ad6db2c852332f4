import { window } from "vscode";
import { FILE_SCHEME } from "../../../core/addresses/schemes.ts";
import { type Disposable, DisposableStore } from "../../../core/base/disposable.ts";
import { onceLoaded } from "../../../core/base/onceLoaded.ts";
import type { Load } from "../../../core/feature.ts";
import type { CommitComments, CommitCommentsOptions } from "./commitComments.ts";

/** Loads the comments on commits when the first file of a commit is shown. */
export class CommentsOnDemand implements Disposable {
  private readonly owned = new DisposableStore();
  private readonly options: CommitCommentsOptions;
  private readonly code: Load<{ readonly CommitComments: typeof CommitComments }>;
  /** Loads the comments once. */
  readonly load = onceLoaded(async () => this.owned.add(new (await this.code()).CommitComments(this.options)));
  private requested = false;

  /** @param code loads the code of the feature */
  constructor(options: CommitCommentsOptions, code: Load<{ readonly CommitComments: typeof CommitComments }>) {
    this.options = options;
    this.code = code;
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
