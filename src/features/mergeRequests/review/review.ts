import { languages, type Uri } from "vscode";
import { type Disposable, DisposableStore } from "../../../core/base/disposable.ts";
import type { MergeRequestPlace } from "../../../core/mergeRequests/review/place.ts";
import { boxSelector } from "../../../core/ui/commentBoxes.ts";
import type { Tracking } from "../tracking/tracking.ts";
import { attachToComments } from "./attachments.ts";
import { placeOfBox } from "./boxPlace.ts";
import { CheckedOut } from "./checkedOut.ts";
import { CommentCompletion } from "./completion.ts";
import { Discussions } from "./discussions.ts";
import { EditedBoxes } from "./editedBoxes.ts";
import { CommentOffers } from "./offers.ts";
import { PendingReviews } from "./pendingReviews.ts";
import { type ReviewContext, ReviewThreads } from "./reviewThreads.ts";
import { ThreadSender } from "./threadSender.ts";
import { typedComments } from "./typedComments.ts";
import { WorkingThreads } from "./workingThreads.ts";

/** What reviews consist of: the conversations of merge requests, what waits to be submitted, and the threads in diffs. */
export class Review implements Disposable {
  private readonly owned = new DisposableStore();
  readonly discussions: Discussions;
  readonly pending: PendingReviews;
  readonly threads: ReviewThreads;
  readonly offers: CommentOffers;
  readonly sender: ThreadSender;

  constructor(context: ReviewContext, tracking: Tracking) {
    this.discussions = this.owned.add(new Discussions(context));
    tracking.follow(this.discussions);
    this.pending = this.owned.add(new PendingReviews(context, this.discussions));
    this.threads = this.owned.add(new ReviewThreads(context, this.discussions, this.pending));
    const { discussions, pending, threads } = this;
    const checkedOut = this.owned.add(new CheckedOut(context));
    this.owned.add(new WorkingThreads({ context, checkedOut, discussions, pending, threads }));
    const place = (box: Uri): MergeRequestPlace | undefined => placeOfBox(threads, box);
    this.offers = new CommentOffers(context);
    const completion = new CommentCompletion(this.offers, discussions, place);
    this.owned.add(languages.registerCompletionItemProvider(boxSelector, completion, "@", ":"));
    this.owned.add(attachToComments(context, place));
    const boxes = this.owned.add(new EditedBoxes());
    const typed = this.owned.add(typedComments(context, threads, boxes));
    this.sender = new ThreadSender({ context, discussions, pending, threads, boxes, typed });
  }

  dispose(): void {
    this.owned.dispose();
  }
}
