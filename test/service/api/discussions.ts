import { isInDiff, movedTo, type Position } from "../discussions/positions.ts";
import type { DiscussionRecord, NoteRecord } from "../discussions/store.ts";
import { diff } from "../git/diff.ts";
import type { Hosting } from "../hosting.ts";
import type { Incoming } from "../http/incoming.ts";
import { isRecord } from "../http/nested.ts";
import { offsetPage, pageReply } from "../http/paging.ts";
import { Params } from "../http/params.ts";
import { forbidden, invalid, message, notFound } from "../http/problem.ts";
import { json, reply, type Reply } from "../http/reply.ts";
import type { Route } from "../http/router.ts";
import type { MergeRequestRecord } from "../mergeRequests/records.ts";
import type { ProjectRecord, UserRecord } from "../types.ts";
import { LEVELS, levelOf } from "./access.ts";
import { mergeRequestOf } from "./mergeRequests.ts";
import { showUser, time } from "./present.ts";

interface Subject {
  readonly project: ProjectRecord;
  readonly user: UserRecord;
  readonly record: MergeRequestRecord;
}

/** Beyond the documents: versions, diffs and discussions of a merge request. */
export function discussionRoutes(hosting: Hosting): Route[] {
  const one = "/projects/:id/merge_requests/:merge_request_iid";
  const thread = `${one}/discussions/:discussion_id`;
  const apiUrl = `${hosting.url}/api/v4`;
  return [
    {
      method: "GET",
      path: `${one}/versions`,
      handle: async (request) => {
        const { record } = await mergeRequestOf(hosting, request);
        return pageReply(offsetPage([...record.versions].reverse(), request, { apiUrl }), (version) => ({
          id: version.id,
          head_commit_sha: version.head,
          base_commit_sha: version.base,
          start_commit_sha: version.start,
          created_at: time(hosting, version.createdAt),
          merge_request_id: record.id,
          state: "collected",
          real_size: "1",
        }));
      },
    },
    {
      method: "GET",
      path: `${one}/diffs`,
      handle: async (request) => {
        const { project, record } = await mergeRequestOf(hosting, request);
        const changes = record.diff
          ? await diff(hosting.repositories, project.path, record.diff.base, record.diff.head)
          : [];
        return pageReply(offsetPage(changes, request, { apiUrl }), (change) => ({
          ...change,
          collapsed: false,
          generated_file: false,
        }));
      },
    },
    {
      method: "GET",
      path: `${one}/discussions`,
      handle: async (request) => {
        const subject = await mergeRequestOf(hosting, request);
        const page = offsetPage([...hosting.discussions.of(subject.record.id)], request, { apiUrl });
        return pageReply(page, (discussion) => showDiscussion(hosting, subject, discussion));
      },
    },
    {
      method: "GET",
      path: thread,
      handle: async (request) => {
        const subject = await discussionOf(hosting, request);
        return json(await showDiscussion(hosting, subject, subject.discussion));
      },
    },
    { method: "POST", path: `${one}/discussions`, handle: (request) => start(hosting, request) },
    { method: "POST", path: `${one}/notes`, handle: (request) => comment(hosting, request) },
    { method: "POST", path: `${thread}/notes`, handle: (request) => answer(hosting, request) },
    { method: "PUT", path: thread, handle: (request) => resolve(hosting, request) },
    { method: "PUT", path: `${thread}/notes/:note_id`, handle: (request) => edit(hosting, request) },
    { method: "DELETE", path: `${thread}/notes/:note_id`, handle: (request) => remove(hosting, request) },
  ];
}

async function start(hosting: Hosting, request: Incoming): Promise<Reply> {
  const subject = await writable(hosting, request);
  const fields = await request.fields();
  const body = textOf(fields);
  if (isQuickActions(body)) return runQuickActions(hosting, subject, body);
  const position = readPosition(fields);
  const { project, record, user } = subject;
  const isVersion =
    position && record.versions.some(({ base, head }) => base === position.base_sha && head === position.head_sha);
  // Hosts take commits of no version silently: the thread then has no place.
  if (position && (isVersion || hosting.reviews.strict)) {
    if (!isVersion) throw notPlaced("position", "is incomplete");
    if (!(await isInDiff(hosting.repositories, project.path, position)))
      throw notPlaced("line_code", "can't be blank", "must be a valid line code");
  }
  const note = { body, authorId: user.id, at: hosting.state.clock.now() };
  const discussion = hosting.discussions.start(record.id, note, isVersion ? position : undefined);
  said(hosting, subject, 1);
  return json(await showDiscussion(hosting, subject, discussion), 201);
}

async function comment(hosting: Hosting, request: Incoming): Promise<Reply> {
  const subject = await writable(hosting, request);
  const body = textOf(await request.fields());
  if (isQuickActions(body)) return runQuickActions(hosting, subject, body);
  const note = { body, authorId: subject.user.id, at: hosting.state.clock.now() };
  const discussion = hosting.discussions.comment(subject.record.id, note);
  said(hosting, subject, 1);
  const { notes } = await showDiscussion(hosting, subject, discussion);
  return json(notes[0]!, 201);
}

async function answer(hosting: Hosting, request: Incoming): Promise<Reply> {
  await writable(hosting, request);
  const subject = await discussionOf(hosting, request);
  const { discussion, user } = subject;
  const body = textOf(await request.fields());
  if (discussion.notes[0]?.system) throw message(400, "400 Bad request - Replies to system notes are not allowed.");
  if (isQuickActions(body)) return runQuickActions(hosting, subject, body);
  const note = hosting.discussions.reply(discussion, { body, authorId: user.id, at: hosting.state.clock.now() });
  said(hosting, subject, 1);
  const { notes } = await showDiscussion(hosting, subject, discussion);
  return json(
    notes.find(({ id }) => id === note.id)!,
    201,
  );
}

/** Developers, and the author of the merge request. */
async function resolve(hosting: Hosting, request: Incoming): Promise<Reply> {
  const subject = await discussionOf(hosting, request);
  const { project, user, record, discussion } = subject;
  const resolved = (await request.fields()).flag("resolved");
  if (resolved === undefined) throw invalid("resolved is missing");
  if (levelOf(hosting, user, project) < LEVELS.developer && user.id !== record.authorId) throw forbidden();
  const resolvable = discussion.notes.filter((note) => note.resolvable);
  if (resolvable.length === 0) throw forbidden();
  for (const note of resolvable)
    note.resolved = resolved ? { byId: user.id, at: hosting.state.clock.now() } : undefined;
  hosting.mergeRequests.touch(record);
  return json(await showDiscussion(hosting, subject, discussion));
}

async function edit(hosting: Hosting, request: Incoming): Promise<Reply> {
  const subject = await noteOf(hosting, request);
  const { note, discussion, user } = subject;
  const fields = await request.fields();
  if (fields.has("body") === fields.has("resolved")) throw invalid("body, resolved are mutually exclusive");
  if (fields.has("resolved")) return resolve(hosting, request);
  if (note.system || note.authorId !== user.id) throw forbidden();
  note.body = textOf(fields);
  note.updatedAt = hosting.state.clock.now();
  hosting.mergeRequests.touch(subject.record);
  const { notes } = await showDiscussion(hosting, subject, discussion);
  return json(notes.find(({ id }) => id === note.id)!);
}

async function remove(hosting: Hosting, request: Incoming): Promise<Reply> {
  const subject = await noteOf(hosting, request);
  const { note, discussion, user, project, record } = subject;
  const own = note.authorId === user.id || levelOf(hosting, user, project) >= LEVELS.maintainer;
  if (note.system || !own) throw forbidden();
  hosting.discussions.remove(record.id, discussion, note);
  said(hosting, subject, -1);
  return reply(204);
}

/** Something was said, or is no longer. @param more comments than before */
function said(hosting: Hosting, { record }: Pick<Subject, "record">, more: number): void {
  record.notes += more;
  hosting.mergeRequests.touch(record);
}

/** Who may comment; members only once the discussion is locked. */
async function writable(hosting: Hosting, request: Incoming): Promise<Subject> {
  const subject = await mergeRequestOf(hosting, request);
  if (subject.record.discussionLocked && levelOf(hosting, subject.user, subject.project) < LEVELS.guest)
    throw forbidden();
  return subject;
}

async function discussionOf(
  hosting: Hosting,
  request: Incoming,
): Promise<Subject & { readonly discussion: DiscussionRecord }> {
  const subject = await mergeRequestOf(hosting, request);
  const discussion = hosting.discussions.find(subject.record.id, request.holes["discussion_id"] ?? "");
  if (!discussion) throw notFound("Discussion");
  return { ...subject, discussion };
}

async function noteOf(hosting: Hosting, request: Incoming) {
  const subject = await discussionOf(hosting, request);
  const id = Number(request.holes["note_id"]);
  const note = subject.discussion.notes.find((one) => one.id === id);
  if (!note) throw notFound("Note");
  return { ...subject, note };
}

function textOf(fields: Params): string {
  const body = fields.required("body");
  if (body.trim() === "") throw message(400, { note: ["can't be blank"] });
  return body;
}

/** Quick actions alone make no comment. */
const isQuickActions = (body: string): boolean =>
  body
    .trim()
    .split(/\n+/)
    .every((line) => /^\/[a-z_]+\b/.test(line));

function runQuickActions(hosting: Hosting, { record, project }: Subject, body: string): Reply {
  const changes: Record<string, unknown> = {};
  for (const [, names = ""] of body.matchAll(/^\/(?:request_review|assign_reviewer) (.*)$/gm)) {
    const users = names.split(/\s+/).flatMap((name) => hosting.state.userNamed(name.replace(/^@/, "")) ?? []);
    const ids = users.filter((user) => levelOf(hosting, user, project) > 0).map(({ id }) => id);
    record.reviewerIds = [...new Set([...record.reviewerIds, ...ids])];
    changes["reviewer_ids"] = record.reviewerIds;
  }
  hosting.mergeRequests.touch(record);
  return json({ commands_changes: changes, summary: ["Applied the commands."] }, 202);
}

/** A place that the diff does not have, in the words of the host. */
const notPlaced = (field: string, ...why: readonly string[]) =>
  message(400, `400 Bad request - Note {:${field}=>[${why.map((one) => JSON.stringify(one)).join(", ")}]}`);

function readPosition(fields: Params): Position | undefined {
  const given = fields.values["position"];
  if (given === undefined || given === null) return undefined;
  if (!isRecord(given)) throw invalid("position is invalid");
  const position = new Params(given);
  const range = position.values["line_range"];
  return {
    base_sha: position.required("base_sha"),
    start_sha: position.required("start_sha"),
    head_sha: position.required("head_sha"),
    old_path: position.text("old_path") ?? position.required("new_path"),
    new_path: position.text("new_path") ?? position.required("old_path"),
    position_type: position.oneOf("position_type", ["text", "file"]) === "file" ? "file" : "text",
    old_line: position.integer("old_line") ?? null,
    new_line: position.integer("new_line") ?? null,
    line_range: isRecord(range) ? range : null,
  };
}

async function showDiscussion(hosting: Hosting, { project, record }: Subject, discussion: DiscussionRecord) {
  const position = discussion.position && (await positionNow(hosting, project, record, discussion.position));
  return {
    id: discussion.id,
    individual_note: discussion.individual,
    notes: discussion.notes.map((note) => showNote(hosting, record, discussion, note, position)),
  };
}

/** Where a thread stands in the current version; where it stood, if that is gone. */
async function positionNow(
  { repositories }: Hosting,
  project: ProjectRecord,
  { diff: version }: MergeRequestRecord,
  position: Position,
): Promise<Position> {
  if (!version || (version.head === position.head_sha && version.base === position.base_sha)) return position;
  return (await movedTo(repositories, project.path, position, version)) ?? position;
}

function showNote(
  hosting: Hosting,
  record: MergeRequestRecord,
  discussion: DiscussionRecord,
  note: NoteRecord,
  position: Position | undefined,
) {
  const user = (id: number | undefined) =>
    showUser(hosting, id === undefined ? undefined : hosting.state.users.get(id));
  return {
    id: note.id,
    type: position ? "DiffNote" : discussion.individual ? null : "DiscussionNote",
    body: note.body,
    author: user(note.authorId),
    created_at: time(hosting, note.createdAt),
    updated_at: time(hosting, note.updatedAt),
    system: note.system,
    noteable_id: record.id,
    noteable_type: "MergeRequest",
    noteable_iid: record.iid,
    project_id: record.projectId,
    commit_id: null,
    ...(position && { position }),
    resolvable: note.resolvable,
    ...(note.resolvable && {
      resolved: note.resolved !== undefined,
      resolved_by: user(note.resolved?.byId),
      resolved_at: time(hosting, note.resolved?.at),
    }),
    suggestions: [],
    confidential: false,
    internal: false,
  };
}
