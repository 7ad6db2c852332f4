/** Opening threads, and going from one to the next. */
import {
  commands,
  l10n,
  Range,
  TabInputTextDiff,
  type TextDocumentShowOptions,
  type Uri,
  window,
  workspace,
} from "vscode";
import type { Discussion, DiffPosition } from "../../../api/resources/discussionTypes.ts";
import { UserError } from "../../../core/base/errors.ts";
import { changesBetween, changesOfMergeRequest } from "../../../core/comparisons/changes.ts";
import type { Changes } from "../../../core/comparisons/comparison.ts";
import { diffSides, diffTitle } from "../../../core/comparisons/sides.ts";
import { readFileUri } from "../../../core/files/uris.ts";
import type { MergeRequestRef } from "../../../core/mergeRequests/refs.ts";
import { isOpenThread } from "../../../core/mergeRequests/review/conversation.ts";
import { type MergeRequestPlace, placeOf, refOf } from "../../../core/mergeRequests/review/place.ts";
import { isOnPicture, placeIn } from "../../../core/mergeRequests/review/positions.ts";
import { notice } from "../../../core/ui/notice.ts";
import { withProgress } from "../../../core/ui/progress.ts";
import type { MergeRequestsContext } from "../context.ts";
import type { PendingComment } from "../review/pendingReviews.ts";
import { openPage } from "./open.ts";
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

/** The thread that was opened last on a page because no diff can show it, by pages: a page has no cursor to go on from. */
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
  await openPage(context, ref);
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
