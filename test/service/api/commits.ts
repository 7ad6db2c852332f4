import type { Hosting } from "../hosting.ts";
import type { Incoming } from "../http/incoming.ts";
import { offsetPage, pageReply } from "../http/paging.ts";
import type { Params } from "../http/params.ts";
import { invalid, message, notFound } from "../http/problem.ts";
import { json, type Reply } from "../http/reply.ts";
import type { Route } from "../http/router.ts";
import type { CommitAction, ProjectRecord } from "../types.ts";
import { readableProject, writableProject } from "./access.ts";
import { showCommit } from "./present.ts";

const LOG_LIMIT = 1000;

/** Part 2, Commits: list, one, create. */
export function commitRoutes(hosting: Hosting): Route[] {
  const path = "/projects/:id/repository/commits";
  return [
    { method: "GET", path, handle: (request) => listCommits(hosting, request) },
    { method: "POST", path, handle: (request) => createCommit(hosting, request) },
    {
      method: "GET",
      path: `${path}/:sha`,
      handle: async (request) => {
        const project = readableProject(hosting, request);
        const sha = await hosting.repositories.resolve(project.path, request.holes["sha"] ?? "");
        if (sha === undefined) throw notFound("Commit");
        return json(await fullCommit(hosting, project, sha));
      },
    },
  ];
}

async function listCommits(hosting: Hosting, request: Incoming): Promise<Reply> {
  const project = readableProject(hosting, request);
  const ref = request.query.text("ref_name") ?? project.defaultBranch;
  const path = request.query.text("path");
  if ((await hosting.repositories.resolve(project.path, ref)) === undefined) throw notFound("Commit");
  const commits = await hosting.repositories.log(project.path, ref, { limit: LOG_LIMIT, ...(path === undefined ? {} : { path }) });
  // Real hosts never count commits.
  const paged = offsetPage(commits, request, { apiUrl: `${hosting.url}/api/v4`, totals: false, strict: true });
  return pageReply(paged, (commit) => showCommit(hosting, project, commit));
}

async function createCommit(hosting: Hosting, request: Incoming): Promise<Reply> {
  const { project, user } = writableProject(hosting, request);
  const fields = await request.fields();
  const branch = fields.required("branch");
  const text = fields.required("commit_message");
  const actions = fields.records("actions")?.map(readAction);
  if (!actions) throw invalid("actions is missing");
  const startBranch = fields.text("start_branch") ?? fields.text("start_sha");
  try {
    const { sha } = await hosting.repositories.commit(project.path, {
      branch,
      message: text,
      author: { name: fields.text("author_name") ?? user.name, email: fields.text("author_email") ?? user.email },
      actions,
      user,
      ...(startBranch === undefined ? {} : { startBranch }),
      ...(fields.flag("force") === true ? { force: true } : {}),
    });
    await hosting.scheduler.settled();
    return json(await fullCommit(hosting, project, sha), 201);
  } catch (error) {
    if (error instanceof Error && error.name === "CommitRefused") throw message(400, error.message);
    throw error;
  }
}

function readAction(fields: Params): CommitAction {
  const action = fields.oneOf("action", ["create", "update", "delete", "move", "chmod"]);
  if (action === undefined) throw invalid("actions[0][action] is missing");
  const content = fields.text("content");
  const encoding = fields.oneOf("encoding", ["text", "base64"]) === "base64" ? "base64" : "utf8";
  const previous = fields.text("previous_path");
  const lastCommit = fields.text("last_commit_id");
  const mode = fields.flag("execute_filemode");
  return {
    action: action as CommitAction["action"],
    file_path: fields.required("file_path"),
    ...(previous === undefined ? {} : { previous_path: previous }),
    ...(content === undefined ? {} : { content: Buffer.from(content, encoding) }),
    ...(mode === undefined ? {} : { execute_filemode: mode }),
    ...(lastCommit === undefined ? {} : { last_commit_id: lastCommit }),
  };
}

async function fullCommit(hosting: Hosting, project: ProjectRecord, sha: string): Promise<Record<string, unknown>> {
  const commit = await hosting.commits.get(project, sha);
  if (!commit) throw notFound("Commit");
  const last = [...hosting.state.pipelines.values()].filter((pipeline) => pipeline.projectId === project.id && pipeline.sha === sha).at(-1);
  return {
    ...showCommit(hosting, project, commit),
    status: last?.status ?? null,
    project_id: project.id,
    last_pipeline: last ? { id: last.id, iid: last.iid, project_id: project.id, sha, ref: last.ref, status: last.status, source: last.source } : null,
  };
}
