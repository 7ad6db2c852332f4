import { isInDiff, versionOf } from "../discussions/positions.ts";
import { readQuickActions, runQuickActions } from "../discussions/quickActions.ts";
import type { DiscussionRecord, NoteRecord, Position } from "../discussions/records.ts";
import { isResolvable, isResolved } from "../discussions/store.ts";
import { readSuggestions } from "../discussions/suggestions.ts";
import type { Hosting } from "../hosting.ts";
import type { Incoming } from "../http/incoming.ts";
import { isRecord } from "../http/nested.ts";
import { listReply } from "../http/paging.ts";
import { Params } from "../http/params.ts";
import { forbidden, invalid, message, notFound, type Problem } from "../http/problem.ts";
import { json, reply, type Reply } from "../http/reply.ts";
import { DELETE, GET, POST, PUT, type Route } from "../http/router.ts";
import type { MergeRequestRecord } from "../mergeRequests/records.ts";
import type { ProjectRecord, UserRecord } from "../types.ts";
import { levelIn, LEVELS } from "./access.ts";
import { showDiscussion, showNote } from "./discussionsShow.ts";
import { mergeRequestOf } from "./mergeRequests.ts";

export interface Target {
  readonly project: ProjectRecord;
  readonly user: UserRecord;
  readonly record: MergeRequestRecord;
}

interface NoteTarget extends Target {
  readonly discussion: DiscussionRecord;
  readonly note: NoteRecord;
}

/** Beyond the documents: threads and comments of merge requests, with what the host writes itself. */
export function discussionRoutes(hosting: Hosting): Route[] {
  const one = "/projects/:id/merge_requests/:merge_request_iid";
  const { discussions } = hosting.mergeRequests;
  const target = (request: Incoming): Promise<Target> => mergeRequestOf(hosting, request);
  const discussionOf = async (request: Incoming): Promise<Target & { readonly discussion: DiscussionRecord }> => {
    const at = await target(request);
    const discussion = discussions.get(at.record, request.holes["discussion_id"] ?? "");
    if (!discussion) throw notFound("Discussion");
    return { ...at, discussion };
  };
  const noteOf = async (request: Incoming): Promise<NoteTarget> => {
    const at = request.holes["discussion_id"] === undefined ? await target(request) : await discussionOf(request);
    for (const discussion of "discussion" in at ? [at.discussion as DiscussionRecord] : discussions.of(at.record)) {
      const note = discussion.notes.find(({ id }) => String(id) === request.holes["note_id"]);
      if (note) return { ...at, discussion, note };
    }
    throw notFound("Note");
  };
  const ofNote = (path: string): Route[] => [
    PUT(path, async (request) => changeNote(hosting, await noteOf(request), await request.fields())),
    DELETE(path, async (request) => {
      const at = await noteOf(request);
      refuseOthers(at);
      discussions.remove(at.record, at.discussion, at.note);
      return reply(204);
    }),
  ];
  return [
    GET(`${one}/discussions`, async (request) => {
      const { record } = await target(request);
      return listReply(discussions.of(record), request, (discussion) => showDiscussion(hosting, record, discussion));
    }),
    POST(`${one}/discussions`, async (request) =>
      start(hosting, await target(request), await request.fields(), "DiscussionNote"),
    ),
    PUT(`${one}/discussions/:discussion_id`, async (request) => {
      const at = await discussionOf(request);
      const wish = (await request.fields()).flag("resolved");
      if (wish === undefined) throw invalid("resolved is missing");
      resolve(hosting, at, at.discussion.notes, wish);
      return json(showDiscussion(hosting, at.record, at.discussion));
    }),
    POST(`${one}/discussions/:discussion_id/notes`, async (request) => {
      const at = await discussionOf(request);
      const body = readBody(await request.fields());
      refuseLocked(at);
      if (at.discussion.notes[0]!.system) throw badNote("Replies to system notes are not allowed.");
      const said = await talk(hosting, at, body);
      if ("status" in said) return said;
      const note = discussions.reply(at.record, at.discussion, { authorId: at.user.id, body: said.text });
      note.suggestions = await readSuggestions(hosting, at.record, note);
      return json(showNote(hosting, at.record, note), 201);
    }),
    ...ofNote(`${one}/discussions/:discussion_id/notes/:note_id`),
    POST(`${one}/notes`, async (request) => start(hosting, await target(request), await request.fields(), null)),
    ...ofNote(`${one}/notes/:note_id`),
  ];
}

/** A new thread, or with type null a comment of its own, which is answered as the note alone. */
async function start(hosting: Hosting, at: Target, fields: Params, type: "DiscussionNote" | null): Promise<Reply> {
  const { record, user } = at;
  const { discussions } = hosting.mergeRequests;
  const body = readBody(fields);
  refuseLocked(at);
  const wanted = type === null ? undefined : readPosition(fields);
  const position = wanted && (await place(hosting, record, wanted));
  const said = await talk(hosting, at, body);
  if ("status" in said) return said;
  const discussion = discussions.start(record, {
    authorId: user.id,
    body: said.text,
    type: position ? "DiffNote" : type,
    position: position ?? null,
    commitId: fields.text("commit_id") ?? null,
  });
  const first = discussion.notes[0]!;
  first.suggestions = await readSuggestions(hosting, record, first);
  return json(
    type === null ? showNote(hosting, record, discussion.notes[0]!) : showDiscussion(hosting, record, discussion),
    201,
  );
}

/** The text that is left of a comment once its commands are run, or (202) what these changed where nothing is. */
export async function talk(hosting: Hosting, at: Target, body: string): Promise<{ readonly text: string } | Reply> {
  if (!hosting.extras.quickActions) return { text: body };
  const { actions, text } = readQuickActions(body);
  if (actions.length === 0) return { text: body };
  const { changes, summary } = await runQuickActions(hosting, at, actions);
  return text === "" ? json({ commands_changes: changes, summary }, 202) : { text };
}

/** Exactly one of `body` and `resolved`. */
async function changeNote(hosting: Hosting, at: NoteTarget, fields: Params): Promise<Reply> {
  const { discussions } = hosting.mergeRequests;
  const wish = fields.flag("resolved");
  if (fields.has("body") === (wish !== undefined))
    throw invalid(
      wish === undefined
        ? "body, resolved are missing, exactly one parameter must be provided"
        : "body, resolved are mutually exclusive",
    );
  if (wish !== undefined) resolve(hosting, at, [at.note], wish);
  else {
    const body = readBody(fields);
    refuseOthers(at);
    discussions.edit(at.record, at.note, body);
    at.note.suggestions = await readSuggestions(hosting, at.record, at.note);
  }
  return json(showNote(hosting, at.record, at.note));
}

/** For developers and the author of the merge request. */
function resolve(
  hosting: Hosting,
  at: Target & { readonly discussion: DiscussionRecord },
  notes: readonly NoteRecord[],
  wish: boolean,
): void {
  const { discussions } = hosting.mergeRequests;
  const { project, user, record } = at;
  if (!notes.some(isResolvable) || (levelIn(project, user) < LEVELS.developer && record.authorId !== user.id))
    throw forbidden();
  const open = !isResolved(at.discussion);
  discussions.resolve(record, notes, wish ? user.id : undefined);
  if (open && wish && discussions.open(record) === 0)
    discussions.start(record, { authorId: user.id, body: "resolved all threads", type: null, system: true });
}

/** Comments are their authors', and maintainers'; nobody changes what the host wrote. */
function refuseOthers({ project, user, note }: NoteTarget): void {
  if (note.system || (note.authorId !== user.id && levelIn(project, user) < LEVELS.maintainer)) throw forbidden();
}

export function refuseLocked({ project, user, record }: Target): void {
  if (record.discussionLocked === true && levelIn(project, user) < LEVELS.reporter) throw forbidden();
}

function readBody(fields: Params): string {
  const body = fields.required("body");
  if (body.trim() === "") throw badNote(`Note {:note=>["can't be blank"]}`);
  return body;
}

/** Undefined for a place whose commits are no version of the merge request: the comment is taken without it. */
export async function place(
  hosting: Hosting,
  record: MergeRequestRecord,
  wanted: Position,
): Promise<Position | undefined> {
  if (!versionOf(record, wanted)) {
    if (hosting.review.strict) throw badNote(`Note {:position=>["is invalid"]}`);
    return undefined;
  }
  if (!(await isInDiff(hosting, record, wanted)))
    throw badNote(`Note {:line_code=>["can't be blank", "must be a valid line code"]}`);
  return wanted;
}

export function readPosition(fields: Params): Position | undefined {
  const value = fields.values["position"];
  if (value === undefined || value === null) return undefined;
  if (!isRecord(value)) throw invalid("position is invalid");
  const given = new Params(value);
  const required = (name: string): string => {
    const text = given.text(name);
    if (text === undefined || text === "") throw invalid(`position[${name}] is missing`);
    return text;
  };
  const type = required("position_type");
  if (type !== "text" && type !== "file" && type !== "image")
    throw invalid("position[position_type] does not have a valid value");
  const point = type === "image" ? readPoint(given) : undefined;
  const range = value["line_range"];
  return {
    base_sha: required("base_sha"),
    start_sha: required("start_sha"),
    head_sha: required("head_sha"),
    old_path: given.text("old_path") ?? "",
    new_path: given.text("new_path") ?? "",
    position_type: type,
    ...(point && { point }),
    old_line: given.integer("old_line") ?? null,
    new_line: given.integer("new_line") ?? null,
    line_range: isRecord(range) ? { start: readLineEnd(range["start"]), end: readLineEnd(range["end"]) } : null,
  };
}

function readPoint(given: Params): NonNullable<Position["point"]> {
  const [width, height, x, y] = ["width", "height", "x", "y"].map((name) => given.integer(name));
  if (width === undefined || height === undefined || x === undefined || y === undefined)
    throw badNote(`Note {:position=>["is incomplete"]}`);
  return { width, height, x, y };
}

function readLineEnd(value: unknown): NonNullable<Position["line_range"]>["start"] {
  const given = new Params(isRecord(value as never) ? (value as Params["values"]) : {});
  return {
    line_code: given.text("line_code") ?? null,
    type: given.text("type") ?? null,
    old_line: given.integer("old_line") ?? null,
    new_line: given.integer("new_line") ?? null,
  };
}

export function badNote(text: string): Problem {
  return message(400, `400 Bad request - ${text}`);
}
