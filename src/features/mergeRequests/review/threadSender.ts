import { type CommentReply, CommentThreadCollapsibleState, type CommentThread, l10n, workspace } from "vscode";
import { isOutcomeUnknown } from "../../../api/errors.ts";
import type { NewDiffPosition } from "../../../api/resources/discussionTypes.ts";
import { isCancelled, UserError } from "../../../core/base/errors.ts";
import { sinceNow } from "../../../core/commands/runWrite.ts";
import { confirmSuggestions } from "../../../core/mergeRequests/review/brokenSuggestions.ts";
import { positionOf } from "../../../core/mergeRequests/review/positions.ts";
import { readVersion } from "../../../core/mergeRequests/review/version.ts";
import { editNote, replyTo, setResolved, startThread } from "../../../core/mergeRequests/review/write.ts";
import { notice } from "../../../core/ui/notice.ts";
import { withProgress } from "../../../core/ui/progress.ts";
import type { TypedTexts } from "../../../core/ui/typedTexts.ts";
import {
  type DraftComment,
  draftComment,
  isDraft,
  isSending,
  sendingComment,
  setComments,
  typedText,
} from "../../../core/ui/unsentComment.ts";
import { type DiffThreads, lastLineOf } from "./diffThreads.ts";
import type { Discussions } from "./discussions.ts";
import type { EditedBoxes } from "./editedBoxes.ts";
import type { PendingReviews } from "./pendingReviews.ts";
import type { ReviewContext, ReviewThreads } from "./reviewThreads.ts";
import type { NoteComment } from "./shownNote.ts";
import { isPendingNote, type PendingNote } from "./shownPending.ts";
import { type ReviewMode, stayingText, type ThreadDraft, unsentText } from "./threadDrafts.ts";

interface SenderParts {
  readonly context: ReviewContext;
  readonly discussions: Discussions;
  readonly pending: PendingReviews;
  readonly threads: ReviewThreads;
  readonly boxes: EditedBoxes;
  readonly typed: Pick<TypedTexts<unknown>, "taken">;
}

/** Sends what is written in threads; what could not be sent stays there. */
export class ThreadSender {
  private readonly context: ReviewContext;
  private readonly discussions: Discussions;
  private readonly pending: PendingReviews;
  private readonly threads: ReviewThreads;
  private readonly boxes: EditedBoxes;
  private readonly typed: SenderParts["typed"];

  constructor({ context, discussions, pending, threads, boxes, typed }: SenderParts) {
    this.context = context;
    this.discussions = discussions;
    this.pending = pending;
    this.threads = threads;
    this.boxes = boxes;
    this.typed = typed;
  }

  /** Sends a reply or starts a thread. @throws ApiError, UserError; the text then stays in the thread */
  async send({ thread, text }: CommentReply, resolve = false): Promise<void> {
    if (text.trim() === "") throw new UserError(l10n.t("Enter a comment."));
    await this.post(thread, text);
    const subject = this.threads.subjectOf(thread);
    if (resolve && subject?.discussion !== undefined)
      await setResolved(this.context, subject.place, subject.discussion, true);
  }

  /**
   * Keeps a text in a thread as an unsent comment, after what stands in the one that is there.
   * @param block added below the text, on lines of its own, with the number of lines in it that are selected
   */
  async keep(
    thread: CommentThread,
    text: string,
    block?: { readonly text: string; readonly lines: number },
  ): Promise<void> {
    const threads = this.threads.threadsIn(thread.uri);
    if (!threads) throw closedError();
    const { place } = threads.document;
    threads.keepUnsent(thread);
    const at = threads.draftPlaceOf(thread);
    const shown = thread.comments.find(isDraft);
    const before = shown ? this.boxes.textsOf(typedText(shown)) : [];
    // The box of the unsent comment may be the one that the text is from.
    const texts = [...before.filter((one) => one !== text), text].filter((one) => one.trim() !== "");
    const unsent = block ? [...texts.map((one) => one.trimEnd()), `${block.text}\n`].join("\n\n") : texts.join("\n\n");
    // What another window keeps here stays, too.
    const keptWith = (kept: ThreadDraft | undefined) => ({
      text: unsent,
      other: stayingText(kept, unsent, undefined, shown?.kept),
      review: kept?.review,
    });
    const whole = unsentText(keptWith(this.threads.drafts.get(place, at)));
    if (block) {
      const first = whole.split("\n").length - block.text.split("\n").length;
      this.boxes.select(whole, first, block.lines);
    }
    setComments(thread, [
      ...thread.comments.filter((comment) => !isDraft(comment)),
      draftComment(thread, whole, this.threads.authorIn(place), false),
    ]);
    await this.threads.drafts.change(place, at, keptWith);
  }

  /** Adds a comment to the review, or starts it with one. @throws ApiError, UserError; the text then stays in the thread */
  async addToReview({ thread, text }: CommentReply, review: ReviewMode): Promise<void> {
    if (text.trim() === "") throw new UserError(l10n.t("Enter a comment."));
    await this.post(thread, text, review);
  }

  /** Sends an unsent comment again. @throws ApiError, UserError; the text then stays in the thread */
  async sendAgain(draft: DraftComment): Promise<void> {
    const thread = draft.draft;
    const threads = this.threads.threadsIn(thread.uri);
    const kept = threads && this.threads.drafts.get(threads.document.place, threads.draftPlaceOf(thread));
    const reply = { thread, text: typedText(draft) };
    if (kept?.review === undefined) await this.send(reply);
    else await this.addToReview(reply, kept.review);
  }

  /** Removes an unsent comment. */
  async discard(draft: DraftComment): Promise<void> {
    const thread = draft.draft;
    const threads = this.threads.threadsIn(thread.uri);
    if (!threads) return;
    threads.removeDraft(draft);
    // What another window keeps here is not the text that was discarded.
    await this.threads.drafts.change(threads.document.place, threads.draftPlaceOf(thread), (kept) =>
      kept && unsentText(kept) === draft.kept ? undefined : kept,
    );
    this.threads.show(threads);
  }

  /** Sends the changed text of a comment. @throws ApiError, UserError; the text then stands in an editor again, since VS Code closes it */
  async save(comment: NoteComment | PendingNote): Promise<void> {
    const text = typedText(comment);
    const { place } = comment;
    try {
      if (text.trim() === "") throw new UserError(l10n.t("Enter a comment, or delete it."));
      if (isPendingNote(comment)) {
        const { pending } = comment;
        if (text !== pending.text) {
          await confirmSuggestions(this.context, place, text);
          await this.pending.edit(place, pending, text);
        }
      } else if (text !== comment.note.body) {
        await confirmSuggestions(this.context, place, text);
        await editNote(this.context, place, { discussion: comment.discussion, note: comment.note.id }, text);
      }
    } catch (error) {
      this.threads.edit(comment, true, text);
      throw error;
    }
    this.threads.saved(comment, text);
    if (isPendingNote(comment)) return;
    await this.discussions.get(place);
    this.threads.showAll(place);
  }

  /** @param review whether it is added to the review instead of being sent */
  private async post(thread: CommentThread, text: string, review?: ReviewMode): Promise<void> {
    const threads = this.threads.threadsIn(thread.uri);
    // What is shown may change while it is sent.
    const others = () => thread.comments.filter((comment) => !isDraft(comment) && !isSending(comment));
    if (!threads) throw closedError();
    const { place } = threads.document;
    const at = threads.draftPlaceOf(thread);
    const author = this.threads.authorIn(place);
    const { client } = this.context.connections.get(place.instance);
    const { drafts } = this.threads;
    // An unsent comment that is kept is shown by all windows of the workspace.
    const shown = thread.comments.find(isDraft);
    // A reply leaves the unsent comment of its thread.
    const beside = shown ? this.boxes.textsOf(typedText(shown)) : [];
    let other = beside.length === 0 || beside.includes(text) ? undefined : beside.join("\n\n");
    let since: number | undefined;
    /** Keeps the text before it is sent, and looks whether another window has sent it. */
    const begin = (): Promise<void> =>
      drafts.change(place, at, (kept) => {
        if (kept?.text === text && kept.review === review) since = kept.since;
        else if (kept === undefined && shown !== undefined) since ??= shownSince(shown, client.hostTime);
        other = stayingText(kept, text, other, shown?.kept);
        return { text, since, other, review };
      });
    const keep = (sentAt: number | undefined): Promise<void> =>
      drafts.change(place, at, (kept) => {
        other = stayingText(kept, text, other, shown?.kept);
        return { text, since: sentAt, other, review };
      });
    threads.keepUnsent(thread);
    setComments(thread, [...others(), sendingComment(text, author)]);
    let sentAt: number | undefined;
    try {
      await confirmSuggestions(this.context, place, text);
      const made = await withProgress(
        review === undefined ? l10n.t("Sending the comment…") : l10n.t("Adding the comment to your review…"),
        async (within, step) => {
          await begin();
          this.typed.taken(text);
          const send = async () => {
            const position = at.discussion === undefined ? await this.newPosition(thread, threads, within) : undefined;
            sentAt = since ?? sinceNow(client.hostTime);
            // A window that closes while it is sent shows it again, as one that may be there.
            await keep(sentAt);
            if (review !== undefined) {
              const comment = { text, discussion: at.discussion, position, resolves: review === "resolve" };
              await this.pending.add(place, comment, { within, since });
              return "pending";
            }
            if (at.discussion !== undefined) {
              const note = await replyTo(this.context, place, at.discussion, text, { within, since });
              return note && { discussion: at.discussion };
            }
            const started = await startThread(this.context, place, text, position, { within, since });
            return started && { discussion: started.id };
          };
          if (shown === undefined) return send();
          const waiting = (): void => step(l10n.t("Waiting for another window…"));
          return this.pending.alone(place, { signal: within, waiting }, async () => {
            await begin();
            return send();
          });
        },
        { writes: true },
      );
      // Another window may keep another text here.
      await drafts.change(place, at, (kept) => {
        if (kept?.text === text) return kept.other === undefined ? undefined : { text: kept.other };
        return kept?.other === text ? { ...kept, other: undefined } : kept;
      });
      setComments(thread, others());
      if (made === undefined) notice(l10n.t("The quick actions were applied."));
      else if (made !== "pending") threads.adopt(thread, made.discussion);
    } catch (error) {
      const isUnknown = isCancelled(error) || isOutcomeUnknown(error);
      const unanswered = isUnknown ? sentAt : since;
      const stays = (kept: ThreadDraft | undefined) => {
        const rest = stayingText(kept, text, kept?.text === text ? kept.other : other, shown?.kept);
        return { text: unsentText({ text, other: rest }), since: unanswered, review };
      };
      const left = stays(drafts.get(place, at)).text;
      setComments(thread, [...others(), draftComment(thread, left, author, unanswered !== undefined)]);
      thread.collapsibleState = CommentThreadCollapsibleState.Expanded;
      await drafts.change(place, at, stays);
      throw error;
    }
    await this.discussions
      .get(place)
      .catch((error: unknown) => this.context.report.background(error, "Read the threads of a merge request"));
    this.threads.show(threads);
    if (thread.comments.length === 0) threads.drop(thread);
  }

  /** Reads the version that a new thread is on, and returns its position. @throws ApiError, UserError */
  private async newPosition(
    { range, uri }: CommentThread,
    { document: { place, file } }: DiffThreads,
    signal: AbortSignal,
  ): Promise<NewDiffPosition> {
    const document = workspace.textDocuments.find((one) => one.uri.toString() === uri.toString());
    if (range && document && range.end.line > lastLineOf(document))
      throw new UserError(
        l10n.t("The file has no line {0}. Comment on one of its lines. Your text is kept.", range.end.line + 1),
      );
    const { client } = this.context.connections.get(place.instance);
    const version = await readVersion(client, place.project, file, range === undefined, signal);
    const span = range && { start: range.start.line + 1, end: range.end.line + 1 };
    return positionOf(file, version.shas, version.lines, span);
  }
}

/** Returns since when another window may have sent an unsent comment that is shown here. @param hostTime returns the time by the host's clock */
const shownSince = ({ shownAt }: DraftComment, hostTime: () => number): number =>
  sinceNow(hostTime) - (Date.now() - shownAt);

const closedError = (): UserError =>
  new UserError(l10n.t("The diff of this thread was closed. Open the changes again."));
