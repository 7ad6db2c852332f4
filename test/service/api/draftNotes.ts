import type { DraftNote } from "../discussions/drafts.ts";
import type { Position } from "../discussions/records.ts";
import { isResolvable } from "../discussions/store.ts";
import { readSuggestions } from "../discussions/suggestions.ts";
import type { Hosting } from "../hosting.ts";
import type { Incoming } from "../http/incoming.ts";
import { listReply } from "../http/paging.ts";
import type { Params } from "../http/params.ts";
import { message, notFound, unknownRoute } from "../http/problem.ts";
import { json, reply } from "../http/reply.ts";
import { DELETE, GET, POST, PUT, type Route } from "../http/router.ts";
import { badNote, place, readPosition, refuseLocked, talk, type Target } from "./discussions.ts";
import { showPosition } from "./discussionsShow.ts";
import { mergeRequestOf } from "./mergeRequests.ts";

/** Beyond the documents: comments that only their author sees until they are published. */
export function draftNoteRoutes(hosting: Hosting): Route[] {
  const path = "/projects/:id/merge_requests/:merge_request_iid/draft_notes";
  const { drafts } = hosting.mergeRequests.discussions;
  const mine = ({ record, user }: Target): DraftNote[] =>
    drafts.filter((draft) => draft.mergeRequestId === record.id && draft.authorId === user.id);
  const draftOf = async (request: Incoming): Promise<Target & { readonly draft: DraftNote }> => {
    const at = await mergeRequestOf(hosting, request);
    const draft = mine(at).find(({ id }) => String(id) === request.holes["draft_note_id"]);
    if (!draft) throw notFound("Draft Note");
    return { ...at, draft };
  };
  const routes: Route[] = [
    GET(path, async (request) => listReply(mine(await mergeRequestOf(hosting, request)), request, show)),
    POST(path, async (request) => {
      const at = await mergeRequestOf(hosting, request);
      const fields = await request.fields();
      const note = readNote(fields);
      const replied = fields.text("in_reply_to_discussion_id");
      if (replied !== undefined && !hosting.mergeRequests.discussions.get(at.record, replied))
        throw notFound("Discussion");
      refuseLocked(at);
      const draft = hosting.mergeRequests.discussions.draft({
        mergeRequestId: at.record.id,
        authorId: at.user.id,
        note,
        discussionId: replied ?? null,
        resolve: fields.flag("resolve_discussion") ?? false,
        position: await readPlace(hosting, at, fields),
        commitId: fields.text("commit_id") ?? null,
      });
      return json(show(draft), 201);
    }),
    GET(`${path}/:draft_note_id`, async (request) => json(show((await draftOf(request)).draft))),
    PUT(`${path}/:draft_note_id`, async (request) => {
      const { draft, ...at } = await draftOf(request);
      const fields = await request.fields();
      if (fields.has("note")) draft.note = readNote(fields);
      if (fields.has("position")) draft.position = await readPlace(hosting, at, fields);
      return json(show(draft));
    }),
    DELETE(`${path}/:draft_note_id`, async (request) => {
      drafts.splice(drafts.indexOf((await draftOf(request)).draft), 1);
      return reply(204);
    }),
    PUT(`${path}/:draft_note_id/publish`, async (request) => {
      const { draft, ...at } = await draftOf(request);
      await publish(hosting, at, draft);
      return reply(204);
    }),
    POST(`${path}/bulk_publish`, async (request) => {
      const at = await mergeRequestOf(hosting, request);
      for (const draft of mine(at)) await publish(hosting, at, draft);
      return reply(204);
    }),
  ];
  return routes.map((route) => ({
    ...route,
    handle: (request) => {
      if (!hosting.review.drafts) throw unknownRoute();
      return route.handle(request);
    },
  }));
}

async function publish(hosting: Hosting, at: Target, draft: DraftNote): Promise<void> {
  const { record, user } = at;
  const { discussions } = hosting.mergeRequests;
  const replied = draft.discussionId === null ? undefined : discussions.get(record, draft.discussionId);
  if (draft.discussionId !== null && !replied)
    throw message(500, "Unable to publish draft note: the discussion is gone");
  discussions.drafts.splice(discussions.drafts.indexOf(draft), 1);
  const said = await talk(hosting, at, draft.note);
  if ("status" in said) return;
  const body = said.text;
  if (replied) {
    const note = discussions.reply(record, replied, { authorId: user.id, body });
    note.suggestions = await readSuggestions(hosting, record, note);
    if (replied.notes.some(isResolvable) && draft.resolve) discussions.resolve(record, replied.notes, user.id);
    return;
  }
  const { position, commitId } = draft;
  const [note] = discussions.start(record, {
    authorId: user.id,
    body,
    type: position ? "DiffNote" : null,
    position,
    commitId,
  }).notes;
  if (note) note.suggestions = await readSuggestions(hosting, record, note);
}

function readNote(fields: Params): string {
  const note = fields.required("note");
  if (note.trim() === "") throw badNote(`Draft note {:note=>["can't be blank"]}`);
  return note;
}

async function readPlace(hosting: Hosting, { record }: Target, fields: Params): Promise<Position | null> {
  const wanted = readPosition(fields);
  return (wanted && (await place(hosting, record, wanted))) ?? null;
}

function show(draft: DraftNote): Record<string, unknown> {
  return {
    id: draft.id,
    author_id: draft.authorId,
    merge_request_id: draft.mergeRequestId,
    resolve_discussion: draft.resolve,
    discussion_id: draft.discussionId,
    note: draft.note,
    commit_id: draft.commitId,
    line_code: null,
    position: showPosition(draft.position),
  };
}
