/** Threads in the diffs of merge requests: replying, resolving, editing, and going from one to the next. */
import {
  commands,
  type CommentReply,
  type CommentThread,
  l10n,
  Range,
  TabInputTextDiff,
  type TextDocumentShowOptions,
  type Uri,
  window,
  workspace,
} from "vscode";
import type { Discussion, DiffPosition } from "../../../api/resources/discussionTypes.ts";
import { CancelledError, UserError } from "../../../core/base/errors.ts";
import { type ArgumentParser, isObject, isScope, isUri } from "../../../core/commands/arguments.ts";
import { changesBetween, changesOfMergeRequest } from "../../../core/comparisons/changes.ts";
import type { Changes } from "../../../core/comparisons/comparison.ts";
import { diffSides, diffTitle } from "../../../core/comparisons/sides.ts";
import { readFileUri } from "../../../core/files/uris.ts";
import type { MergeRequestRef } from "../../../core/mergeRequests/refs.ts";
import { notice } from "../../../core/ui/notice.ts";
import { withProgress } from "../../../core/ui/progress.ts";
import { withRefusals } from "../../../core/ui/refusals.ts";
import { type DraftComment, typedText } from "../../../core/ui/unsentComment.ts";
import type { MergeRequestsContext } from "../context.ts";
import { confirmDelete, confirmDeletePending } from "../review/confirmDelete.ts";
import { isOpenThread } from "../review/conversation.ts";
import type { PendingComment } from "../review/pendingReviews.ts";
import { type MergeRequestPlace, placeOf, refOf } from "../review/place.ts";
import { isOnPicture, placeIn } from "../review/positions.ts";
import type { NoteComment } from "../review/shownNote.ts";
import { isPendingNote, type PendingNote } from "../review/shownPending.ts";
import { deleteNote, setResolved } from "../review/write.ts";
import { pickMergeRequest } from "./pickMergeRequest.ts";

/** A thread of a merge request, as argument of commands. */
export interface ThreadRef extends MergeRequestPlace {
  /** ID of the discussion. */
  readonly discussion: string;
  /** Whether the diff is opened even if it cannot show the thread, as the page does, which shows it already. */
  readonly inDiff?: boolean;
}

/** A comment that waits for the review to be submitted, as argument of a command. */
export interface PendingRef extends MergeRequestPlace {
  /** ID of the comment in its review. */
  readonly pending: string;
}

/** Sends a comment on a line of the diff, or a reply. */
export async function send(context: MergeRequestsContext, reply?: CommentReply): Promise<void> {
  if (reply === undefined)
    throw new UserError(l10n.t("Open the changes of a merge request and select a line to comment on it."), {
      action: { title: l10n.t("Open All Changed Files"), command: "forgeline.changes.openAll" },
    });
  await (await context.review()).sender.send(reply);
}

/** Sends a reply and resolves its thread. */
export async function sendAndResolve(context: MergeRequestsContext, reply?: CommentReply): Promise<void> {
  if (reply) await (await context.review()).sender.send(reply, true);
}

/** Sends an unsent comment again. */
export async function sendAgain(context: MergeRequestsContext, draft?: DraftComment): Promise<void> {
  if (draft) await (await context.review()).sender.sendAgain(draft);
}

/** Discards an unsent comment. */
export async function discard(context: MergeRequestsContext, draft?: DraftComment): Promise<void> {
  if (draft) await (await context.review()).sender.discard(draft);
}

export const resolveThread = (context: MergeRequestsContext, given?: CommentThread | ThreadRef): Promise<void> =>
  change(context, given, true);

export const reopenThread = (context: MergeRequestsContext, given?: CommentThread | ThreadRef): Promise<void> =>
  change(context, given, false);

async function change(
  context: MergeRequestsContext,
  given: CommentThread | ThreadRef | undefined,
  resolved: boolean,
): Promise<void> {
  const { threads } = await context.review();
  const subject =
    given && "discussion" in given ? { place: given, discussion: given.discussion } : given && threads.subjectOf(given);
  if (subject?.discussion === undefined)
    throw new UserError(l10n.t("Open the changes of a merge request and select the thread there."));
  const { place, discussion } = subject;
  await withRefusals(
    {
      forbidden: () => ({
        message: resolved
          ? l10n.t(
              "Your account cannot resolve threads of !{0}. The author of the merge request and members with the Developer role can.",
              place.iid,
            )
          : l10n.t(
              "Your account cannot reopen threads of !{0}. The author of the merge request and members with the Developer role can.",
              place.iid,
            ),
      }),
    },
    () => setResolved(context, place, discussion, resolved),
  );
}

/** Opens the text of a comment for editing. */
export async function editComment(context: MergeRequestsContext, comment?: OwnComment): Promise<void> {
  if (comment) (await context.review()).threads.edit(comment, true);
}

/** Leaves the text of a comment as it was. */
export async function cancelEdit(context: MergeRequestsContext, comment?: OwnComment): Promise<void> {
  if (comment) (await context.review()).threads.edit(comment, false);
}

/** Sends the changed text of a comment. */
export async function saveComment(context: MergeRequestsContext, comment?: OwnComment): Promise<void> {
  if (comment) await (await context.review()).sender.save(comment);
}

/** Deletes a comment after a confirmation. */
export async function deleteComment(context: MergeRequestsContext, comment?: OwnComment): Promise<void> {
  if (!comment) return;
  if (isPendingNote(comment)) {
    const { place, pending } = comment;
    if (!(await confirmDeletePending(place, pending))) throw new CancelledError();
    await (await context.review()).pending.remove(place, pending);
    return;
  }
  const { place, discussion, note } = comment;
  const { discussions } = await context.review();
  const whole = discussions.known(place)?.discussions.find(({ id }) => id === discussion);
  if (!(await confirmDelete(place, note, whole))) throw new CancelledError();
  await deleteNote(context, place, { discussion, note: note.id });
}

/** Opens the diff at the line of a thread, or the page of the merge request if it stands on no line. */
export async function openThread(context: MergeRequestsContext, given?: ThreadRef | PendingRef): Promise<void> {
  if (!given) return;
  const { discussions, pending } = await context.review();
  const conversation = await withProgress(l10n.t("Loading the threads of !{0}…", given.iid), () =>
    discussions.get(given),
  );
  if ("pending" in given) {
    const comment = pending.comments(given).find(({ id }) => id === given.pending);
    if (comment) await openPending(context, given, comment);
    return;
  }
  const discussion = conversation.discussions.find(({ id }) => id === given.discussion);
  if (!discussion) throw new UserError(l10n.t("This thread was deleted."));
  await show(context, given, discussion, given.inDiff);
  await (await context.updates()).see(given, given.discussion);
}

/** Opens the diff at the place of a pending comment. */
export async function openPending(
  context: MergeRequestsContext,
  { instance, project, iid }: MergeRequestPlace,
  { discussion, position }: PendingComment,
): Promise<void> {
  const place = { instance, project, iid };
  if (discussion !== undefined) await openThread(context, { ...place, discussion });
  else await showPosition(context, refOf(place), position);
}

export const nextOpen = (context: MergeRequestsContext, given?: MergeRequestRef): Promise<void> =>
  go(context, given, 1);

export const previousOpen = (context: MergeRequestsContext, given?: MergeRequestRef): Promise<void> =>
  go(context, given, -1);

/** Goes to the next open thread after the cursor, or before it, across files; from the last one to the first. */
async function go(context: MergeRequestsContext, given: MergeRequestRef | undefined, step: 1 | -1): Promise<void> {
  const here = await cursor(context);
  const place = (given && placeOf(given)) ?? here?.place ?? (await pickPlace(context, step));
  const { discussions } = await context.review();
  const { discussions: all } = await withProgress(l10n.t("Loading the threads of !{0}…", place.iid), () =>
    discussions.get(place),
  );
  const onPage = here ? undefined : shownOnPage.get(context.pages);
  const stops = all
    .filter((one) => (isOpenThread(one) || one.id === onPage) && one.notes[0]?.position)
    .toSorted(byPlace);
  const open = stops.filter(isOpenThread);
  if (open.length === 0) {
    notice(
      all.some(isOpenThread)
        ? l10n.t("The open threads of !{0} are on no line. Its page shows them.", place.iid)
        : l10n.t("!{0} has no open threads.", place.iid),
    );
    return;
  }
  const beyond = here
    ? open.filter((one) => compare(orderOf(one), here.order) * step > 0)
    : beyondOne(stops, onPage, step).filter(isOpenThread);
  const chosen = step > 0 ? (beyond[0] ?? open[0]) : (beyond.at(-1) ?? open.at(-1));
  if (chosen) await show(context, place, chosen);
}

/** Returns what comes after a discussion, or before it; nothing if it is not there. */
function beyondOne(stops: readonly Discussion[], id: string | undefined, step: 1 | -1): readonly Discussion[] {
  const at = stops.findIndex((one) => one.id === id);
  if (at < 0) return [];
  return step > 0 ? stops.slice(at + 1) : stops.slice(0, at);
}

/** The thread that was last gone to, by the pages that show it because no diff can: there is no cursor on a page. */
const shownOnPage = new WeakMap<MergeRequestsContext["pages"], string>();

/** Shows a thread in its diff, or on the page of the merge request. @param inDiff whether the diff is opened in any case */
async function show(
  context: MergeRequestsContext,
  place: MergeRequestPlace,
  { id, notes }: Discussion,
  inDiff = false,
): Promise<void> {
  shownOnPage.delete(context.pages);
  const position = notes[0]?.position;
  const ref = refOf(place);
  const diff = await diffAt(context, ref, position);
  if (diff === undefined) return showOnPage(context, ref, id);
  const isDrawn = !isOnPicture(position) || (await isText(diff.document));
  if (!isDrawn && !inDiff) return showOnPage(context, ref, id);
  await diff.open();
  if (!isDrawn) return;
  // VS Code may show a picture as one, though it is text.
  if (isOnPicture(position) && !(window.tabGroups.activeTabGroup.activeTab?.input instanceof TabInputTextDiff)) {
    if (!inDiff) await showOnPage(context, ref, id);
    return;
  }
  await (await context.review()).threads.open(diff.document, id);
}

async function showOnPage(context: MergeRequestsContext, ref: MergeRequestRef, discussion: string): Promise<void> {
  await context.pages.open(ref);
  context.pages.of(ref)?.page.goTo(discussion);
  shownOnPage.set(context.pages, discussion);
}

async function isText(uri: Uri): Promise<boolean> {
  try {
    await workspace.openTextDocument(uri);
    return true;
  } catch {
    // VS Code refuses bytes that are no text.
    return false;
  }
}

/** Opens the diff at a position, or the page of the merge request without one. Returns the document that has the position. */
export async function showPosition(
  context: MergeRequestsContext,
  ref: MergeRequestRef,
  position: DiffPosition | null | undefined,
): Promise<Uri | undefined> {
  const diff = await diffAt(context, ref, position);
  if (diff === undefined) await commands.executeCommand("forgeline.mergeRequest.open", ref);
  await diff?.open();
  return diff?.document;
}

/** Returns the diff at a position, and its document that has the position; undefined without one. */
async function diffAt(
  context: MergeRequestsContext,
  ref: MergeRequestRef,
  position: DiffPosition | null | undefined,
): Promise<{ readonly document: Uri; open(): Promise<void> } | undefined> {
  const { iid } = ref.mergeRequest;
  if (!position?.head_sha || !position.base_sha) return undefined;
  const changes = await withProgress(l10n.t("Loading changes of !{0}…", iid), (signal) =>
    changesAt(context, ref, position, signal),
  );
  const file = changes.files.find(({ path, oldPath }) => path === position.new_path || oldPath === position.old_path);
  if (!file) throw new UserError(l10n.t("The changes no longer include the file of this thread."));
  const [base, head] = diffSides(changes.comparison, file);
  const [onBase, onHead] = [spanIn(base, position), spanIn(head, position)];
  const span = onHead ?? onBase;
  const line = span === undefined || span === "file" ? 0 : span.end - 1;
  const options: TextDocumentShowOptions = {
    preview: true,
    ...(onHead !== undefined && { selection: new Range(line, 0, line, 0) }),
  };
  return {
    document: onHead === undefined ? base : head,
    open: async () => {
      await commands.executeCommand("vscode.diff", base, head, diffTitle(changes.comparison, file), options);
    },
  };
}

function spanIn(uri: Uri, position: DiffPosition) {
  const file = readFileUri(uri);
  return file?.diff && placeIn({ path: file.path, diff: file.diff }, position);
}

/** Reads the changes of the version that a position belongs to. */
async function changesAt(
  context: MergeRequestsContext,
  ref: MergeRequestRef,
  { base_sha: base, head_sha: head }: DiffPosition,
  signal: AbortSignal,
): Promise<Changes> {
  const current = await changesOfMergeRequest(context, ref, signal);
  const { comparison } = current;
  if (!base || !head || (comparison.head === head && comparison.base === base)) return current;
  return changesBetween(
    context,
    { ...comparison, base, head, mergeRequest: ref.mergeRequest.iid, outdated: true },
    signal,
  );
}

/** Path, line and side: the order in which threads are visited. */
type Order = readonly [path: string, line: number];

const orderOf = ({ notes }: Discussion): Order => {
  const position = notes[0]?.position;
  return [position?.new_path ?? position?.old_path ?? "", position?.new_line ?? position?.old_line ?? 0];
};

const compare = ([path, line]: Order, [otherPath, otherLine]: Order): number =>
  path === otherPath ? line - otherLine : path < otherPath ? -1 : 1;

const byPlace = (one: Discussion, other: Discussion): number => compare(orderOf(one), orderOf(other));

/** Returns the merge request and place of the cursor in a diff, or in a file of the working tree that shows threads. */
export async function cursor(
  context: MergeRequestsContext,
): Promise<{ readonly place: MergeRequestPlace; readonly order: Order; readonly head: string } | undefined> {
  const editor = window.activeTextEditor;
  if (!editor) return undefined;
  const shown = (await context.review()).threads.documentOf(editor.document.uri);
  if (!shown) return undefined;
  const { place, file, moved } = shown;
  const { side, otherPath, head } = file.diff;
  const line = editor.selection.active.line + 1;
  return {
    place,
    order: [side === "old" ? (otherPath ?? file.path) : file.path, moved?.before(line) ?? line],
    head,
  };
}

async function pickPlace(context: MergeRequestsContext, step: 1 | -1): Promise<MergeRequestPlace> {
  return placeOf(
    await pickMergeRequest(context, undefined, {
      title: step > 0 ? l10n.t("Go to Next Open Thread") : l10n.t("Go to Previous Open Thread"),
      placeholder: l10n.t("Select a merge request to go through its open threads"),
    }),
  );
}

const isThread = (value: unknown): value is CommentThread =>
  isObject(value) && isUri(value["uri"]) && Array.isArray(value["comments"]);

const isThreadRef = (value: unknown): value is ThreadRef =>
  isScope(value) && typeof value["iid"] === "number" && typeof value["discussion"] === "string";

const isPendingRef = (value: unknown): value is PendingRef =>
  isScope(value) && typeof value["iid"] === "number" && typeof value["pending"] === "string";

/** Parses the reply that VS Code passes to a command of a thread's box, or an unsent comment. */
export const replyArgs: ArgumentParser<[reply?: CommentReply]> = ([value]) => {
  const [draft] = unsentArgs([value]);
  if (draft) return [{ thread: draft.draft, text: typedText(draft) }];
  return isObject(value) && typeof value["text"] === "string" && isThread(value["thread"])
    ? [value as unknown as CommentReply]
    : [];
};

/** Parses a thread, as VS Code or the page passes it. */
export const threadArgs: ArgumentParser<[thread?: CommentThread | ThreadRef]> = ([value]) =>
  isThreadRef(value) || isThread(value) ? [value] : [];

/** Parses a thread as VS Code passes it. */
export const commentThreadArgs: ArgumentParser<[thread?: CommentThread]> = ([value]) =>
  isThread(value) ? [value] : [];

/** Parses a thread or a pending comment, as the page and rows pass it. */
export const threadRefArgs: ArgumentParser<[thread?: ThreadRef | PendingRef]> = ([value]) =>
  isThreadRef(value) || isPendingRef(value) ? [value] : [];

/** Parses an unsent comment. */
export const unsentArgs: ArgumentParser<[draft?: DraftComment]> = ([value]) =>
  isObject(value) && isThread(value["draft"]) ? [value as unknown as DraftComment] : [];

/** A comment of the user, on the host or waiting for the review to be submitted. */
type OwnComment = NoteComment | PendingNote;

/** Parses a comment of the host or of the review. */
export const noteArgs: ArgumentParser<[comment?: OwnComment]> = ([value]) => {
  if (!isObject(value) || !isObject(value["place"])) return [];
  const isOne = isObject(value["pending"]) || (isObject(value["note"]) && typeof value["discussion"] === "string");
  return isOne ? [value as unknown as OwnComment] : [];
};
