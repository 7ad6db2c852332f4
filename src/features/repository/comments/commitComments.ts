import {
  type Comment,
  comments,
  type CommentReply,
  type CommentThread,
  CommentThreadCollapsibleState,
  l10n,
  Range,
  type TextDocument,
  type Uri,
  window,
  workspace,
  TabInputTextDiff,
} from "vscode";
import { ApiError } from "../../../api/errors.ts";
import type { CommitComment, CommitCommentListEntry } from "../../../api/resources/commitTypes.ts";
import { type Disposable, DisposableStore } from "../../../core/base/disposable.ts";
import type { DraftStore } from "../../../core/base/drafts.ts";
import { isCancelled, UserError } from "../../../core/base/errors.ts";
import type { Emitter } from "../../../core/base/events.ts";
import { sameProject } from "../../../core/base/refs.ts";
import type { CapabilityStore } from "../../../core/capabilities.ts";
import type { Change } from "../../../core/changes.ts";
import { announce, sendWrite, sinceNow } from "../../../core/commands/runWrite.ts";
import type { UnansweredWrites } from "../../../core/commands/unansweredWrites.ts";
import { gitLines } from "../../../core/comparisons/sameLines.ts";
import type { Connections } from "../../../core/connections.ts";
import type { FileRef } from "../../../core/files/refs.ts";
import { readFileUri } from "../../../core/files/uris.ts";
import { emojiNames } from "../../../core/people/emoji.ts";
import { setContextKey } from "../../../core/ui/contextKeys.ts";
import { DrawnComments } from "../../../core/ui/drawnComments.ts";
import { notice } from "../../../core/ui/notice.ts";
import { type HostList, partialText } from "../../../core/ui/partialList.ts";
import { withProgress } from "../../../core/ui/progress.ts";
import type { Report } from "../../../core/ui/report.ts";
import { shortSha } from "../../../core/ui/shortSha.ts";
import type { TypedTexts } from "../../../core/ui/typedTexts.ts";
import {
  type DraftComment,
  draftComment,
  isDraft,
  sendingComment,
  setComments,
  typedText,
} from "../../../core/ui/unsentComment.ts";
import { isFullSha } from "../../../git/localClone.ts";
import {
  commentDraft,
  type CommentDraft,
  commentDrafts,
  type CommentPlace,
  keepCommentDraft,
  type Unanswered,
} from "./drafts.ts";
import { FileThreads } from "./fileThreads.ts";
import { findComment } from "./findComment.ts";
import { placeOf } from "./places.ts";
import { type CommentedFile, CommitsOfRequests, type RequestComments } from "./requestComments.ts";
import { hostComment } from "./shownComment.ts";
import { typedComments } from "./typedComments.ts";

export interface CommitCommentsOptions {
  readonly connections: Pick<Connections, "get">;
  readonly changes: Emitter<Change>;
  readonly report: Report;
  readonly drafts: Pick<DraftStore, "all" | "get" | "keepQuietly">;
  readonly unanswered: UnansweredWrites;
  readonly capabilities: Pick<CapabilityStore, "onDidChange">;
}

/** Limit of comments read per commit. */
const maxComments = 1_000;

/** Shows and sends comments on commits in VS Code's Comments interface, on the files of a commit's diff. */
export class CommitComments implements Disposable {
  private readonly owned = new DisposableStore();
  private readonly stopping = new AbortController();
  private readonly options: CommitCommentsOptions;
  readonly controller = this.owned.add(
    comments.createCommentController("forgelineCommitComments", l10n.t("Commit Comments")),
  );
  private readonly drawn = this.owned.add(new DrawnComments());
  /** Visible files, by URI. */
  private readonly files = new Map<string, FileThreads>();
  private readonly requests: CommitsOfRequests;
  private readonly typed: Pick<TypedTexts<FileRef>, "taken">;

  constructor(options: CommitCommentsOptions) {
    this.options = options;
    this.requests = new CommitsOfRequests(options.connections);
    this.typed = this.owned.add(typedComments(options, this));
    this.controller.commentingRangeProvider = { provideCommentingRanges: (document) => this.ranges(document) };
    const look = (): void => {
      this.follow(window.visibleTextEditors.map(({ document }) => document));
      this.lookAtActive();
    };
    this.owned.add(window.onDidChangeActiveTextEditor(() => this.lookAtActive()));
    this.owned.add(window.onDidChangeVisibleTextEditors(look));
    this.owned.add(workspace.onDidCloseTextDocument(({ uri }) => this.close(uri)));
    this.owned.add(options.changes.event((change) => this.written(change)));
    // Where merge requests have no threads, comments on their commits are shown instead.
    this.owned.add(options.capabilities.onDidChange(look));
    look();
  }

  /** Reads the comments of a file and opens those on a line. */
  async open(uri: Uri, line: number): Promise<void> {
    const file = this.commentedFile(uri);
    if (file === undefined) return;
    const threads = this.files.get(uri.toString()) ?? this.add(uri, file);
    const { items, capped } = await this.read(threads);
    threads.expand(line);
    if (capped) notice(partialText(items.length));
  }

  /** Returns the threads in a file, by line. */
  threadsIn(uri: Uri): ReadonlyMap<number, CommentThread> {
    return this.files.get(uri.toString())?.byLine ?? new Map<number, CommentThread>();
  }

  /** Returns the threads in a file with comments on earlier commits of its merge request. */
  earlierIn(uri: Uri): readonly CommentThread[] {
    return this.files.get(uri.toString())?.ofEarlier() ?? [];
  }

  /**
   * Reads the comments on more commits of the merge request that a file is of. @returns the number of commits that are read by now, and whether
   * there are older ones; undefined for other files
   */
  async showOlder(uri: Uri): Promise<{ readonly count: number; readonly older: boolean } | undefined> {
    const file = this.commentedFile(uri);
    if (file?.request === undefined) return undefined;
    const { request } = file;
    this.requests.readMore(file, request);
    const shown = this.files.get(uri.toString()) ?? this.add(uri, file);
    const others = [...this.files.values()].filter(
      ({ file: { ref, request: other } }) => ref === file.ref && other?.base === request.base,
    );
    await this.read(shown);
    for (const threads of others) if (threads !== shown) this.readQuietly(threads);
    return { count: this.requests.count(file, request), older: this.requests.hasOlder(file, request) };
  }

  /** Reads the comments of a file again, if it is shown, with those that are kept. */
  refresh({ ref, path }: FileRef): void {
    for (const threads of this.files.values())
      if (threads.file.ref === ref && threads.file.path === path) this.readQuietly(threads);
  }

  /** Sends a reply or a new comment. @throws ApiError, UserError; the text then stays in the thread */
  async send({ thread, text }: CommentReply): Promise<void> {
    if (text.trim() === "") throw new UserError(l10n.t("Enter a comment."));
    await this.post(thread, text);
  }

  /** Sends a draft again. */
  async sendAgain(draft: DraftComment): Promise<void> {
    const text = typedText(draft);
    if (text.trim() === "") throw new UserError(l10n.t("Enter a comment."));
    const thread = draft.draft;
    setComments(
      thread,
      thread.comments.filter((comment) => comment !== draft),
    );
    await this.post(thread, text);
  }

  /** Removes a draft. */
  async discard(draft: DraftComment): Promise<void> {
    const thread = draft.draft;
    setComments(
      thread,
      thread.comments.filter((comment) => comment !== draft),
    );
    const place = this.placeOf(thread);
    if (place) await keepCommentDraft(this.options.drafts, place, unsentIn(thread.comments));
    if (thread.comments.length === 0) this.drop(thread);
  }

  dispose(): void {
    this.stopping.abort();
    for (const threads of this.files.values()) threads.dispose();
    this.files.clear();
    this.owned.dispose();
  }

  private ranges({ uri, lineCount }: TextDocument): Range[] | undefined {
    const file = this.commentedFile(uri);
    if (this.drawn.asked(uri) && file) this.redraw(uri, file);
    return file && this.account(file) !== undefined ? [new Range(0, 0, Math.max(0, lineCount - 1), 0)] : undefined;
  }

  private account({ instance }: FileRef): string | undefined {
    const user = this.options.connections.get(instance).session?.user;
    return user && (user.name || user.username);
  }

  private follow(documents: readonly TextDocument[]): void {
    for (const { uri } of documents) {
      const file = this.commentedFile(uri);
      const known = this.files.get(uri.toString());
      if (file === undefined || known !== undefined) continue;
      this.readQuietly(this.add(uri, file));
    }
  }

  private add(uri: Uri, file: CommentedFile): FileThreads {
    const threads = new FileThreads(this.controller, uri, file);
    this.files.set(uri.toString(), threads);
    return threads;
  }

  /** Creates the threads of a file again, with the unsent ones that are kept. */
  private redraw(uri: Uri, file: CommentedFile): void {
    this.files.get(uri.toString())?.dispose();
    this.readQuietly(this.add(uri, file));
  }

  /** Disposes of the threads of a closed file. */
  close(uri: Uri): void {
    const address = uri.toString();
    this.files.get(address)?.dispose();
    this.files.delete(address);
    this.drawn.forget(uri);
  }

  /** Shows comments that were made elsewhere in the window. */
  private written(change: Change): void {
    if (change.subject !== "commit") return;
    for (const threads of this.files.values()) {
      const { ref, request } = threads.file;
      if (!sameProject(threads.file, change) || !(request || change.sha === undefined || change.sha === ref)) continue;
      threads.outdate();
      this.readQuietly(threads);
    }
  }

  private readQuietly(threads: FileThreads): void {
    this.read(threads).catch((error: unknown) =>
      this.options.report.background(error, "Read the comments of a commit"),
    );
  }

  private async read(threads: FileThreads): Promise<HostList<CommitCommentListEntry>> {
    const { file, uri } = threads;
    const { signal } = this.stopping;
    const reading = threads.beginReading();
    const { newest: found, earlier } = await this.request(threads, signal);
    await Promise.all([this.drawn.wait(uri), emojiNames()]);
    // Tabs are known only once the editor has shown them; by now the file may be closed or on the old side of the diff.
    if (this.files.get(uri.toString()) !== threads || this.commentedFile(uri) === undefined) return found;
    if (!threads.takes(reading)) return found;
    const author = this.account(file) ?? "";
    if (!(await threads.show(found.items, this.account(file) !== undefined))) return found;
    threads.showEarlier(earlier);
    this.lookAtActive();
    for (const { line, text, unanswered } of commentDrafts(this.options.drafts, file))
      threads.keepDraft(line, (thread) => draftComment(thread, text, author, unanswered !== undefined));
    return found;
  }

  private async request({ file, uri }: FileThreads, signal: AbortSignal): Promise<RequestComments> {
    const { instance, project, ref, request } = file;
    if (request) {
      const document = await workspace.openTextDocument(uri);
      const text = { lines: gitLines(document.getText()), encoding: document.encoding };
      try {
        return await this.requests.read(file, request, text, signal);
      } catch (error) {
        if (!(error instanceof ApiError) || isCancelled(error)) throw error;
        // The newest commit's comments need no list of commits.
        this.options.report.background(error, "Read the comments on the commits of a merge request");
      }
    }
    const { commits } = this.options.connections.get(instance).client;
    return {
      newest: await commits.listComments(project, ref, { signal }).all({ max: maxComments, signal }),
      earlier: [],
    };
  }

  /** Says in the boxes for new comments what one comments on, and offers older commits where there are some. */
  private lookAtActive(): void {
    const uri = window.activeTextEditor?.document.uri;
    const file = uri && this.commentedFile(uri);
    const commit = shortSha(file?.ref);
    this.controller.options = file?.request
      ? {
          prompt: l10n.t("Comment on commit {0}, the newest of the merge request…", commit),
          placeHolder: l10n.t("Comment on commit {0} (Markdown). This host has no threads on merge requests", commit),
        }
      : { prompt: l10n.t("Comment on this line of the commit…"), placeHolder: l10n.t("Comment (Markdown)") };
    const hasOlder = file?.request !== undefined && this.requests.hasOlder(file, file.request);
    void setContextKey("forgeline.olderCommitComments", hasOlder);
  }

  private async post(thread: CommentThread, text: string): Promise<void> {
    const place = this.placeOf(thread);
    const author = (place && this.account(place)) ?? l10n.t("me");
    // From now on it is the thread of its line, also for a reading that ends while the comment is sent.
    if (place) this.files.get(thread.uri.toString())?.adopt(thread, place.line);
    const sending = sendingComment(text, author);
    // A reply leaves the unsent comment of its line.
    const others = (): readonly Comment[] => thread.comments.filter((comment) => comment !== sending);
    const unsent = (): string => [...unsentTexts(others()), text].join("\n\n");
    const keep = async (unanswered?: Unanswered): Promise<void> => {
      const kept = unsent();
      setComments(thread, [...others(), draftComment(thread, text, author, unanswered !== undefined)]);
      thread.collapsibleState = CommentThreadCollapsibleState.Expanded;
      if (place === undefined) return;
      await keepCommentDraft(this.options.drafts, place, { text: kept, unanswered });
    };
    if (place === undefined) {
      await keep();
      throw new UserError(l10n.t("Commit comments can be added only to the right side of a diff. Your text is kept."));
    }
    setComments(thread, [...others(), sending]);
    const { instance, path, line, ref, project } = place;
    const connection = this.options.connections.get(instance);
    const { client } = connection;
    const key = JSON.stringify(["comment", instance, project, ref, path, line, text]);
    const kept = commentDraft(this.options.drafts, place)?.unanswered;
    const before = unsentTexts(others()).length > 0 ? undefined : kept;
    let unanswered: Unanswered | undefined;
    let answer: CommitComment;
    try {
      answer = await withProgress(
        l10n.t("Sending the comment…"),
        async (signal) => {
          if (before && before.text !== text) await this.checkOtherText(place, before, signal);
          unanswered = { text, since: before?.text === text ? before.since : sinceNow(client.hostTime) };
          // A window that closes while it is sent shows it again, as one that may be there.
          await keepCommentDraft(this.options.drafts, place, { text: unsent(), unanswered });
          this.typed.taken(text);
          return sendWrite(this.options, {
            key,
            signal,
            request: () =>
              client.commits.createComment(project, ref, { note: text, path, line, line_type: "new" }, { signal }),
            find: findComment(connection, { project, sha: ref, note: text, path, line }),
            hostTime: client.hostTime,
            since: before?.text === text ? before.since : undefined,
          });
        },
        { writes: true },
      );
    } catch (error) {
      const isUnknown = isCancelled(error) || this.options.unanswered.sinceOf(key) !== undefined;
      await keep(unanswered && isUnknown ? unanswered : error instanceof EarlierText ? undefined : before);
      // It may be on the host nevertheless.
      this.changed(place);
      throw error;
    }
    await keepCommentDraft(this.options.drafts, place, unsentIn(others(), kept));
    this.made(thread, place, answer, others());
  }

  /** Checks that a text that was sent before the user changed it is not on the host. @throws EarlierText if it is */
  private async checkOtherText(place: CommentPlace, { text, since }: Unanswered, signal: AbortSignal): Promise<void> {
    const { instance, project, ref: sha, path, line } = place;
    const find = findComment(this.options.connections.get(instance), { project, sha, note: text, path, line });
    if (await find(signal, since, () => false)) throw new EarlierText();
  }

  /** @throws UserError when the host put the comment on the commit as a whole */
  private made(
    thread: CommentThread,
    place: CommentPlace,
    answer: CommitCommentListEntry,
    others: CommentThread["comments"],
  ): void {
    const placed = placeOf(answer) !== undefined;
    setComments(thread, placed ? [...others, hostComment(place, answer)] : others);
    if (thread.comments.length === 0) this.drop(thread);
    const { instance, project, ref } = place;
    this.changed(place);
    if (placed) return;
    throw new UserError(
      l10n.t(
        "Your comment was added to the commit, not to the line. The host accepts line comments only on lines in the commit, and some hosts only on changed lines. Mention the line in your text.",
      ),
      {
        action: {
          title: l10n.t("Show Comments"),
          command: "forgeline.commit.showComments",
          args: [{ instance, project, commit: { id: ref } }],
        },
      },
    );
  }

  private changed({ instance, project, ref }: CommentPlace): void {
    announce(this.options, { instance, project, subject: "commit", sha: ref });
  }

  private drop(thread: CommentThread): void {
    this.files.get(thread.uri.toString())?.forget(thread);
    thread.dispose();
  }
  /** Returns the file and line of a thread; undefined where comments are not possible. */
  private placeOf({ uri, range }: CommentThread): CommentPlace | undefined {
    const file = this.commentedFile(uri);
    return file && range && { ...file, line: range.end.line + 1 };
  }

  /**
   * Returns the file of a commit whose lines can be commented on; undefined for other documents, the old side of a diff, and the diffs of
   * merge requests that have threads.
   */
  commentedFile(uri: Uri): CommentedFile | undefined {
    const file = readFileUri(uri);
    if (file === undefined || !isFullSha(file.ref) || file.lfs === true || isOldSide(uri)) return undefined;
    if (file.diff?.side === "old") return undefined;
    const { instance, project, fork, path, ref, diff } = file;
    if (diff && this.options.connections.get(instance).client.discussions.available() !== false) return undefined;
    // The commit of a fork is not in the target project.
    const request = diff && { project, base: diff.base, otherPath: diff.otherPath };
    return { instance, project: fork ?? project, path, ref, ...(request && { request }) };
  }
}

const unsentTexts = (comments: readonly Comment[]): readonly string[] => comments.filter(isDraft).map(typedText);

/** Returns the unsent comments of a thread as they are kept. */
function unsentIn(comments: readonly Comment[], unanswered?: Unanswered): Omit<CommentDraft, "line"> | undefined {
  const texts = unsentTexts(comments);
  return texts.length === 0 ? undefined : { text: texts.join("\n\n"), unanswered };
}

/** The comment was made as it was before the user changed its text. */
class EarlierText extends UserError {
  constructor() {
    super(
      l10n.t(
        "Your first comment was already added; only the response was lost. Send again to add this text as another comment.",
      ),
    );
  }
}

/** Returns whether a document is shown only as the old side of a diff. */
function isOldSide(uri: Uri): boolean {
  const address = uri.toString();
  const diffs = window.tabGroups.all.flatMap(({ tabs }) =>
    tabs.flatMap(({ input }) => (input instanceof TabInputTextDiff ? [input] : [])),
  );
  const has = (side: "original" | "modified"): boolean => diffs.some((input) => input[side].toString() === address);
  return has("original") && !has("modified");
}
