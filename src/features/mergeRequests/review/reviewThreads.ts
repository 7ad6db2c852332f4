import {
  CommentMode,
  comments,
  type CommentThread,
  l10n,
  type TextDocument,
  type Uri,
  window,
  workspace,
} from "vscode";
import { ApiError } from "../../../api/errors.ts";
import type { DiffPosition } from "../../../api/resources/discussionTypes.ts";
import { type Disposable, DisposableStore } from "../../../core/base/disposable.ts";
import { Emitter } from "../../../core/base/events.ts";
import type { Context } from "../../../core/context.ts";
import { readFileUri } from "../../../core/files/uris.ts";
import { isSamePlace, type MergeRequestPlace } from "../../../core/mergeRequests/review/place.ts";
import { setContextKey } from "../../../core/ui/contextKeys.ts";
import { DrawnComments } from "../../../core/ui/drawnComments.ts";
import { TabsOfDocuments } from "../../../core/ui/tabsOfDocuments.ts";
import { draftComment } from "../../../core/ui/unsentComment.ts";
import { DiffThreads, type ThreadDocument, wholeRange } from "./diffThreads.ts";
import type { Discussions } from "./discussions.ts";
import type { PendingComment, PendingReviews } from "./pendingReviews.ts";
import { UploadedPictures } from "./pictures.ts";
import { isNote, type NoteComment, noteComment } from "./shownNote.ts";
import { editedPending, isPendingNote, type PendingNote, pendingNote } from "./shownPending.ts";
import { type ThreadDraft, ThreadDrafts, unsentText } from "./threadDrafts.ts";

export type ReviewContext = Pick<
  Context,
  "connections" | "changes" | "current" | "report" | "drafts" | "polling" | "storage" | "unanswered" | "views"
>;

/** Shows the threads of merge requests in VS Code's Comments interface, in the diffs of their files and in the working tree. */
export class ReviewThreads implements Disposable {
  private readonly owned = new DisposableStore();
  private readonly context: ReviewContext;
  private readonly discussions: Discussions;
  private readonly pending: PendingReviews;
  private readonly pictures: UploadedPictures;
  readonly drafts: ThreadDrafts;
  readonly controller = this.owned.add(
    comments.createCommentController("forgelineReview", l10n.t("Merge Request Threads")),
  );
  private readonly drawn = this.owned.add(new DrawnComments());
  /** Visible documents, by URI. */
  private readonly files = new Map<string, DiffThreads>();
  private readonly diffsChanged = this.owned.add(new Emitter<void>());
  /** Fires when a diff was opened or closed. */
  readonly onDidChangeDiffs = this.diffsChanged.event;

  constructor(context: ReviewContext, discussions: Discussions, pending: PendingReviews) {
    this.context = context;
    this.discussions = discussions;
    this.pending = pending;
    this.drafts = new ThreadDrafts(context);
    this.pictures = this.owned.add(new UploadedPictures(context));
    this.controller.options = {
      prompt: l10n.t("Reply…"),
      placeHolder: l10n.t("Comment (Markdown)"),
    };
    this.controller.commentingRangeProvider = {
      provideCommentingRanges: (document) => {
        if (this.drawn.asked(document.uri)) this.redraw(document.uri);
        const shown = this.documentOf(document.uri);
        if (!shown || shown.moved || shown.file.diff.outdated === true || this.userOf(shown.place) === undefined)
          return undefined;
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
        this.showAll({ ...change, iid: change.iid });
        this.updateContextKey();
      }),
    );
    this.owned.add(window.onDidChangeVisibleTextEditors(look));
    this.owned.add(workspace.onDidCloseTextDocument(({ uri }) => this.close(uri)));
    const tabs = this.owned.add(new TabsOfDocuments(() => this.inDiffs().map(({ document }) => document.uri)));
    this.owned.add(
      tabs.onDidLeave((uri) => {
        if (!this.files.get(uri.toString())?.document.moved) this.close(uri);
      }),
    );
    this.owned.add(
      discussions.onDidChange((place) => {
        this.pictures.retry(place);
        this.showAll(place);
      }),
    );
    this.owned.add(this.pictures.onDidRead((place) => this.showAll(place)));
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

  /** Returns what a document shows of a merge request; undefined for others, and where the instance has no discussions. */
  documentOf(uri: Uri): ThreadDocument | undefined {
    const known = this.files.get(uri.toString());
    if (known) return known.document;
    const file = readFileUri(uri);
    if (file?.diff === undefined) return undefined;
    const { instance, project, path, diff } = file;
    const place = { instance, project, iid: diff.iid };
    return this.discussions.available(place) === false ? undefined : { uri, place, file: { path, diff } };
  }

  /** Shows threads in a file of the working tree, or moves them with its lines. */
  put(document: ThreadDocument): void {
    const known = this.files.get(document.uri.toString());
    if (!known) {
      this.begin(document);
      return;
    }
    known.document = document;
    this.show(known);
  }

  /** Removes the threads from a file of the working tree. */
  withdraw(uri: Uri): void {
    const known = this.files.get(uri.toString());
    if (!known?.document.moved) return;
    known.dispose();
    this.files.delete(uri.toString());
  }

  /** Returns the files of the working tree that show threads. */
  working(): readonly ThreadDocument[] {
    return [...this.files.values()].map(({ document }) => document).filter(({ moved }) => moved !== undefined);
  }

  /** Whether a diff of a merge request's file is open. */
  hasDiff(place: MergeRequestPlace, path: string): boolean {
    return this.inDiffs().some(
      ({ document: { place: other, file } }) =>
        isSamePlace(other, place) && [file.path, file.diff.otherPath].includes(path),
    );
  }

  private inDiffs(): readonly DiffThreads[] {
    return [...this.files.values()].filter(({ document }) => !document.moved);
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

  /** Opens the text of a comment for editing, or closes it again. @param text in place of the comment's own */
  edit(comment: NoteComment | PendingNote, open: boolean, text?: string): void {
    if (isPendingNote(comment))
      this.replacePending(comment, (shown) => (open ? editedPending(shown, text) : this.asPending(shown)));
    else
      this.replace(comment, (shown) =>
        open ? { ...shown, mode: CommentMode.Editing, body: text ?? shown.note.body } : this.asOnHost(shown),
      );
  }

  /** Closes the editor of a comment whose changed text was sent. */
  saved(comment: NoteComment | PendingNote, text: string): void {
    if (isPendingNote(comment)) {
      this.replacePending(comment, (shown) => this.asPending({ ...shown, pending: { ...shown.pending, text } }));
      this.showAll(comment.place);
    } else this.replace(comment, (shown) => this.asOnHost({ ...shown, note: { ...shown.note, body: text } }));
  }

  /** Shows the threads of a merge request as they are known. */
  showAll(place: MergeRequestPlace): void {
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
    const threads = this.begin(document);
    this.diffsChanged.fire();
    return threads;
  }

  private begin(document: ThreadDocument): DiffThreads {
    const { uri } = document;
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
    const known = this.files.get(address);
    known?.dispose();
    this.files.delete(address);
    this.drawn.forget(uri);
    if (known && !known.document.moved) this.diffsChanged.fire();
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

  /** Shows the threads of a document as they are known, with the unsent comments. */
  show(threads: DiffThreads): void {
    const { document } = threads;
    const { place, file, uri } = document;
    if (!this.drawn.has(uri) || this.files.get(uri.toString()) !== threads) return;
    const user = this.userOf(place);
    const conversation = this.discussions.known(place);
    const author = this.authorIn(place);
    const pending = this.pending.comments(place);
    if (conversation) {
      const picture = this.pictures.of(place);
      const outdated = file.diff.outdated === true;
      const pendingText = (comment: PendingComment): string => this.pending.shownText(place, comment);
      const viewer = { user, author, pending, pendingText, outdated, picture, pictures: this.pictures.version };
      // Unsent replies come into their threads once those are there.
      if (!threads.show(conversation.discussions, viewer, () => this.show(threads))) return;
    }
    const text = workspace.textDocuments.find((one) => one.uri.toString() === uri.toString());
    for (const draft of this.drafts.on(place, file)) {
      if (conversation && hasArrived(draft, pending)) {
        void this.drafts.change(place, draft, (kept) => (kept?.other === undefined ? undefined : { text: kept.other }));
        continue;
      }
      // A comment on lines is written for those of the diff.
      if (document.moved && (draft.discussion === undefined || !threads.threadOf(draft.discussion))) continue;
      threads.showDraft(draft, text?.lineCount ?? Number.MAX_SAFE_INTEGER, (thread) =>
        draftComment(thread, unsentText(draft), author, draft.since !== undefined),
      );
    }
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
    const text = this.pending.shownText(place, pending);
    return pendingNote(place, pending, this.authorIn(place), this.pictures.of(place), text);
  }

  private asOnHost({ place, discussion, note }: NoteComment): NoteComment {
    return noteComment(place, discussion, note, this.userOf(place), this.pictures.of(place));
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
  authorIn(place: MergeRequestPlace): string {
    const user = this.userOf(place);
    return user ? user.name || user.username : l10n.t("me");
  }
}

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
