import { type Disposable, DisposableStore } from "../../../core/base/disposable.ts";
import type { Tracking } from "../tracking/tracking.ts";
import { Discussions } from "./discussions.ts";
import { type ReviewContext, ReviewThreads } from "./reviewThreads.ts";

/** What reviews consist of: the conversations of merge requests, and their threads in diffs. */
export class Review implements Disposable {
  private readonly owned = new DisposableStore();
  readonly discussions: Discussions;
  readonly threads: ReviewThreads;

  constructor(context: ReviewContext, tracking: Tracking) {
    this.discussions = this.owned.add(new Discussions(context));
    tracking.follow(this.discussions);
    this.threads = this.owned.add(new ReviewThreads(context, this.discussions));
  }

  dispose(): void {
    this.owned.dispose();
  }
}
