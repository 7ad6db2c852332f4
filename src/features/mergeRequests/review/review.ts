import { type Disposable, DisposableStore } from "../../../core/base/disposable.ts";
import { Discussions } from "./discussions.ts";
import { type ReviewContext, ReviewThreads } from "./reviewThreads.ts";

/** What reviews consist of: the conversations of merge requests, and their threads in diffs. */
export class Review implements Disposable {
  private readonly owned = new DisposableStore();
  readonly discussions: Discussions;
  readonly threads: ReviewThreads;

  constructor(context: ReviewContext) {
    this.discussions = this.owned.add(new Discussions(context));
    this.threads = this.owned.add(new ReviewThreads(context, this.discussions));
  }

  dispose(): void {
    this.owned.dispose();
  }
}
