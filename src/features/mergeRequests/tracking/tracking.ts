import { type Disposable, DisposableStore } from "../../../core/base/disposable.ts";
import type { Context } from "../../../core/context.ts";
import type { MergeRequestPlace } from "../../../core/mergeRequests/review/place.ts";
import type { Discussions } from "../review/discussions.ts";
import { ReviewersOnHover } from "./reviewers.ts";
import { ViewedKey } from "./shownFile.ts";
import { TrackedRows } from "./trackedRows.ts";
import { ViewedFiles } from "./viewedFiles.ts";

/** What is kept track of in reviews: viewed files, and threads in rows. */
export class Tracking implements Disposable {
  private readonly owned = new DisposableStore();
  readonly viewed: ViewedFiles;
  readonly rows: TrackedRows;
  private discussions: Discussions | undefined;
  private readonly context: Pick<Context, "report">;
  private readonly review: () => Promise<{ readonly discussions: Pick<Discussions, "get"> }>;
  /** Conversations that were asked for, by place. */
  private readonly wanted = new Set<string>();

  /** @param review loads the conversations */
  constructor(
    context: Pick<Context, "connections" | "projects" | "drafts" | "report" | "marks" | "polling" | "log">,
    review: () => Promise<{ readonly discussions: Pick<Discussions, "get"> }>,
  ) {
    this.context = context;
    this.review = review;
    this.viewed = this.owned.add(new ViewedFiles(context));
    const reviewers = new ReviewersOnHover(context);
    this.rows = this.owned.add(
      new TrackedRows(
        this.viewed,
        (place) => this.discussions?.known(place),
        (ref, signal) => reviewers.read(ref, signal),
      ),
    );
    context.marks.add(this.rows);
    this.owned.add(new ViewedKey(this.viewed));
  }

  /** Shows the threads of these conversations in rows. */
  follow(discussions: Discussions): void {
    this.discussions = discussions;
    this.owned.add(discussions.onDidChange(() => this.rows.update()));
  }

  /** Has the conversation of a merge request read, once, unless it is known. A failure is only reported. */
  want(place: MergeRequestPlace): void {
    const key = JSON.stringify([place.instance, place.project, place.iid]);
    if (this.discussions?.known(place) || this.wanted.has(key)) return;
    this.wanted.add(key);
    void this.review()
      .then(({ discussions }) => discussions.get(place))
      .catch((error: unknown) => this.context.report.background(error, "Read the threads of a merge request"));
  }

  dispose(): void {
    this.owned.dispose();
  }
}
