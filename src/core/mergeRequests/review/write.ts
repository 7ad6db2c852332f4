import { l10n } from "vscode";
import type { Client } from "../../../api/client.ts";
import type { Discussion, NewDiffPosition, Note, Suggestion } from "../../../api/resources/discussionTypes.ts";
import { foundIf, foundInAll, madeSince } from "../../commands/findWrite.ts";
import { type FindWrite, runWrite, type WriteOptions } from "../../commands/runWrite.ts";
import type { Context } from "../../context.ts";
import type { HostList } from "../../ui/partialList.ts";
import { isBy, isResolved } from "./conversation.ts";
import { withLockReason } from "./locked.ts";
import type { MergeRequestPlace } from "./place.ts";

type WriteContext = Pick<Context, "connections" | "changes" | "report" | "unanswered">;
type Sending = Pick<WriteOptions<unknown>, "within" | "since">;

const changeOf = ({ instance, project, iid }: MergeRequestPlace) =>
  ({ instance, project, subject: "mergeRequest", iid }) as const;

/** Limit of discussions read when looking whether something arrived. */
const maxDiscussions = 2_000;

type Request<T> = (discussions: Client["discussions"], signal: AbortSignal) => Promise<T>;

/** Returns how to read the discussions, with the account in use now. */
function discussionsOf(context: WriteContext, { instance, project, iid }: MergeRequestPlace) {
  const { discussions } = context.connections.get(instance).client;
  return (signal: AbortSignal) =>
    discussions.list(project, iid, { perPage: 100, signal }).all({ max: maxDiscussions, signal });
}

/** Returns all comments of a merge request, with the account in use now. */
async function notesOf(context: WriteContext, place: MergeRequestPlace, signal: AbortSignal): Promise<HostList<Note>> {
  const list = await discussionsOf(context, place)(signal);
  return { ...list, items: list.items.flatMap(({ notes }) => notes) };
}

/** Sends a write to the discussions of a merge request. */
function send<T>(
  context: WriteContext,
  place: MergeRequestPlace,
  title: string,
  request: Request<T>,
  options: WriteOptions<T>,
): Promise<T> {
  const { discussions } = context.connections.get(place.instance).client;
  return runWrite<T>(context, title, changeOf(place), (signal) => request(discussions, signal), options);
}

/** A comment of the account that was looked for, with its discussion. */
interface Arrived {
  readonly discussion: Discussion;
  readonly note: Note;
}

interface CommentOptions<T> extends WriteOptions<T> {
  readonly body: string;
  /** ID of the discussion, if it is a reply. */
  readonly discussion?: string;
  /** Returns what the answer would have been. */
  readonly answer: (arrived: Arrived) => T;
}

/** Sends a comment. One whose answer is lost is recognized by its author, text and time. */
function sendComment<T>(
  context: WriteContext,
  place: MergeRequestPlace,
  title: string,
  request: Request<T>,
  { body, discussion: within, answer, ...options }: CommentOptions<T>,
): Promise<T> {
  const { client, session } = context.connections.get(place.instance);
  const read = discussionsOf(context, place);
  const find: FindWrite<T> = async (signal, since, isEarlier) => {
    const list = await read(signal);
    const notes = list.items
      .filter(({ id }) => within === undefined || id === within)
      .flatMap((discussion) => discussion.notes.map((note) => ({ discussion, note })));
    const found = foundInAll(
      { ...list, items: notes },
      ({ discussion, note }) =>
        note.body.trim() === body.trim() &&
        (session?.user === undefined || isBy(note, session.user)) &&
        madeSince(note.created_at, since) &&
        !isEarlier(discussion) &&
        !isEarlier(note),
    );
    return found && { done: answer(found.done) };
  };
  return withLockReason(context, place, () =>
    send(context, place, title, request, { ...options, hostTime: client.hostTime, find }),
  );
}

/**
 * Starts a thread on a place of the diff, or on the merge request as a whole. Returns undefined if the text held quick actions only, which
 * the host has run. @throws ApiError, UserError
 */
export function startThread(
  context: WriteContext,
  place: MergeRequestPlace,
  body: string,
  position?: NewDiffPosition,
  sending: Sending = {},
): Promise<Discussion | undefined> {
  const { project, iid } = place;
  return sendComment<Discussion | undefined>(
    context,
    place,
    l10n.t("Start Thread"),
    (discussions, signal) => discussions.create(project, iid, { body, ...(position && { position }) }, { signal }),
    { ...sending, what: [body, position], body, answer: ({ discussion }) => discussion },
  );
}

/** Comments on a merge request without starting a thread. Returns undefined if the text held quick actions only. @throws ApiError, UserError */
export function addComment(
  context: WriteContext,
  place: MergeRequestPlace,
  body: string,
  sending: Sending = {},
): Promise<Note | undefined> {
  const { project, iid } = place;
  return sendComment<Note | undefined>(
    context,
    place,
    l10n.t("Comment"),
    (discussions, signal) => discussions.comment(project, iid, { body }, { signal }),
    { ...sending, what: body, body, answer: ({ note }) => note },
  );
}

/** Replies to a discussion. Returns undefined if the text held quick actions only. @throws ApiError, UserError */
export function replyTo(
  context: WriteContext,
  place: MergeRequestPlace,
  discussion: string,
  body: string,
  sending: Sending = {},
): Promise<Note | undefined> {
  const { project, iid } = place;
  return sendComment<Note | undefined>(
    context,
    place,
    l10n.t("Reply"),
    (discussions, signal) => discussions.reply(project, iid, discussion, { body }, { signal }),
    { ...sending, what: [discussion, body], body, discussion, answer: ({ note }) => note },
  );
}

/** Resolves or reopens a thread. @throws ApiError, UserError */
export function setResolved(
  context: WriteContext,
  place: MergeRequestPlace,
  discussion: string,
  resolved: boolean,
  within?: AbortSignal,
): Promise<Discussion> {
  const read = discussionsOf(context, place);
  return send(
    context,
    place,
    resolved ? l10n.t("Resolve Thread") : l10n.t("Reopen Thread"),
    (discussions, signal) => discussions.resolve(place.project, place.iid, discussion, { resolved }, { signal }),
    {
      what: [discussion, resolved],
      within,
      find: async (signal) => {
        const now = (await read(signal)).items.find(({ id }) => id === discussion);
        return now && foundIf(now, (one) => isResolved(one) === resolved);
      },
    },
  );
}

/** Changes the text of a comment. @throws ApiError, UserError */
export const editNote = (
  context: WriteContext,
  place: MergeRequestPlace,
  at: { readonly discussion: string; readonly note: number },
  body: string,
): Promise<Note> =>
  send(
    context,
    place,
    l10n.t("Edit Comment"),
    (discussions, signal) => discussions.editNote(place.project, place.iid, at, { body }, { signal }),
    {
      what: [at.note, body],
      find: async (signal) =>
        foundInAll(
          await notesOf(context, place, signal),
          (note) => note.id === at.note && note.body.trim() === body.trim(),
        ),
    },
  );

/** Deletes a comment; the last one takes its thread along. @throws ApiError, UserError */
export const deleteNote = (
  context: WriteContext,
  place: MergeRequestPlace,
  at: { readonly discussion: string; readonly note: number },
): Promise<void> =>
  send(
    context,
    place,
    l10n.t("Delete Comment"),
    (discussions, signal) => discussions.deleteNote(place.project, place.iid, at, { signal }),
    {
      what: at.note,
      find: async (signal) => {
        const notes = await notesOf(context, place, signal);
        const there = foundInAll(notes, ({ id }) => id === at.note);
        return there ? undefined : { done: undefined };
      },
    },
  );

/**
 * Applies suggestions to the source branch, as one commit.
 * @param message without one, the host writes it
 * @throws ApiError, UserError
 */
export function applySuggestions(
  context: WriteContext,
  place: MergeRequestPlace,
  ids: readonly number[],
  message: string | undefined,
  sending: Sending = {},
): Promise<readonly Suggestion[]> {
  const read = discussionsOf(context, place);
  return send<readonly Suggestion[]>(
    context,
    place,
    l10n.t("Apply Suggestions"),
    (discussions, signal) =>
      discussions.applySuggestions(ids, message === undefined ? {} : { commit_message: message }, { signal }),
    {
      ...sending,
      what: ids,
      find: async (signal) => {
        const { items } = await read(signal);
        const all = items.flatMap(({ notes }) => notes).flatMap(({ suggestions }) => suggestions ?? []);
        const applied = all.filter(({ id, applied: isApplied }) => ids.includes(id) && isApplied === true);
        return foundIf(applied, () => applied.length === ids.length);
      },
    },
  );
}
