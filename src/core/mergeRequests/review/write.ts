import { l10n } from "vscode";
import type { Discussion, NewDiffPosition, Note, Suggestion } from "../../../api/resources/discussionTypes.ts";
import { foundIf, foundInAll, madeSince } from "../../commands/findWrite.ts";
import { type FindWrite, runWrite, type WriteOptions } from "../../commands/runWrite.ts";
import type { Context } from "../../context.ts";
import { isBy, isResolved } from "./conversation.ts";
import { withLockReason } from "./locked.ts";
import type { MergeRequestPlace } from "./place.ts";

type WriteContext = Pick<Context, "connections" | "changes" | "report" | "unanswered">;
type Sending = Pick<WriteOptions<unknown>, "within" | "since">;

const changeOf = ({ instance, project, iid }: MergeRequestPlace) =>
  ({ instance, project, subject: "mergeRequest", iid }) as const;

/** Limit of discussions read when looking whether a comment arrived. */
const maxDiscussions = 2_000;

/** A comment of the account that was looked for, with its discussion. */
interface Arrived {
  readonly discussion: Discussion;
  readonly note: Note;
}

/** Returns how to find a comment that this account sent, by its text and time. @param within ID of the discussion, if it is a reply */
function findNote(
  context: WriteContext,
  { instance, project, iid }: MergeRequestPlace,
  body: string,
  within?: string,
): FindWrite<Arrived> {
  const { client, session } = context.connections.get(instance);
  return async (signal, since) => {
    const list = await client.discussions
      .list(project, iid, { perPage: 100, signal })
      .all({ max: maxDiscussions, signal });
    const notes = list.items
      .filter(({ id }) => within === undefined || id === within)
      .flatMap((discussion) => discussion.notes.map((note) => ({ discussion, note })));
    return foundInAll(
      { ...list, items: notes },
      ({ note }) =>
        note.body.trim() === body.trim() &&
        (session?.user === undefined || isBy(note, session.user)) &&
        madeSince(note.created_at, since),
    );
  };
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
  const { client } = context.connections.get(place.instance);
  const find = findNote(context, place, body);
  return withLockReason(context, place, () =>
    runWrite<Discussion | undefined>(
      context,
      l10n.t("Start Thread"),
      changeOf(place),
      (signal) =>
        client.discussions.create(place.project, place.iid, { body, ...(position && { position }) }, { signal }),
      {
        ...sending,
        what: [body, position],
        hostTime: client.hostTime,
        find: async (signal, since) => {
          const found = await find(signal, since);
          return found && { done: found.done.discussion };
        },
      },
    ),
  );
}

/** Comments on a merge request without starting a thread. Returns undefined if the text held quick actions only. @throws ApiError, UserError */
export function addComment(
  context: WriteContext,
  place: MergeRequestPlace,
  body: string,
  sending: Sending = {},
): Promise<Note | undefined> {
  const { client } = context.connections.get(place.instance);
  return withLockReason(context, place, () =>
    runWrite<Note | undefined>(
      context,
      l10n.t("Comment"),
      changeOf(place),
      (signal) => client.discussions.comment(place.project, place.iid, { body }, { signal }),
      { ...sending, what: body, hostTime: client.hostTime, find: noteOf(findNote(context, place, body)) },
    ),
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
  const { client } = context.connections.get(place.instance);
  return withLockReason(context, place, () =>
    runWrite<Note | undefined>(
      context,
      l10n.t("Reply"),
      changeOf(place),
      (signal) => client.discussions.reply(place.project, place.iid, discussion, { body }, { signal }),
      {
        ...sending,
        what: [discussion, body],
        hostTime: client.hostTime,
        find: noteOf(findNote(context, place, body, discussion)),
      },
    ),
  );
}

const noteOf =
  (find: FindWrite<Arrived>): FindWrite<Note | undefined> =>
  async (signal, since) => {
    const found = await find(signal, since);
    return found && { done: found.done.note };
  };

/** Resolves or reopens a thread. @throws ApiError, UserError */
export function setResolved(
  context: WriteContext,
  place: MergeRequestPlace,
  discussion: string,
  resolved: boolean,
  within?: AbortSignal,
): Promise<Discussion> {
  const { client } = context.connections.get(place.instance);
  return runWrite(
    context,
    resolved ? l10n.t("Resolve Thread") : l10n.t("Reopen Thread"),
    changeOf(place),
    (signal) => client.discussions.resolve(place.project, place.iid, discussion, { resolved }, { signal }),
    {
      what: [discussion, resolved],
      within,
      find: async (signal) => {
        const list = client.discussions.list(place.project, place.iid, { perPage: 100, signal });
        const now = (await list.all({ max: maxDiscussions, signal })).items.find(({ id }) => id === discussion);
        return now && foundIf(now, (one) => isResolved(one) === resolved);
      },
    },
  );
}

/** Changes the text of a comment. @throws ApiError, UserError */
export function editNote(
  context: WriteContext,
  place: MergeRequestPlace,
  at: { readonly discussion: string; readonly note: number },
  body: string,
): Promise<Note> {
  const { client } = context.connections.get(place.instance);
  return runWrite(
    context,
    l10n.t("Edit Comment"),
    changeOf(place),
    (signal) => client.discussions.editNote(place.project, place.iid, at, { body }, { signal }),
    { what: [at.note, body] },
  );
}

/** Deletes a comment; the last one takes its thread along. @throws ApiError, UserError */
export function deleteNote(
  context: WriteContext,
  place: MergeRequestPlace,
  at: { readonly discussion: string; readonly note: number },
): Promise<void> {
  const { client } = context.connections.get(place.instance);
  return runWrite(
    context,
    l10n.t("Delete Comment"),
    changeOf(place),
    (signal) => client.discussions.deleteNote(place.project, place.iid, at, { signal }),
    { what: at.note },
  );
}

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
  const { client } = context.connections.get(place.instance);
  return runWrite<readonly Suggestion[]>(
    context,
    l10n.t("Apply Suggestions"),
    changeOf(place),
    (signal) =>
      client.discussions.applySuggestions(ids, message === undefined ? {} : { commit_message: message }, { signal }),
    {
      ...sending,
      what: ids,
      find: async (signal) => {
        const { items } = await client.discussions
          .list(place.project, place.iid, { perPage: 100, signal })
          .all({ max: maxDiscussions, signal });
        const all = items.flatMap(({ notes }) => notes).flatMap(({ suggestions }) => suggestions ?? []);
        const applied = all.filter(({ id, applied: isApplied }) => ids.includes(id) && isApplied === true);
        return foundIf(applied, () => applied.length === ids.length);
      },
    },
  );
}
