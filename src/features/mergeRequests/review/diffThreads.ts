import {
  type Comment,
  type CommentController,
  type CommentThread,
  CommentThreadCollapsibleState,
  CommentMode,
  CommentThreadState,
  l10n,
  Range,
  type TextDocument,
  type Uri,
} from "vscode";
import type { DiffPosition, Discussion } from "../../../api/resources/discussionTypes.ts";
import type { Disposable } from "../../../core/base/disposable.ts";
import { Pace } from "../../../core/base/pace.ts";
import type { MovedLines } from "../../../core/comparisons/movedLines.ts";
import { isResolvable, isResolved } from "../../../core/mergeRequests/review/conversation.ts";
import type { MergeRequestPlace } from "../../../core/mergeRequests/review/place.ts";
import { type DiffFile, isOnPicture, type LineSpan, placeIn } from "../../../core/mergeRequests/review/positions.ts";
import { type DraftComment, isDraft, isSending, setComments, threadWith } from "../../../core/ui/unsentComment.ts";
import type { PendingComment } from "./pendingReviews.ts";
import type { ShownPicture } from "./pictures.ts";
import { isNote, noteComment, threadContext, threadLabel } from "./shownNote.ts";
import { isPendingNote, pendingNote } from "./shownPending.ts";
import type { DraftPlace } from "./threadDrafts.ts";

/** A document with lines of a merge request's diff: a side of a diff, or the file in the working tree. */
export interface ThreadDocument {
  readonly uri: Uri;
  readonly place: MergeRequestPlace;
  /** The side of the diff whose threads it shows. */
  readonly file: DiffFile;
  /** Where the lines of that side are, in the working tree. */
  readonly moved?: MovedLines;
}

/** What is shown besides the discussions themselves. */
export interface Viewer {
  readonly user: { readonly id: number; readonly username: string } | undefined;
  /** Name of the user. */
  readonly author: string;
  /** Comments that wait for the review to be submitted. */
  readonly pending: readonly PendingComment[];
  /** Returns the Markdown of one. */
  readonly pendingText: (comment: PendingComment) => string;
  /** Whether the document shows an outdated version. */
  readonly outdated: boolean;
  readonly picture: ShownPicture;
  /** Changes when a picture can be shown. */
  readonly pictures: number;
}

/** The threads in one document. */
export class DiffThreads implements Disposable {
  document: ThreadDocument;
  private readonly controller: CommentController;
  /** Threads of the host, by the ID of their discussion. */
  private readonly threads = new Map<string, CommentThread>();
  /** The discussion of each of them, also of those that were withdrawn: what somebody does in one may come after it. */
  private readonly discussions = new WeakMap<CommentThread, string>();
  /** What each thread shows, so that nothing is drawn anew that did not change. */
  private readonly shown = new WeakMap<CommentThread, string>();
  /** Threads whose lines were changed in the working tree. */
  private readonly changed = new WeakSet<CommentThread>();
  /** Discussions whose threads the user has opened. */
  private readonly expanded = new Set<string>();
  /** Threads that the review will start, by the ID of their comment. */
  private readonly pending = new Map<string, CommentThread>();
  /** Threads that are not on the host yet. */
  private readonly unsent = new Set<CommentThread>();
  /** Draws the next threads that wait for their first drawing; undefined if none do. */
  private next: NodeJS.Immediate | undefined;

  constructor(controller: CommentController, document: ThreadDocument) {
    this.controller = controller;
    this.document = document;
  }

  /**
   * Shows the discussions that stand in this document; what the user is writing stays. Drawing a comment may take long: new threads wait for
   * the next turn of the loop once others took their time.
   * @param whole called later if threads wait, once they are shown
   * @returns whether all threads are shown
   */
  show(discussions: readonly Discussion[], viewer: Viewer, whole: () => void): boolean {
    clearImmediate(this.next);
    this.next = undefined;
    const pace = new Pace();
    const shown = new Set<string>();
    const waiting: (readonly [Discussion, Spot])[] = [];
    for (const discussion of discussions) {
      const spot = this.spotOf(discussion.notes[0]?.position);
      if (spot === undefined) continue;
      shown.add(discussion.id);
      if (!this.threads.has(discussion.id) && pace.due) waiting.push([discussion, spot]);
      else this.showOne(discussion, spot, viewer);
    }
    for (const [id, thread] of this.threads) {
      if (shown.has(id)) continue;
      setComments(thread, unsentOf(thread), viewer.user !== undefined);
      this.threads.delete(id);
      this.discussions.delete(thread);
      if (thread.comments.length === 0) thread.dispose();
      else this.unsent.add(thread);
    }
    this.showPending(viewer);
    if (waiting.length > 0) this.showLater(waiting.values(), viewer, whole);
    return waiting.length === 0;
  }

  private showLater(waiting: Iterator<readonly [Discussion, Spot]>, viewer: Viewer, whole: () => void): void {
    this.next = setImmediate(() => {
      const pace = new Pace();
      for (let next = waiting.next(); next.done !== true; next = waiting.next()) {
        this.showOne(...next.value, viewer);
        if (!pace.due) continue;
        this.showLater(waiting, viewer, whole);
        return;
      }
      this.next = undefined;
      whole();
    });
  }

  /** Returns the thread of a discussion. */
  threadOf(discussion: string): CommentThread | undefined {
    return this.threads.get(discussion);
  }

  /** Expands the thread of a discussion, also when it is created again. */
  expand(discussion: string): void {
    this.expanded.add(discussion);
    const thread = this.threads.get(discussion);
    if (thread) thread.collapsibleState = CommentThreadCollapsibleState.Expanded;
  }

  /** Returns the discussion of a thread; undefined for one that is not on the host yet. */
  discussionOf(thread: CommentThread): string | undefined {
    return this.discussions.get(thread);
  }

  /** Whether the lines of a thread were changed in the working tree. */
  isChanged(thread: CommentThread): boolean {
    return this.changed.has(thread);
  }

  /** Returns the place of an unsent comment in a thread. */
  draftPlaceOf(thread: CommentThread): DraftPlace {
    const { path, diff } = this.document.file;
    const { range } = thread;
    return {
      path,
      side: diff.side,
      ...(range && { start: range.start.line + 1, end: range.end.line + 1 }),
      discussion: this.discussionOf(thread),
    };
  }

  /** Makes a thread that the user started known, so that it is removed with the document. */
  keepUnsent(thread: CommentThread): void {
    if (this.discussionOf(thread) === undefined) this.unsent.add(thread);
  }

  /** Makes a thread that the user started that of a discussion. */
  adopt(thread: CommentThread, discussion: string): void {
    const before = this.threads.get(discussion);
    if (before && before !== thread) before.dispose();
    this.unsent.delete(thread);
    this.keep(discussion, thread);
  }

  /** Shows an unsent comment where it belongs, unless its thread shows or sends one. @param lineCount of the document */
  showDraft(at: DraftPlace, lineCount: number, make: (thread: CommentThread) => DraftComment): void {
    const range = rangeIn(at, lineCount);
    const known = (at.discussion === undefined ? undefined : this.threads.get(at.discussion)) ?? this.unsentAt(range);
    if (known && unsentOf(known).length > 0) return;
    const thread = known ?? threadWith(make, (comments) => this.create(range, comments));
    if (known) setComments(known, [...known.comments, make(known)]);
    else this.unsent.add(thread);
    thread.collapsibleState = CommentThreadCollapsibleState.Expanded;
  }

  /** Returns all threads of the host and of the review, to change comments in them. */
  all(): readonly CommentThread[] {
    return [...this.threads.values(), ...this.pending.values()];
  }

  /** Takes an unsent comment out of its thread, and out of the one that was created again for it. */
  removeDraft(draft: DraftComment): void {
    const { draft: thread } = draft;
    const discussion = this.discussionOf(thread);
    const again = discussion === undefined ? this.unsentAt(thread.range) : this.threads.get(discussion);
    for (const one of new Set([thread, again ?? thread])) {
      setComments(
        one,
        one.comments.filter((comment) => !isDraft(comment) || comment.kept !== draft.kept),
      );
      if (one.comments.length === 0) this.drop(one);
    }
  }

  /** Removes a thread that is not on the host. */
  drop(thread: CommentThread): void {
    this.unsent.delete(thread);
    thread.dispose();
  }

  /** Removes all threads until they are shown again. */
  withdraw(): void {
    clearImmediate(this.next);
    for (const thread of [...this.threads.values(), ...this.pending.values(), ...this.unsent]) thread.dispose();
    this.threads.clear();
    this.pending.clear();
    this.unsent.clear();
  }

  dispose(): void {
    this.withdraw();
  }

  /** Shows the threads that the review will start. */
  private showPending({ pending, pendingText, author, picture, pictures }: Viewer): void {
    const { place } = this.document;
    const shown = new Set<string>();
    for (const comment of pending) {
      const spot = comment.discussion === undefined ? this.spotOf(comment.position) : undefined;
      if (spot === undefined) continue;
      shown.add(comment.id);
      const known = this.pending.get(comment.id);
      const text = pendingText(comment);
      const content = JSON.stringify([comment, text, author, spot, hasUploads(comment.text) && pictures]);
      if (known && (this.shown.get(known) === content || known.comments.some(isEdited))) continue;
      const note = pendingNote(place, comment, author, picture, text);
      const thread = known ?? this.create(spot.range, [note]);
      if (known) {
        thread.comments = [note];
        move(known, spot);
      }
      this.pending.set(comment.id, thread);
      this.shown.set(thread, content);
      thread.label = isOnPicture(comment.position)
        ? l10n.t("{0} · on the picture", l10n.t("Pending thread"))
        : l10n.t("Pending thread");
      thread.contextValue = "pending";
      // It has nothing on the host yet that could be replied to.
      thread.canReply = false;
      if (!known && !this.document.moved) thread.collapsibleState = CommentThreadCollapsibleState.Expanded;
    }
    for (const [id, thread] of this.pending) {
      if (shown.has(id)) continue;
      this.pending.delete(id);
      thread.dispose();
    }
  }

  private showOne(
    discussion: Discussion,
    spot: Spot,
    { user, author, outdated, pending, pendingText, picture, pictures }: Viewer,
  ): void {
    const { place } = this.document;
    const resolved = isResolved(discussion);
    const known = this.threads.get(discussion.id);
    const own = pending.filter((one) => one.discussion === discussion.id);
    const drawn =
      [...discussion.notes.map(({ body }) => body), ...own.map(({ text }) => text)].some(hasUploads) && pictures;
    const shown = JSON.stringify([discussion, user?.id, author, outdated, own, own.map(pendingText), spot, drawn]);
    if (known && this.shown.get(known) === shown) return;
    const edited = (known?.comments ?? []).filter(isEdited);
    const notes: Comment[] = [
      ...discussion.notes.map(
        (note) =>
          edited.find((one) => isNote(one) && one.note.id === note.id) ??
          noteComment(place, discussion.id, note, user, picture),
      ),
      ...own
        .filter(({ text }) => text !== "")
        .map(
          (one) =>
            edited.find((comment) => isPendingNote(comment) && comment.pending.id === one.id) ??
            pendingNote(place, one, author, picture, pendingText(one)),
        ),
    ];
    // VS Code may draw a thread twice that is filled only after it was made.
    const thread = known ?? this.create(spot.range, notes);
    if (known) {
      setComments(thread, [...notes, ...unsentOf(thread)], user !== undefined);
      move(known, spot);
    } else thread.canReply = user !== undefined;
    this.keep(discussion.id, thread);
    this.shown.set(thread, shown);
    const resolves = !resolved && own.some((one) => one.resolves);
    if (spot.changed) this.changed.add(thread);
    else this.changed.delete(thread);
    thread.label = threadLabel(discussion, { outdated, resolves, changed: spot.changed });
    thread.contextValue = threadContext(discussion, {
      resolves: resolves && own.every((one) => !one.resolves || one.draft === undefined),
    });
    if (isResolvable(discussion)) thread.state = resolved ? CommentThreadState.Resolved : CommentThreadState.Unresolved;
    // Who edits the file sees where threads are, and opens those to read.
    const opens = this.expanded.has(discussion.id) || (!resolved && !this.document.moved);
    if (!known && opens) thread.collapsibleState = CommentThreadCollapsibleState.Expanded;
  }

  /** Returns where a thread stands in the document; undefined if it stands elsewhere. */
  private spotOf(position: DiffPosition | null | undefined): Spot | undefined {
    const { file, moved } = this.document;
    const span = position ? placeIn(file, position) : undefined;
    if (span === undefined) return undefined;
    if (span === "file" || !moved) return { range: rangeOf(span), changed: false };
    const { lines, changed } = moved.of(span);
    return { range: rangeOf(lines), changed };
  }

  private unsentAt(range: Range | undefined): CommentThread | undefined {
    return [...this.unsent].find((one) => isSame(one.range, range));
  }

  private keep(discussion: string, thread: CommentThread): void {
    this.threads.set(discussion, thread);
    this.discussions.set(thread, discussion);
  }

  private create(range: Range | undefined, notes: readonly Comment[]): CommentThread {
    // A thread on the whole file has no range, which VS Code's type for creating one leaves out.
    const thread = this.controller.createCommentThread(this.document.uri, range as Range, notes);
    thread.collapsibleState = CommentThreadCollapsibleState.Collapsed;
    return thread;
  }
}

/** Where a thread stands. */
interface Spot {
  /** Undefined for the file as a whole. */
  readonly range: Range | undefined;
  /** Whether its lines were changed in the working tree. */
  readonly changed: boolean;
}

function move(thread: CommentThread, { range }: Spot): void {
  if (!isSame(thread.range, range)) thread.range = range;
}

/** Returns the lines of an unsent comment in a document, which may have become shorter. */
const rangeIn = ({ start, end }: DraftPlace, lineCount: number): Range | undefined =>
  rangeOf(
    start === undefined || end === undefined
      ? "file"
      : { start: Math.min(start, lineCount), end: Math.min(end, lineCount) },
  );

/** Returns the comments of a thread that are not on the host yet. */
const unsentOf = ({ comments }: CommentThread): readonly Comment[] =>
  comments.filter((comment) => isDraft(comment) || isSending(comment));

const hasUploads = (text: string): boolean => text.includes("/uploads/");

const isEdited = ({ mode }: Comment): boolean => mode === CommentMode.Editing;

const rangeOf = (span: LineSpan | "file"): Range | undefined =>
  span === "file" ? undefined : new Range(span.start - 1, 0, span.end - 1, 0);

const isSame = (one: Range | undefined, other: Range | undefined): boolean =>
  one === undefined || other === undefined ? one === other : one.isEqual(other);

/** Returns the range in which threads can be started. */
export const wholeRange = (document: TextDocument): Range => new Range(0, 0, lastLineOf(document), 0);

/** Returns the last line of a file, counted from 0: what VS Code shows below the last line break is none. */
export const lastLineOf = (document: TextDocument): number => {
  const last = Math.max(0, document.lineCount - 1);
  return last > 0 && document.lineAt(last).text === "" ? last - 1 : last;
};
