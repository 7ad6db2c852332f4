import type { Hosting } from "../hosting.ts";
import { header, type Incoming } from "../http/incoming.ts";
import { listReply } from "../http/paging.ts";
import { invalid, message, notFound } from "../http/problem.ts";
import { json, reply, type Reply } from "../http/reply.ts";
import { DELETE, GET, POST, PUT, type Route } from "../http/router.ts";
import { CHANGEABLE, fileChanges, newFiles, singleFileChange, visibilityOf } from "../snippets/input.ts";
import { showSnippet, STORAGE } from "../snippets/present.ts";
import type { SnippetRecord } from "../snippets/store.ts";
import { maySeeSnippet } from "../snippets/visibility.ts";
import type { UserRecord } from "../types.ts";
import { requireAdmin, requireUser } from "./access.ts";
import { identify, requireScope } from "./identity.ts";

/** Part 3, Snippets. */
export function snippetRoutes(hosting: Hosting): Route[] {
  return [
    GET("/snippets", (request) => list(hosting, request, (snippet, user) => snippet.authorId === user.id)),
    GET("/snippets/public", (request) =>
      list(hosting, request, (snippet) => snippet.projectId === null && snippet.visibility === "public"),
    ),
    GET("/snippets/all", (request) => listAll(hosting, request)),
    POST("/snippets", (request) => create(hosting, request)),
    GET("/snippets/:id", async (request) => json(await showSnippet(hosting, readable(hosting, request)))),
    PUT("/snippets/:id", (request) => update(hosting, request)),
    DELETE("/snippets/:id", (request) => remove(hosting, request)),
    GET("/snippets/:id/raw", async (request) => raw(await hosting.snippets.content(readable(hosting, request)))),
    GET("/snippets/:id/files/:ref/:file_path/raw", (request) => fileRaw(hosting, request)),
    GET("/snippets/:id/user_agent_detail", (request) => userAgentDetail(hosting, request)),
  ];
}

function list(
  hosting: Hosting,
  request: Incoming,
  wanted: (snippet: SnippetRecord, user: UserRecord) => boolean,
  withStorage = false,
): Promise<Reply> {
  const { user } = requireUser(hosting, request);
  const after = request.query.time("created_after") ?? Number.NEGATIVE_INFINITY;
  const before = request.query.time("created_before") ?? Number.POSITIVE_INFINITY;
  const found = hosting.snippets
    .all()
    .filter((snippet) => snippet.createdAt >= after && snippet.createdAt <= before && wanted(snippet, user));
  return listReply(found, request, (snippet) => showSnippet(hosting, snippet, withStorage));
}

/** The place of the repositories is for administrators: from others the filter is ignored, as real hosts do. */
function listAll(hosting: Hosting, request: Incoming): Promise<Reply> {
  const { admin } = requireUser(hosting, request).user;
  const storage = admin ? request.query.text("repository_storage") : undefined;
  return list(
    hosting,
    request,
    (snippet, user) => maySeeSnippet(hosting, snippet, user) && (storage ?? STORAGE) === STORAGE,
    admin,
  );
}

async function create(hosting: Hosting, request: Incoming): Promise<Reply> {
  const { user } = requireUser(hosting, request);
  const fields = await request.fields();
  const title = fields.required("title");
  if (title === "") throw invalid("title is empty");
  const wanted = {
    title,
    description: fields.text("description"),
    visibility: visibilityOf(fields),
    files: newFiles(fields),
  };
  // The service listens on this address only.
  const origin = { userAgent: header(request, "user-agent") ?? "", address: "127.0.0.1" };
  const snippet = await refusing(
    "creating",
    hosting.snippets.create({ user, at: hosting.state.clock.now() }, { ...wanted, origin }),
  );
  return json(await showSnippet(hosting, snippet), 201);
}

async function update(hosting: Hosting, request: Incoming): Promise<Reply> {
  const { snippet, user } = own(hosting, request);
  const fields = await request.fields();
  if (!CHANGEABLE.some((name) => fields.has(name)))
    throw invalid(`${CHANGEABLE.join(", ")} are missing, at least one parameter must be provided`);
  if (fields.text("title") === "") throw invalid("title is empty");
  const change = {
    title: fields.text("title"),
    description: fields.text("description"),
    visibility: visibilityOf(fields),
    files: fileChanges(fields),
  };
  const present = await hosting.snippets.files(snippet);
  if (present.length > 1) {
    if (fields.has("content") || fields.has("file_name"))
      throw failure("To update Snippets with multiple files, you must use the `files` parameter");
    // The documents ask for it with every change, real hosts only with a change of content.
    if (hosting.dialect === "neutral" && !fields.has("files")) throw invalid("files is missing");
  }
  const files = change.files ?? singleFileChange(fields, present[0]?.path ?? "");
  await refusing(
    "updating",
    hosting.snippets.update(snippet, { user, at: hosting.state.clock.now() }, { ...change, files }),
  );
  return json(await showSnippet(hosting, snippet));
}

async function remove(hosting: Hosting, request: Incoming): Promise<Reply> {
  await hosting.snippets.delete(own(hosting, request).snippet);
  return reply(204);
}

async function fileRaw(hosting: Hosting, request: Incoming): Promise<Reply> {
  const file = await hosting.snippets.file(
    readable(hosting, request),
    request.holes["ref"] ?? "",
    request.holes["file_path"] ?? "",
  );
  if (file === "no ref") throw notFound("Reference");
  if (file === "no file") throw notFound("File");
  return raw(file);
}

function userAgentDetail(hosting: Hosting, request: Incoming): Reply {
  requireAdmin(hosting, request);
  const { origin } = found(hosting, request);
  if (origin.userAgent === "") throw notFound("UserAgentDetail");
  return json({
    user_agent: origin.userAgent,
    ip_address: origin.address,
    [hosting.dialect === "neutral" ? "spamfilter_submitted" : "akismet_submitted"]: false,
  });
}

function found(hosting: Hosting, request: Incoming): SnippetRecord {
  const snippet = hosting.snippets.get(Number(request.holes["id"]));
  if (!snippet) throw notFound("Snippet");
  return snippet;
}

/** Public ones are for everybody; one that the caller may not see is as if it were not there. */
function readable(hosting: Hosting, request: Incoming): SnippetRecord {
  const identity = identify(hosting, request);
  if (identity) requireScope(identity, request, []);
  const snippet = found(hosting, request);
  if (!maySeeSnippet(hosting, snippet, identity?.user)) throw notFound("Snippet");
  return snippet;
}

/** Only the caller's own snippets can be changed; others are as if they were not there. */
function own(hosting: Hosting, request: Incoming): { snippet: SnippetRecord; user: UserRecord } {
  const { user } = requireUser(hosting, request);
  const snippet = found(hosting, request);
  if (snippet.authorId !== user.id) throw notFound("Snippet");
  return { snippet, user };
}

function raw(content: Buffer): Reply {
  return reply(200, content, { "Content-Type": "text/plain; charset=utf-8", "Content-Disposition": "attachment" });
}

/** Snippets have a shape of errors of their own. */
function failure(text: string): Error {
  return message(400, { error: text });
}

async function refusing<T>(doing: string, work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof Error && error.name === "CommitRefused")
      throw failure(`Repository Error ${doing} the snippet - ${error.message}`);
    throw error;
  }
}
