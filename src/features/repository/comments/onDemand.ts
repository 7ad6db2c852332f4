import { window } from "vscode";
import { FILE_SCHEME } from "../../../core/addresses/schemes.ts";
import { type Disposable, DisposableStore } from "../../../core/base/disposable.ts";
import { onceLoaded } from "../../../core/base/onceLoaded.ts";
import type { Load } from "../../../core/feature.ts";
import type { CommitComments, CommitCommentsOptions } from "./commitComments.ts";

/** Loads VS Code's comments for commits with the first file of a commit that is shown, and no earlier. */
export class CommentsOnDemand implements Disposable {
  private readonly owned = new DisposableStore();
  private readonly options: CommitCommentsOptions;
  private readonly code: Load<{ readonly CommitComments: typeof CommitComments }>;
  /** Loads them unless they are there. */
  readonly load = onceLoaded(async () => this.owned.add(new (await this.code()).CommitComments(this.options)));
  private wanted = false;

  /** @param code the code of the repository */
  constructor(options: CommitCommentsOptions, code: Load<{ readonly CommitComments: typeof CommitComments }>) {
    this.options = options;
    this.code = code;
    const look = (): void => {
      if (this.wanted || !window.visibleTextEditors.some(({ document }) => document.uri.scheme === FILE_SCHEME)) return;
      this.wanted = true;
      // After a failure the next file that is shown tries again.
      this.load().catch(() => (this.wanted = false));
    };
    this.owned.add(window.onDidChangeVisibleTextEditors(look));
    look();
  }

  dispose(): void {
    this.owned.dispose();
  }
}
