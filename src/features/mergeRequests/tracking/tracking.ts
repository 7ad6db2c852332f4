import { type Disposable, DisposableStore } from "../../../core/base/disposable.ts";
import type { Context } from "../../../core/context.ts";
import type { Discussions } from "../review/discussions.ts";
import { ViewedKey } from "./shownFile.ts";
import { TrackedRows } from "./trackedRows.ts";
import { ViewedFiles } from "./viewedFiles.ts";

/** What is kept track of in reviews: viewed files, and threads in rows. */
export class Tracking implements Disposable {
  private readonly owned = new DisposableStore();
  readonly viewed: ViewedFiles;
  private readonly rows: TrackedRows;
  private discussions: Discussions | undefined;

  constructor(context: Pick<Context, "connections" | "projects" | "drafts" | "report" | "marks">) {
    this.viewed = this.owned.add(new ViewedFiles(context));
    this.rows = this.owned.add(new TrackedRows(this.viewed, (place) => this.discussions?.known(place)));
    context.marks.add(this.rows);
    this.owned.add(new ViewedKey(this.viewed));
  }

  /** Shows the threads of these conversations in rows. */
  follow(discussions: Discussions): void {
    this.discussions = discussions;
    this.owned.add(discussions.onDidChange(() => this.rows.update()));
  }

  dispose(): void {
    this.owned.dispose();
  }
}
