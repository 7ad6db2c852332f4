import { type Uri, window } from "vscode";
import { type Disposable, DisposableStore } from "../../../core/base/disposable.ts";
import { readFileUri } from "../../../core/files/uris.ts";
import type { MergeRequestPlace } from "../../../core/mergeRequests/review/place.ts";
import { setContextKey } from "../../../core/ui/contextKeys.ts";
import type { VersionEnds, ViewedFiles } from "./viewedFiles.ts";

/** A changed file of a merge request whose diff is shown. */
export interface ShownFile {
  readonly place: MergeRequestPlace;
  readonly ends: VersionEnds;
  /** As in its change: the new path, or that of a deleted file. */
  readonly path: string;
}

/** Returns the changed file that a document shows; undefined for others, and in outdated versions. */
export function shownFile(uri: Uri | undefined): ShownFile | undefined {
  const file = uri && readFileUri(uri);
  if (!file?.diff || file.diff.outdated === true) return undefined;
  const { instance, project, path, diff } = file;
  const { iid, side, base, head, otherPath } = diff;
  return {
    place: { instance, project, iid },
    ends: { base, head },
    path: side === "new" ? path : (otherPath ?? path),
  };
}

/** Keeps the context key of the diff's buttons up to date. */
export class ViewedKey implements Disposable {
  private readonly owned = new DisposableStore();

  constructor(viewed: ViewedFiles) {
    const update = (): void => {
      const shown = shownFile(window.activeTextEditor?.document.uri);
      const isViewed = shown && viewed.isViewedAt(shown.place, shown.ends, shown.path);
      void setContextKey("forgeline.shownFile", shown === undefined ? "" : isViewed === true ? "viewed" : "notViewed");
    };
    this.owned.add(window.onDidChangeActiveTextEditor(update));
    this.owned.add(viewed.onDidChange(update));
    update();
  }

  dispose(): void {
    this.owned.dispose();
  }
}
