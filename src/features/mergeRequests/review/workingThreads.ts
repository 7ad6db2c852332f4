import { type TextDocument, window, workspace } from "vscode";
import { type Disposable, DisposableStore } from "../../../core/base/disposable.ts";
import { MovedLines } from "../../../core/comparisons/movedLines.ts";
import { gitLines } from "../../../core/comparisons/sameLines.ts";
import type { Context } from "../../../core/context.ts";
import { pathInRepository } from "../../../core/files/fileHere.ts";
import { FileLines } from "../../../core/files/fileLines.ts";
import type { Conversation } from "../../../core/mergeRequests/review/conversation.ts";
import { isSamePlace, type MergeRequestPlace } from "../../../core/mergeRequests/review/place.ts";
import { type DiffFile, placeIn } from "../../../core/mergeRequests/review/positions.ts";
import type { CheckedOut } from "./checkedOut.ts";
import type { Discussions } from "./discussions.ts";
import type { PendingReviews } from "./pendingReviews.ts";
import type { ReviewThreads } from "./reviewThreads.ts";

/** Time in ms after an edit until threads are moved with their lines; the editor moves them meanwhile. */
const pause = 300;

/**
 * Shows threads in the files of the working tree when the source branch is checked out, at the lines that their text has moved to. A file
 * whose diff is open has them there only, so that each is listed once.
 */
export class WorkingThreads implements Disposable {
  private readonly owned = new DisposableStore();
  private readonly context: Pick<Context, "report">;
  private readonly checkedOut: CheckedOut;
  private readonly discussions: Discussions;
  private readonly pending: PendingReviews;
  private readonly threads: ReviewThreads;
  /** Lines of files at the head of the merge request. */
  private readonly texts = new FileLines();
  private readonly edited = new Map<string, NodeJS.Timeout>();

  constructor({
    context,
    checkedOut,
    discussions,
    pending,
    threads,
  }: {
    readonly context: Pick<Context, "report">;
    readonly checkedOut: CheckedOut;
    readonly discussions: Discussions;
    readonly pending: PendingReviews;
    readonly threads: ReviewThreads;
  }) {
    this.context = context;
    this.checkedOut = checkedOut;
    this.discussions = discussions;
    this.pending = pending;
    this.threads = threads;
    const look = (): void => this.look();
    this.owned.add(window.onDidChangeVisibleTextEditors(look));
    this.owned.add(checkedOut.onDidChange(look));
    this.owned.add(discussions.onDidChange(look));
    this.owned.add(threads.onDidChangeDiffs(look));
    this.owned.add(
      workspace.onDidChangeTextDocument(({ document }) => {
        if (threads.threadsIn(document.uri)?.document.moved) this.later(document);
      }),
    );
    look();
  }

  dispose(): void {
    for (const timer of this.edited.values()) clearTimeout(timer);
    this.owned.dispose();
  }

  private look(): void {
    const visible = window.visibleTextEditors.map(({ document }) => document);
    const known = this.threads.working().map(({ uri }) => uri.toString());
    const documents = new Set([
      ...visible.filter(({ uri }) => uri.scheme === "file"),
      ...workspace.textDocuments.filter(({ uri }) => known.includes(uri.toString())),
    ]);
    for (const document of documents) this.showQuietly(document);
  }

  private later(document: TextDocument): void {
    const address = document.uri.toString();
    clearTimeout(this.edited.get(address));
    const timer = setTimeout(() => {
      this.edited.delete(address);
      this.showQuietly(document);
    }, pause);
    this.edited.set(address, timer);
  }

  private showQuietly(document: TextDocument): void {
    this.show(document).catch((error: unknown) =>
      this.context.report.background(error, "Show the threads of a merge request in the working tree"),
    );
  }

  private async show(document: TextDocument): Promise<void> {
    const { uri } = document;
    const request = await this.checkedOut.get();
    const path = request && (await pathInRepository(request.root, uri));
    if (!request || path === undefined || this.discussions.available(request) === false) {
      this.threads.withdraw(uri);
      return;
    }
    const { instance, project, iid, head } = request;
    const place = { instance, project, iid };
    const file: DiffFile = { path, diff: { iid, side: "new", base: "", head } };
    const before =
      !this.threads.hasDiff(place, path) && (await this.hasThreads(place, file))
        ? await this.texts.of({ instance, project, path, ref: head }, document.encoding)
        : undefined;
    const [now, isOpen] = [await this.checkedOut.get(), workspace.textDocuments.includes(document)];
    // Something else may be shown by now.
    if (!before || !now || !isSamePlace(now, place) || !isOpen || this.threads.hasDiff(place, path)) {
      this.threads.withdraw(uri);
      return;
    }
    this.threads.put({ uri, place, file, moved: new MovedLines(before, gitLines(document.getText())) });
  }

  private async hasThreads(place: MergeRequestPlace, file: DiffFile): Promise<boolean> {
    const conversation: Conversation = await this.discussions.get(place);
    const positions = [
      ...conversation.discussions.map(({ notes }) => notes[0]?.position),
      ...this.pending.comments(place).map(({ position }) => position),
    ];
    return positions.some((position) => position != null && placeIn(file, position) !== undefined);
  }
}
