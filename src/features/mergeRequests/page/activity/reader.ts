import { l10n } from "vscode";
import { ApiError } from "../../../../api/errors.ts";
import type { MergeRequest } from "../../../../api/resources/mergeRequestTypes.ts";
import { DisposableStore } from "../../../../core/base/disposable.ts";
import { isCancelled } from "../../../../core/base/errors.ts";
import { type ProjectScope, sameProject } from "../../../../core/base/refs.ts";
import type { Context } from "../../../../core/context.ts";
import type { MergeRequestRef } from "../../../../core/mergeRequests/refs.ts";
import { confirmSuggestions } from "../../../../core/mergeRequests/review/brokenSuggestions.ts";
import { readCommitComments } from "../../../../core/mergeRequests/review/commitComments.ts";
import { authorsOf, type Conversation } from "../../../../core/mergeRequests/review/conversation.ts";
import type { MergeRequestPlace } from "../../../../core/mergeRequests/review/place.ts";
import { emojiNames, withEmoji } from "../../../../core/people/emoji.ts";
import { describeError } from "../../../../core/ui/describeError.ts";
import type { Offer, TypedWord } from "../../../../core/webview/completionMessages.ts";
import { projectPage } from "../../../../core/webview/links.ts";
import type { RenderedText } from "../../../../core/webview/markdown.ts";
import { PageTexts } from "../../../../core/webview/pageTexts.ts";
import type { Discussions } from "../../review/discussions.ts";
import type { CommentOffers } from "../../review/offers.ts";
import type { PendingReviews } from "../../review/pendingReviews.ts";
import { CommentBoxes } from "./boxes.ts";
import type { Activity, CommitComments } from "./model.ts";

export type ActivityContext = Pick<Context, "changes" | "connections" | "report" | "drafts">;

/** What was said, and what waits to be said. */
export interface Talk {
  readonly discussions: Discussions;
  readonly pending: PendingReviews;
  readonly offers: Pick<CommentOffers, "find">;
}

/** Reads what was said on a merge request, for its page. */
export class ActivityReader {
  readonly boxes: CommentBoxes;
  readonly place: MergeRequestPlace;
  private readonly context: ActivityContext;
  private readonly owned = new DisposableStore();
  /** The user's review that is not submitted yet. */
  readonly pending: PendingReviews;
  private readonly discussions: Discussions;
  private readonly offers: Talk["offers"];
  private readonly changed: () => void;
  private commits: readonly CommitComments[] | undefined;
  private failure: string | undefined;
  /** State of the merge request when its conversation was read. */
  private readFor: string | undefined;
  private readonly texts: PageTexts;
  private renderedFor: { readonly page: string | undefined; readonly hasEmoji: boolean } | undefined;
  private isForgotten = false;

  constructor(
    context: ActivityContext,
    ref: MergeRequestRef,
    { discussions, pending, offers }: Talk,
    changed: () => void,
  ) {
    const { instance, project, mergeRequest } = ref;
    this.context = context;
    this.place = { instance, project, iid: mergeRequest.iid };
    this.discussions = discussions;
    this.pending = pending;
    this.offers = offers;
    this.changed = changed;
    this.texts = new PageTexts(changed);
    this.boxes = new CommentBoxes(
      context,
      () => context.connections.get(instance).client.hostTime(),
      changed,
      (text) => confirmSuggestions(context, this.place, text),
    );
    const isHere = (place: { readonly iid?: number } & ProjectScope): boolean =>
      place.iid === this.place.iid && sameProject(place, this.place);
    this.owned.add(discussions.onDidChange((place) => isHere(place) && changed()));
    this.owned.add(context.changes.event((change) => change.subject === "review" && isHere(change) && changed()));
  }

  /** Returns what is shown. @param mergeRequest as far as known */
  value(mergeRequest: MergeRequestRef["mergeRequest"]): Activity {
    const { instance } = this.place;
    if (typeof mergeRequest.id === "number") this.boxes.restore(`${instance} ${mergeRequest.id}`);
    return {
      conversation: this.conversation,
      missing: this.discussions.available(this.place) === false,
      commits: this.commits,
      problem: this.failure,
      pending: this.isForgotten ? 0 : this.pending.count(this.place),
      pendingComments: this.isForgotten
        ? []
        : this.pending.comments(this.place).map((one) => ({ ...one, text: this.pending.shownText(this.place, one) })),
      // Nobody writes before what was written earlier is shown.
      user: this.boxes.restored ? this.context.connections.get(instance).session?.user : undefined,
      unsent: this.boxes.filled,
      box: (name) => this.boxes.box(name),
      render: (text) => this.render(text, projectPage(instance, mergeRequest.web_url)),
    };
  }

  /** The conversation as it was last read. */
  get conversation(): Conversation | undefined {
    return this.isForgotten ? undefined : this.discussions.known(this.place);
  }

  /** Returns what completes a name in a box; first of all the people of the merge request. @throws CancelledError */
  complete(
    { author, assignees, reviewers }: MergeRequestRef["mergeRequest"],
    typed: TypedWord,
    signal: AbortSignal,
  ): Promise<readonly Offer[]> {
    const people = [...authorsOf(this.conversation), author, ...(assignees ?? []), ...(reviewers ?? [])];
    return this.offers.find(
      this.place,
      typed,
      people.filter((one) => one != null),
      signal,
    );
  }

  /** Reads the conversation; a failure is shown in its section. */
  async read(signal: AbortSignal): Promise<void> {
    if (this.discussions.available(this.place) === false) return;
    try {
      await this.discussions.read(this.place);
      if (signal.aborted) return;
      this.isForgotten = false;
      this.failure = undefined;
    } catch (error) {
      if (isCancelled(error) || signal.aborted) return;
      if (this.discussions.available(this.place) !== false) this.fail(error);
    }
    this.changed();
  }

  /** Takes over the merge request that was just read. @returns whether the conversation may have changed since it was read */
  isNews({ updated_at: updated, user_notes_count: notes }: MergeRequest): boolean {
    const before = this.readFor;
    this.readFor = JSON.stringify([updated, notes]);
    return before !== undefined && before !== this.readFor;
  }

  /** Reads the comments on the commits, on hosts without discussions. */
  async readCommits(mergeRequest: MergeRequest, signal: AbortSignal): Promise<void> {
    if (this.discussions.available(this.place) !== false) return;
    const { instance, project } = this.place;
    const { client } = this.context.connections.get(instance);
    try {
      const read = (await readCommitComments(client, project, mergeRequest, signal)).map(({ comments, ...commit }) => ({
        ...commit,
        comments: comments.map(({ note, author, created_at }) => ({ body: note, author, created_at })),
      }));
      this.commits = read;
      this.failure = undefined;
    } catch (error) {
      if (isCancelled(error) || signal.aborted) throw error;
      this.fail(error);
    }
    this.changed();
  }

  /** Forgets what another account read. */
  forget(): void {
    this.isForgotten = true;
    this.commits = this.failure = this.readFor = undefined;
    this.texts.clear();
  }

  dispose(): void {
    this.boxes.dispose();
    this.texts.dispose();
    this.owned.dispose();
  }

  private fail(error: unknown): void {
    this.context.report.background(error, "Read the conversation of a merge request");
    this.failure =
      error instanceof ApiError && error.kind === "forbidden"
        ? l10n.t("Your account cannot read the comments on this merge request.")
        : describeError(error).message;
  }

  private render(text: string, page: string | undefined): RenderedText {
    const hasEmoji = emojiNames.loaded !== undefined;
    if (page !== this.renderedFor?.page || hasEmoji !== this.renderedFor?.hasEmoji) this.texts.clear();
    this.renderedFor = { page, hasEmoji };
    return this.texts.render(text, {
      instance: this.place.instance,
      project: page,
      suggestion: l10n.t("Suggested change"),
      emoji: withEmoji,
    });
  }
}
