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
import { type Disposable, DisposableStore } from "../../../core/base/disposable.ts";
import { isCancelled, UserError } from "../../../core/base/errors.ts";
import { sameProject } from "../../../core/base/refs.ts";
import { sinceNow } from "../../../core/commands/runWrite.ts";
import type { Context } from "../../../core/context.ts";
import { readFileUri } from "../../../core/files/uris.ts";
import { DrawnComments } from "../../../core/ui/drawnComments.ts";
import { notice } from "../../../core/ui/notice.ts";
import { withProgress } from "../../../core/ui/progress.ts";
import { type DraftComment, draftComment, isDraft, sendingComment, typedText } from "../../../core/ui/unsentComment.ts";
import { type DiffDocument, DiffThreads, wholeRange } from "./diffThreads.ts";
import type { Discussions } from "./discussions.ts";
import type { MergeRequestPlace } from "./place.ts";
import { positionOf } from "./positions.ts";
import { isNote, type NoteComment, noteComment } from "./shownNote.ts";
import { keepThreadDraft, threadDraft, threadDrafts } from "./threadDrafts.ts";
import { readVersion } from "./version.ts";
import { editNote, replyTo, setResolved, startThread } from "./write.ts";

export type ReviewContext = Pick<Context, "connections" | "changes" | "report" | "drafts" | "unanswered">;

/** Shows and sends the threads of merge requests in VS Code's Comments interface, in the diffs of their files. */
export class ReviewThreads implements Disposable {
  private readonly owned = new DisposableStore();
  private readonly context: ReviewContext;
  private readonly discussions: Discussions;
  readonly controller = this.owned.add(
    comments.createCommentController("forgelineReview", l10n.t("Merge Request Threads")),
  );
  private readonly drawn = this.owned.add(new DrawnComments());
  /** Visible documents, by URI. */
  private readonly files = new Map<string, DiffThreads>();

  constructor(context: ReviewContext, discussions: Discussions) {
    this.context = context;
    this.discussions = discussions;
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
    const look = (): void => this.follow(window.visibleTextEditors.map(({ document }) => document));
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
    await Promise.all([this.discussions.get(threads.document.place), this.drawn.wait(uri)]);
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
  ): { readonly place: MergeRequestPlace; readonly discussion: string | undefined } | undefined {
    const threads = this.files.get(thread.uri.toString());
    return threads && { place: threads.document.place, discussion: threads.discussionOf(thread) };
  }

  /** Sends a reply or starts a thread. @throws ApiError, UserError; the text then stays in the thread */
  async send({ thread, text }: CommentReply, resolve = false): Promise<void> {
    if (text.trim() === "") throw new UserError(l10n.t("Enter a comment."));
    await this.post(thread, text);
    const subject = this.subjectOf(thread);
    if (resolve && subject?.discussion !== undefined)
      await setResolved(this.context, subject.place, subject.discussion, true);
  }

  /** Keeps a text in a thread as an unsent comment. */
  async keep(thread: CommentThread, text: string): Promise<void> {
    const threads = this.files.get(thread.uri.toString());
    if (!threads) throw closedError();
    const { place } = threads.document;
    threads.keepUnsent(thread);
    thread.comments = [
      ...thread.comments.filter((comment) => !isDraft(comment)),
      draftComment(thread, text, this.authorIn(place), false),
    ];
    await keepThreadDraft(this.context.drafts, place, threads.draftPlaceOf(thread), { text });
  }

  /** Sends an unsent comment again. @throws ApiError, UserError; the text then stays in the thread */
  async sendAgain(draft: DraftComment): Promise<void> {
    await this.send({ thread: draft.draft, text: typedText(draft) });
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
  edit(comment: NoteComment, open: boolean): void {
    this.replace(comment, (shown) =>
      open ? { ...shown, mode: CommentMode.Editing, body: shown.note.body } : this.asOnHost(shown),
    );
  }

  /** Sends the changed text of a comment. @throws ApiError, UserError; the editor then stays open with the text */
  async save(comment: NoteComment): Promise<void> {
    const { place, discussion, note } = comment;
    const text = typedText(comment);
    if (text.trim() === "") throw new UserError(l10n.t("Enter a comment, or delete it."));
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
    if (conversation) threads.show(conversation.discussions, { user, outdated: file.diff.outdated === true });
    const text = workspace.textDocuments.find((one) => one.uri.toString() === uri.toString());
    for (const draft of threadDrafts(this.context.drafts, place, file))
      threads.showDraft(draft, text?.lineCount ?? Number.MAX_SAFE_INTEGER, (thread) =>
        draftComment(thread, draft.text, this.authorIn(place), draft.since !== undefined),
      );
  }

  private async post(thread: CommentThread, text: string): Promise<void> {
    const threads = this.files.get(thread.uri.toString());
    const others = thread.comments.filter((comment) => !isDraft(comment));
    if (!threads) throw closedError();
    const { place, file } = threads.document;
    const at = threads.draftPlaceOf(thread);
    const author = this.authorIn(place);
    const { client } = this.context.connections.get(place.instance);
    const before = threadDraft(this.context.drafts, place, at);
    const since = before?.text === text ? before.since : undefined;
    threads.keepUnsent(thread);
    thread.comments = [...others, sendingComment(text, author)];
    let sentAt: number | undefined;
    try {
      const made = await withProgress(
        l10n.t("Sending the comment…"),
        async (within) => {
          if (at.discussion !== undefined) {
            sentAt = since ?? sinceNow(client.hostTime);
            // A window that closes while it is sent shows it again, as one that may be there.
            await keepThreadDraft(this.context.drafts, place, at, { text, since: sentAt });
            const note = await replyTo(this.context, place, at.discussion, text, { within, since });
            return note && at.discussion;
          }
          await keepThreadDraft(this.context.drafts, place, at, { text, since });
          const { range } = thread;
          const version = await readVersion(client, place.project, file, range === undefined, within);
          const span = range && { start: range.start.line + 1, end: range.end.line + 1 };
          const position = positionOf(file, version.shas, version.lines, span);
          sentAt = since ?? sinceNow(client.hostTime);
          await keepThreadDraft(this.context.drafts, place, at, { text, since: sentAt });
          return (await startThread(this.context, place, text, position, { within, since }))?.id;
        },
        { writes: true },
      );
      await keepThreadDraft(this.context.drafts, place, at, undefined);
      thread.comments = others;
      if (made === undefined) notice(l10n.t("The quick actions were applied."));
      else threads.adopt(thread, made);
    } catch (error) {
      const isUnknown = isCancelled(error) || (error instanceof ApiError && error.outcomeUnknown);
      const unanswered = isUnknown ? sentAt : since;
      thread.comments = [...others, draftComment(thread, text, author, unanswered !== undefined)];
      thread.collapsibleState = CommentThreadCollapsibleState.Expanded;
      await keepThreadDraft(this.context.drafts, place, at, { text, since: unanswered });
      throw error;
    }
    await this.discussions
      .get(place)
      .catch((error: unknown) => this.context.report.background(error, "Read the threads of a merge request"));
    this.show(threads);
    if (thread.comments.length === 0) threads.drop(thread);
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

  private asOnHost({ place, discussion, note }: NoteComment): NoteComment {
    return noteComment(place, discussion, note, this.userOf(place));
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

const isSamePlace = (one: MergeRequestPlace, other: MergeRequestPlace): boolean =>
  sameProject(one, other) && one.iid === other.iid;
