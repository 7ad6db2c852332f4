import {
  CommentMode,
  type CommentReply,
  comments,
  type CommentThread,
  CommentThreadCollapsibleState,
  l10n,
  type TextDocument,
  type Uri,
  window,
  workspace,
} from "vscode";
import { ApiError } from "../../../api/errors.ts";
import type { DiffPosition, NewDiffPosition } from "../../../api/resources/discussionTypes.ts";
import { type Disposable, DisposableStore } from "../../../core/base/disposable.ts";
import { isCancelled, UserError } from "../../../core/base/errors.ts";
import { sameProject } from "../../../core/base/refs.ts";
import { sinceNow } from "../../../core/commands/runWrite.ts";
import type { Context } from "../../../core/context.ts";
import { readFileUri } from "../../../core/files/uris.ts";
import { setContextKey } from "../../../core/ui/contextKeys.ts";
import { DrawnComments } from "../../../core/ui/drawnComments.ts";
import { notice } from "../../../core/ui/notice.ts";
import { withProgress } from "../../../core/ui/progress.ts";
import {
  type DraftComment,
  draftComment,
  isDraft,
  isSending,
  sendingComment,
  typedText,
} from "../../../core/ui/unsentComment.ts";
import { type DiffDocument, DiffThreads, wholeRange } from "./diffThreads.ts";
import type { Discussions } from "./discussions.ts";
import type { PendingComment, PendingReviews } from "./pendingReviews.ts";
import type { MergeRequestPlace } from "./place.ts";
import { positionOf } from "./positions.ts";
import { isNote, type NoteComment, noteComment } from "./shownNote.ts";
import { editedPending, isPendingNote, type PendingNote, pendingNote } from "./shownPending.ts";
import { keepThreadDraft, type ReviewMode, type ThreadDraft, threadDraft, threadDrafts } from "./threadDrafts.ts";
import { readVersion } from "./version.ts";
import { editNote, replyTo, setResolved, startThread } from "./write.ts";

export type ReviewContext = Pick<Context, "connections" | "changes" | "report" | "drafts" | "unanswered">;

/** Shows and sends the threads of merge requests in VS Code's Comments interface, in the diffs of their files. */
export class ReviewThreads implements Disposable {
  private readonly owned = new DisposableStore();
  private readonly context: ReviewContext;
  private readonly discussions: Discussions;
  private readonly pending: PendingReviews;
  readonly controller = this.owned.add(
    comments.createCommentController("forgelineReview", l10n.t("Merge Request Threads")),
  );
  private readonly drawn = this.owned.add(new DrawnComments());
  /** Visible documents, by URI. */
  private readonly files = new Map<string, DiffThreads>();

  constructor(context: ReviewContext, discussions: Discussions, pending: PendingReviews) {
    this.context = context;
    this.discussions = discussions;
    this.pending = pending;
    this.controller.options = {
      prompt: l10n.t("Reply…"),
      placeHolder: l10n.t("Comment (Markdown)"),
    };
    this.controller.commentingRangeProvider = {
      provideCommentingRanges: (document) => {
        if (this.drawn.asked(document.uri)) this.redraw(document.uri);
        const shown = this.documentOf(document.uri);
        if (!shown || shown.file.diff.outdated === true || this.userOf(shown.place) === undefined) return undefined;
        return { enableFileComments: shown.file.diff.side === "new", ranges: [wholeRange(document)] };
      },
    };
    const look = (): void => {
      this.follow(window.visibleTextEditors.map(({ document }) => document));
      this.updateContextKey();
    };
    this.owned.add(window.onDidChangeActiveTextEditor(() => this.updateContextKey()));
    this.owned.add(
      context.changes.event((change) => {
        const { subject } = change;
        if (subject !== "review" || change.iid === undefined) return;
        this.each({ ...change, iid: change.iid }, (threads) => this.show(threads));
        this.updateContextKey();
      }),
    );
    this.owned.add(window.onDidChangeVisibleTextEditors(look));
    this.owned.add(workspace.onDidCloseTextDocument(({ uri }) => this.close(uri)));
    this.owned.add(discussions.onDidChange((place) => this.each(place, (threads) => this.show(threads))));
    this.owned.add(
      discussions.onDidWrite((place) => {
        if ([...this.files.values()].some(({ document }) => isSamePlace(document.place, place)))
          this.readQuietly(place);
      }),
    );
    look();
  }

  /** Reads the threads of a document and expands one. @throws ApiError */
  async open(uri: Uri, discussion: string): Promise<void> {
    const threads = this.files.get(uri.toString()) ?? this.add(uri);
    if (!threads) return;
    await this.discussions.get(threads.document.place);
    await this.drawn.wait(uri);
    this.show(threads);
    threads.expand(discussion);
  }

  /** Returns the threads in a document. */
  threadsIn(uri: Uri): DiffThreads | undefined {
    return this.files.get(uri.toString());
  }

  /** Returns the merge request of a thread, and its discussion if it is on the host. */
  subjectOf(
    thread: CommentThread,
  ): { readonly place: MergeRequestPlace; readonly discussion: string | undefined; readonly head: string } | undefined {
    const threads = this.files.get(thread.uri.toString());
    if (!threads) return undefined;
    const { place, file } = threads.document;
    return { place, discussion: threads.discussionOf(thread), head: file.diff.head };
  }

  /** Sends a reply or starts a thread. @throws ApiError, UserError; the text then stays in the thread */
  async send({ thread, text }: CommentReply, resolve = false): Promise<void> {
    if (text.trim() === "") throw new UserError(l10n.t("Enter a comment."));
    await this.post(thread, text);
    const subject = this.subjectOf(thread);
    if (resolve && subject?.discussion !== undefined)
      await setResolved(this.context, subject.place, subject.discussion, true);
  }

  /** Keeps a text in a thread as an unsent comment, after the one that is there. */
  async keep(thread: CommentThread, added: string): Promise<void> {
    const threads = this.files.get(thread.uri.toString());
    if (!threads) throw closedError();
    const { place } = threads.document;
    threads.keepUnsent(thread);
    const text = [...thread.comments.filter(isDraft).map(typedText), added].join("\n\n");
    thread.comments = [
      ...thread.comments.filter((comment) => !isDraft(comment)),
      draftComment(thread, text, this.authorIn(place), false),
    ];
    await keepThreadDraft(this.context.drafts, place, threads.draftPlaceOf(thread), { text });
  }

  /** Adds a comment to the review, or starts it with one. @throws ApiError, UserError; the text then stays in the thread */
  async addToReview({ thread, text }: CommentReply, review: ReviewMode): Promise<void> {
    if (text.trim() === "") throw new UserError(l10n.t("Enter a comment."));
    await this.post(thread, text, review);
  }

  /** Sends an unsent comment again. @throws ApiError, UserError; the text then stays in the thread */
  async sendAgain(draft: DraftComment): Promise<void> {
    const thread = draft.draft;
    const threads = this.files.get(thread.uri.toString());
    const kept = threads && threadDraft(this.context.drafts, threads.document.place, threads.draftPlaceOf(thread));
    const reply = { thread, text: typedText(draft) };
    if (kept?.review === undefined) await this.send(reply);
    else await this.addToReview(reply, kept.review);
  }

  /** Removes an unsent comment. */
  async discard(draft: DraftComment): Promise<void> {
    const thread = draft.draft;
    const threads = this.files.get(thread.uri.toString());
    thread.comments = thread.comments.filter((comment) => comment !== draft);
    if (!threads) return;
    await keepThreadDraft(this.context.drafts, threads.document.place, threads.draftPlaceOf(thread), undefined);
    if (thread.comments.length === 0) threads.drop(thread);
  }

  /** Opens the text of a comment for editing, or closes it again. */
  edit(comment: NoteComment | PendingNote, open: boolean): void {
    if (isPendingNote(comment))
      this.replacePending(comment, (shown) => (open ? editedPending(shown) : this.asPending(shown)));
    else
      this.replace(comment, (shown) =>
        open ? { ...shown, mode: CommentMode.Editing, body: shown.note.body } : this.asOnHost(shown),
      );
  }

  /** Sends the changed text of a comment. @throws ApiError, UserError; the editor then stays open with the text */
  async save(comment: NoteComment | PendingNote): Promise<void> {
    const text = typedText(comment);
    if (text.trim() === "") throw new UserError(l10n.t("Enter a comment, or delete it."));
    if (isPendingNote(comment)) {
      const { place, pending } = comment;
      if (text !== pending.text) await this.pending.edit(place, pending, text);
      this.replacePending(comment, (shown) => this.asPending({ ...shown, pending: { ...shown.pending, text } }));
      this.each(place, (threads) => this.show(threads));
      return;
    }
    const { place, discussion, note } = comment;
    if (text !== note.body) await editNote(this.context, place, { discussion, note: note.id }, text);
    this.replace(comment, (shown) => this.asOnHost({ ...shown, note: { ...shown.note, body: text } }));
    await this.discussions.get(place);
    this.each(place, (threads) => this.show(threads));
  }

  dispose(): void {
    for (const threads of this.files.values()) threads.dispose();
    this.files.clear();
    this.owned.dispose();
  }

  private follow(documents: readonly TextDocument[]): void {
    for (const { uri } of documents) {
      if (this.files.has(uri.toString())) continue;
      const threads = this.add(uri);
      if (!threads) continue;
      this.readQuietly(threads.document.place);
    }
  }

  private add(uri: Uri): DiffThreads | undefined {
    const document = this.documentOf(uri);
    if (!document) return undefined;
    const threads = new DiffThreads(this.controller, document);
    this.files.set(uri.toString(), threads);
    void this.drawn.wait(uri).then(() => this.show(threads));
    return threads;
  }

  /** Creates the threads of a document again, with the unsent ones that are kept. */
  private redraw(uri: Uri): void {
    const threads = this.files.get(uri.toString());
    if (!threads) return;
    threads.withdraw();
    void this.drawn.wait(uri).then(() => this.show(threads));
  }

  private close(uri: Uri): void {
    const address = uri.toString();
    this.files.get(address)?.dispose();
    this.files.delete(address);
    this.drawn.forget(uri);
  }

  private each(place: MergeRequestPlace, use: (threads: DiffThreads) => void): void {
    for (const threads of this.files.values()) if (isSamePlace(threads.document.place, place)) use(threads);
  }

  private readQuietly(place: MergeRequestPlace): void {
    this.discussions.read(place).catch((error: unknown) => {
      // Comments on commits are shown instead.
      if (error instanceof ApiError && this.discussions.available(place) === false) this.leave(place);
      else this.context.report.background(error, "Read the threads of a merge request");
    });
  }

  /** Leaves the documents of an instance that has no discussions. */
  private leave({ instance }: MergeRequestPlace): void {
    for (const { document } of [...this.files.values()])
      if (document.place.instance === instance) this.close(document.uri);
  }

  private show(threads: DiffThreads): void {
    const { document } = threads;
    const { place, file, uri } = document;
    if (!this.drawn.has(uri) || this.files.get(uri.toString()) !== threads) return;
    const user = this.userOf(place);
    const conversation = this.discussions.known(place);
    const author = this.authorIn(place);
    const pending = this.pending.comments(place);
    if (conversation)
      threads.show(conversation.discussions, { user, author, pending, outdated: file.diff.outdated === true });
    const text = workspace.textDocuments.find((one) => one.uri.toString() === uri.toString());
    for (const draft of threadDrafts(this.context.drafts, place, file)) {
      if (conversation && hasArrived(draft, pending)) {
        void keepThreadDraft(this.context.drafts, place, draft, undefined);
        continue;
      }
      threads.showDraft(draft, text?.lineCount ?? Number.MAX_SAFE_INTEGER, (thread) =>
        draftComment(thread, draft.text, author, draft.since !== undefined),
      );
    }
  }

  /** @param review whether it is added to the review instead of being sent */
  private async post(thread: CommentThread, text: string, review?: ReviewMode): Promise<void> {
    const threads = this.files.get(thread.uri.toString());
    // What is shown may change while it is sent.
    const others = () => thread.comments.filter((comment) => !isDraft(comment) && !isSending(comment));
    if (!threads) throw closedError();
    const { place } = threads.document;
    const at = threads.draftPlaceOf(thread);
    const author = this.authorIn(place);
    const { client } = this.context.connections.get(place.instance);
    const before = threadDraft(this.context.drafts, place, at);
    const since = before?.text === text && before.review === review ? before.since : undefined;
    const keep = (sentAt: number | undefined): Promise<void> =>
      keepThreadDraft(this.context.drafts, place, at, { text, since: sentAt, review });
    threads.keepUnsent(thread);
    thread.comments = [...others(), sendingComment(text, author)];
    let sentAt: number | undefined;
    try {
      const made = await withProgress(
        review === undefined ? l10n.t("Sending the comment…") : l10n.t("Adding the comment to your review…"),
        async (within) => {
          await keep(since);
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
        },
        { writes: true },
      );
      await keepThreadDraft(this.context.drafts, place, at, undefined);
      thread.comments = others();
      if (made === undefined) notice(l10n.t("The quick actions were applied."));
      else if (made !== "pending") threads.adopt(thread, made.discussion);
    } catch (error) {
      const isUnknown = isCancelled(error) || (error instanceof ApiError && error.outcomeUnknown);
      const unanswered = isUnknown ? sentAt : since;
      thread.comments = [...others(), draftComment(thread, text, author, unanswered !== undefined)];
      thread.collapsibleState = CommentThreadCollapsibleState.Expanded;
      await keep(unanswered);
      throw error;
    }
    await this.discussions
      .get(place)
      .catch((error: unknown) => this.context.report.background(error, "Read the threads of a merge request"));
    this.show(threads);
    if (thread.comments.length === 0) threads.drop(thread);
  }

  /** Reads the version that a new thread is on, and returns its position. @throws ApiError, UserError */
  private async newPosition(
    { range }: CommentThread,
    { document: { place, file } }: DiffThreads,
    signal: AbortSignal,
  ): Promise<NewDiffPosition> {
    const { client } = this.context.connections.get(place.instance);
    const version = await readVersion(client, place.project, file, range === undefined, signal);
    const span = range && { start: range.start.line + 1, end: range.end.line + 1 };
    return positionOf(file, version.shas, version.lines, span);
  }

  /** Replaces a comment in all threads that show it: VS Code redraws a comment only if it is another object. */
  private replace(comment: NoteComment, change: (shown: NoteComment) => NoteComment): void {
    this.each(comment.place, (threads) => {
      const thread = threads.threadOf(comment.discussion);
      if (thread)
        thread.comments = thread.comments.map((shown) =>
          isNote(shown) && shown.note.id === comment.note.id ? change(shown) : shown,
        );
    });
  }

  private replacePending(comment: PendingNote, change: (shown: PendingNote) => PendingNote): void {
    this.each(comment.place, (threads) => {
      for (const thread of threads.all()) {
        if (!thread.comments.some((shown) => isPendingNote(shown) && shown.pending.id === comment.pending.id)) continue;
        thread.comments = thread.comments.map((shown) =>
          isPendingNote(shown) && shown.pending.id === comment.pending.id ? change(shown) : shown,
        );
      }
    });
  }

  private asPending({ place, pending }: PendingNote): PendingNote {
    return pendingNote(place, pending, this.authorIn(place));
  }

  private asOnHost({ place, discussion, note }: NoteComment): NoteComment {
    return noteComment(place, discussion, note, this.userOf(place));
  }

  /** Sets whether the merge request that the user looks at has a pending review: new threads say nothing of themselves. */
  private updateContextKey(): void {
    const active = window.activeTextEditor && this.files.get(window.activeTextEditor.document.uri.toString());
    const seen = active ? [active] : [...this.files.values()];
    const isPending = seen.some(({ document }) => this.pending.count(document.place) > 0);
    void setContextKey("forgeline.reviewPending", isPending);
  }

  private userOf({ instance }: MergeRequestPlace) {
    return this.context.connections.get(instance).session?.user;
  }

  /** Returns the name above what this account has not sent yet. */
  private authorIn(place: MergeRequestPlace): string {
    const user = this.userOf(place);
    return user ? user.name || user.username : l10n.t("me");
  }

  /** Returns the merge request and side that a document shows; undefined for others, and where the instance has no discussions. */
  private documentOf(uri: Uri): DiffDocument | undefined {
    const file = readFileUri(uri);
    if (file?.diff === undefined) return undefined;
    const { instance, project, path, diff } = file;
    const place = { instance, project, iid: diff.iid };
    return this.discussions.available(place) === false ? undefined : { uri, place, file: { path, diff } };
  }
}

const closedError = (): UserError =>
  new UserError(l10n.t("The diff of this thread was closed. Open the changes again."));
/** Whether an unsent comment of the review is in it after all, though its window closed before it was told so. */
const hasArrived = (
  { text, since, review, discussion, path, start, end }: ThreadDraft,
  pending: readonly PendingComment[],
): boolean =>
  review !== undefined &&
  since !== undefined &&
  pending.some(
    (one) =>
      one.text === text &&
      one.discussion === discussion &&
      (discussion !== undefined ||
        ([one.position?.new_path, one.position?.old_path].includes(path) && isAtLines(one.position, start, end))),
  );

const isAtLines = (position: DiffPosition | null | undefined, start?: number, end?: number): boolean =>
  start === undefined || [position?.new_line, position?.old_line].includes(end);

const isSamePlace = (one: MergeRequestPlace, other: MergeRequestPlace): boolean =>
  sameProject(one, other) && one.iid === other.iid;
