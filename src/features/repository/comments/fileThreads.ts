import {
  type Comment,
  type CommentController,
  type CommentThread,
  CommentThreadCollapsibleState,
  Range,
  type Uri,
} from "vscode";
import type { CommitCommentListEntry } from "../../../api/resources/commitTypes.ts";
import type { Disposable } from "../../../core/base/disposable.ts";
import { Pace } from "../../../core/base/pace.ts";
import { type DraftComment, isDraft, isSending, setComments, threadWith } from "../../../core/ui/unsentComment.ts";
import { commentsLabel, type EarlierComments } from "./earlierComments.ts";
import { linesOf } from "./places.ts";
import type { CommentedFile } from "./requestComments.ts";
import { hostComment } from "./shownComment.ts";

/** The comment threads in one document, one per line with comments, and per commit in the diff of a merge request. */
export class FileThreads implements Disposable {
  readonly uri: Uri;
  readonly file: CommentedFile;
  private readonly controller: CommentController;
  private readonly threads = new Map<number, CommentThread>();
  readonly byLine: ReadonlyMap<number, CommentThread> = this.threads;
  /** Threads of earlier commits, by commit and line, with what they show. */
  private readonly earlier = new Map<string, { readonly thread: CommentThread; readonly shown: string }>();
  /** Number of the reading that began last. */
  private reading = 0;
  /** Number of the last reading that is older than what is shown. */
  private outdated = 0;
  /** Number of the last showing. */
  private showing = 0;

  constructor(controller: CommentController, uri: Uri, file: CommentedFile) {
    this.controller = controller;
    this.uri = uri;
    this.file = file;
  }

  /** Returns the number of a reading that begins now. */
  beginReading(): number {
    return ++this.reading;
  }

  /** Notes that something was written: what is being read may be from before. */
  outdate(): void {
    this.outdated = this.reading;
  }

  /** Whether a reading is newer than what is shown, so that it is shown now. Answers may come in another order than they were asked for. */
  takes(reading: number): boolean {
    if (reading <= this.outdated) return false;
    this.outdated = reading;
    return true;
  }

  /**
   * Shows the comments of the host, and yields to other work in between, since drawing one may take long; unsent comments are kept.
   * @returns whether they are shown: not if the file was closed or newer ones are shown meanwhile
   */
  async show(comments: readonly CommitCommentListEntry[], canReply: boolean): Promise<boolean> {
    const showing = ++this.showing;
    const pace = new Pace();
    const lines = new Map(linesOf(comments, this.file.path).map((found) => [found.line, found.comments]));
    for (const [line, found] of lines) {
      const thread = this.thread(line);
      setComments(thread, [...this.commentsOf(found), ...unsent(thread)], canReply);
      if (pace.due) await pace.rest();
      if (this.showing !== showing) return false;
    }
    for (const [line, thread] of this.threads) {
      if (lines.has(line)) continue;
      setComments(thread, unsent(thread), canReply);
      if (thread.comments.length === 0) this.remove(line);
    }
    return true;
  }

  /** Shows the comments on earlier commits: a reply would be one on the newest commit, so it is written there. */
  showEarlier(found: readonly EarlierComments[]): void {
    const before = new Map(this.earlier);
    this.earlier.clear();
    for (const one of found) {
      const { sha, was, line, comments } = one;
      const key = `${sha}:${was}`;
      const shown = JSON.stringify(one);
      const known = before.get(key);
      if (known?.shown === shown) {
        before.delete(key);
        this.earlier.set(key, known);
        continue;
      }
      const range = new Range(line - 1, 0, line - 1, 0);
      const thread = this.controller.createCommentThread(this.uri, range, this.commentsOf(comments));
      thread.label = commentsLabel(sha, one);
      thread.contextValue = "earlierCommit";
      thread.canReply = false;
      thread.collapsibleState = known?.thread.collapsibleState ?? CommentThreadCollapsibleState.Collapsed;
      this.earlier.set(key, { thread, shown });
    }
    for (const { thread } of before.values()) thread.dispose();
  }

  /** Returns the threads of earlier commits. */
  ofEarlier(): readonly CommentThread[] {
    return [...this.earlier.values()].map(({ thread }) => thread);
  }

  /** Adds the draft comment of a line, unless it is shown or being sent. */
  keepDraft(line: number, make: (thread: CommentThread) => DraftComment): void {
    const known = this.threads.get(line);
    if (known?.comments.some((comment) => isDraft(comment) || isSending(comment))) return;
    const thread = known ?? threadWith(make, (comments) => this.thread(line, comments));
    if (known) setComments(known, [...known.comments, make(known)]);
    thread.collapsibleState = CommentThreadCollapsibleState.Expanded;
  }

  expand(line: number): void {
    const thread = this.threads.get(line);
    if (thread) thread.collapsibleState = CommentThreadCollapsibleState.Expanded;
  }

  /** Makes a thread that the user started that of its line, merged with the previous one. */
  adopt(thread: CommentThread, line: number): void {
    const before = this.threads.get(line);
    if (before === thread) return;
    if (before) {
      setComments(thread, [...before.comments, ...thread.comments]);
      before.dispose();
    }
    this.threads.set(line, this.labeled(thread));
  }

  forget(thread: CommentThread): void {
    for (const [line, known] of this.threads) if (known === thread) this.threads.delete(line);
  }

  dispose(): void {
    this.showing += 1;
    for (const thread of [...this.threads.values(), ...this.ofEarlier()]) thread.dispose();
    this.threads.clear();
    this.earlier.clear();
  }

  private commentsOf(comments: readonly CommitCommentListEntry[]): Comment[] {
    const { instance, project, request } = this.file;
    return comments.map((comment) => hostComment({ instance, project: request?.project ?? project }, comment));
  }

  private thread(line: number, comments: readonly Comment[] = []): CommentThread {
    const known = this.threads.get(line);
    if (known) return known;
    const range = new Range(line - 1, 0, line - 1, 0);
    const thread = this.labeled(this.controller.createCommentThread(this.uri, range, comments));
    thread.collapsibleState = CommentThreadCollapsibleState.Collapsed;
    this.threads.set(line, thread);
    return thread;
  }

  private labeled(thread: CommentThread): CommentThread {
    thread.label = commentsLabel(this.file.ref);
    thread.contextValue = "commit";
    return thread;
  }

  private remove(line: number): void {
    this.threads.get(line)?.dispose();
    this.threads.delete(line);
  }
}

/** Returns the comments of a thread that are not from the host. */
const unsent = ({ comments }: CommentThread): Comment[] =>
  comments.filter(({ contextValue }) => contextValue !== "comment");
