import { SUBMODULE } from "../git/objects.ts";
import { cherryPick, PickRefused, revert } from "../git/picking.ts";
import type { Hosting } from "../hosting.ts";
import type { Incoming } from "../http/incoming.ts";
import type { Params } from "../http/params.ts";
import { invalid, message, notFound, Problem } from "../http/problem.ts";
import { json, type Reply } from "../http/reply.ts";
import { POST, PUT, type Route } from "../http/router.ts";
import { mayForcePush, requirePush } from "../protectedBranches/rights.ts";
import type { CommitAction, CommitRequest, ProjectRecord, UserRecord } from "../types.ts";
import { findProject, writableProject } from "./access.ts";
import { commitOf, showFullCommit } from "./commitShow.ts";

/** Part 2, Commits (create, cherry-pick, revert) and Submodules. */
export function commitWriteRoutes(hosting: Hosting): Route[] {
  const path = "/projects/:id/repository/commits";
  return [
    POST(path, (request) => createCommit(hosting, request)),
    POST(`${path}/:sha/cherry_pick`, (request) => pick(hosting, request, "cherry-pick")),
    POST(`${path}/:sha/revert`, (request) => pick(hosting, request, "revert")),
    PUT("/projects/:id/repository/submodules/:submodule", (request) => updateSubmodule(hosting, request)),
  ];
}

async function createCommit(hosting: Hosting, request: Incoming): Promise<Reply> {
  const { project, user } = writableProject(hosting, request);
  const fields = await request.fields();
  const branch = fields.required("branch");
  const text = fields.required("commit_message");
  const actions = fields.records("actions")?.map(readAction);
  if (!actions) throw invalid("actions is missing");
  requirePush(hosting, project, user, branch);
  const force = fields.flag("force") === true;
  if (force && !mayForcePush(hosting, project, user, branch))
    throw message(403, "403 Forbidden - You are not allowed to force push code to a protected branch on this project.");
  const startBranch = await startOf(hosting, project, user, fields);
  const sha = await commitOrRefuse(hosting, project, {
    branch,
    message: text,
    actions,
    ...authorship(fields, user),
    ...(startBranch === undefined ? {} : { startBranch }),
    ...(force ? { force } : {}),
  });
  return json(await showFullCommit(hosting, project, sha, fields.flag("stats") ?? true), 201);
}

/** The commit that a new branch begins at, fetched from another project where it is there. Undefined when none is asked for. */
async function startOf(
  hosting: Hosting,
  project: ProjectRecord,
  user: UserRecord,
  fields: Params,
): Promise<string | undefined> {
  const [branch, sha] = [fields.text("start_branch"), fields.text("start_sha")];
  if (branch !== undefined && sha !== undefined && hosting.dialect === "gitlab")
    throw invalid("start_branch, start_sha are mutually exclusive");
  const start = branch ?? sha;
  const other = fields.text("start_project");
  const source = other === undefined ? project : findProject(hosting, other, user);
  if (start === undefined || source.id === project.id) return start;
  const found = await hosting.repositories.at(source.path).resolve(start);
  if (found === undefined) throw message(400, `Cannot find '${start}'`);
  await hosting.repositories.objects(project.path).copy(hosting.repositories.objects(source.path), found);
  return found;
}

/** `author_name` and `author_email` as sent; whoever sends is the committer. */
export function authorship(fields: Params, user: UserRecord): Pick<CommitRequest, "author" | "committer" | "user"> {
  const own = { name: user.name, email: user.email };
  return {
    author: { name: fields.text("author_name") ?? own.name, email: fields.text("author_email") ?? own.email },
    committer: own,
    user,
  };
}

/** Returns the new commit once its pipeline is made. Throws 400 with the reason when the commit cannot be made. */
export async function commitOrRefuse(
  hosting: Hosting,
  project: ProjectRecord,
  request: CommitRequest,
): Promise<string> {
  try {
    const { sha } = await hosting.repositories.commit(project.path, { at: hosting.state.clock.now(), ...request });
    await hosting.scheduler.settled();
    return sha;
  } catch (error) {
    if (error instanceof Error && error.name === "CommitRefused") throw message(400, error.message);
    throw error;
  }
}

/** Fields that count for other actions only are left out, as the documents say. */
function readAction(fields: Params, index: number): CommitAction {
  const named = (name: string): string => `actions[${index}][${name}]`;
  const required = (name: string): string => fields.text(name) ?? missing(named(name));
  const action = required("action");
  if (!isAction(action)) throw invalid(`${named("action")} does not have a valid value`);
  const encoding = fields.text("encoding") ?? "text";
  if (encoding !== "text" && encoding !== "base64") throw invalid(`${named("encoding")} does not have a valid value`);
  const content =
    action === "create" || action === "update"
      ? required("content")
      : action === "move"
        ? fields.text("content")
        : undefined;
  const lastCommit = action === "create" || action === "chmod" ? undefined : fields.text("last_commit_id");
  return {
    action,
    file_path: required("file_path"),
    ...(action === "move" ? { previous_path: required("previous_path") } : {}),
    ...(content === undefined ? {} : { content: Buffer.from(content, encoding === "base64" ? "base64" : "utf8") }),
    ...(action === "chmod" ? { execute_filemode: fields.flag("execute_filemode") ?? false } : {}),
    ...(lastCommit === undefined ? {} : { last_commit_id: lastCommit }),
  };
}

function isAction(text: string): text is CommitAction["action"] {
  return ["create", "update", "delete", "move", "chmod"].includes(text);
}

function missing(name: string): never {
  throw invalid(`${name} is missing`);
}

async function pick(hosting: Hosting, request: Incoming, kind: "cherry-pick" | "revert"): Promise<Reply> {
  const { project, user } = writableProject(hosting, request);
  const branch = (await request.fields()).required("branch");
  const commit = await commitOf(hosting, project, request);
  if ((await hosting.repositories.at(project.path).resolve(`refs/heads/${branch}`)) === undefined)
    throw notFound("Branch");
  requirePush(hosting, project, user, branch);
  const make = kind === "revert" ? revert : cherryPick;
  try {
    const sha = await make(hosting.repositories, project.path, {
      commit,
      branch,
      user,
      committer: { name: user.name, email: user.email },
      at: hosting.state.clock.now(),
    });
    await hosting.scheduler.settled();
    return json(await showFullCommit(hosting, project, sha), 201);
  } catch (error) {
    if (error instanceof PickRefused) {
      const done = kind === "revert" ? "reverted" : "cherry-picked";
      throw new Problem(400, {
        message: `Sorry, we cannot ${kind} this commit automatically. This commit may already have been ${done}, or a more recent commit may have updated some of its content.`,
        error_code: error.code,
      });
    }
    if (error instanceof Error && error.name === "CommitRefused") throw message(400, error.message);
    throw error;
  }
}

/** Part 2, Submodules: moves the commit that a submodule is at. */
async function updateSubmodule(hosting: Hosting, request: Incoming): Promise<Reply> {
  const { project, user } = writableProject(hosting, request);
  const fields = await request.fields();
  const submodule = request.holes["submodule"] ?? "";
  const branch = fields.required("branch");
  const target = fields.required("commit_sha");
  if (!/^[0-9a-f]{40}$/i.test(target)) throw invalid("commit_sha is invalid");
  requirePush(hosting, project, user, branch);
  const entry = await hosting.repositories.at(project.path).file(`refs/heads/${branch}`, submodule);
  if (entry?.mode !== SUBMODULE) throw message(400, "Invalid submodule path");
  const sha = await commitOrRefuse(hosting, project, {
    branch,
    message: fields.text("commit_message") ?? `Update submodule ${submodule} with oid ${target}`,
    actions: [{ action: "update", file_path: submodule, submodule: target.toLowerCase() }],
    ...authorship(fields, user),
  });
  return json(await showFullCommit(hosting, project, sha));
}
