import type { Hosting } from "../hosting.ts";
import type { Incoming } from "../http/incoming.ts";
import type { Params } from "../http/params.ts";
import { invalid, message, Problem } from "../http/problem.ts";
import { json, reply } from "../http/reply.ts";
import { DELETE, POST, PUT, type Route } from "../http/router.ts";
import { requirePush } from "../protectedBranches/rights.ts";
import type { CommitAction } from "../types.ts";
import { writableProject } from "./access.ts";
import { authorship, commitOrRefuse } from "./commitWrites.ts";

type Write = "create" | "update" | "delete";

/** Part 2, Repository files: writing, one file per commit. */
export function fileWriteRoutes(hosting: Hosting): Route[] {
  const path = "/projects/:id/repository/files/:file_path";
  return [
    POST(path, async (request) => json(await write(hosting, request, "create"), 201)),
    PUT(path, async (request) => json(await write(hosting, request, "update"))),
    DELETE(path, async (request) => (await write(hosting, request, "delete"), reply(204))),
  ];
}

async function write(
  hosting: Hosting,
  request: Incoming,
  action: Write,
): Promise<{ file_path: string; branch: string }> {
  const { project, user } = writableProject(hosting, request);
  const fields = await request.fields();
  const path = request.holes["file_path"] ?? "";
  const branch = fields.required("branch");
  const text = fields.required("commit_message");
  const start = fields.text("start_branch");
  const actions = actionsOf(fields, action, path);
  requirePush(hosting, project, user, branch);
  if (hosting.dialect === "gitlab" && path.split("/").includes(".."))
    throw invalid("file_path should be a valid file path");
  try {
    await commitOrRefuse(hosting, project, {
      branch,
      message: text,
      actions,
      refuseEmpty: true,
      ...authorship(fields, user),
      ...(start === undefined ? {} : { startBranch: start }),
    });
  } catch (error) {
    // The documents know of one text only: whoever keeps the repository tells no more than that it did not work.
    if (error instanceof Problem && error.reply.status === 400 && hosting.dialect === "neutral")
      throw message(400, "Your changes could not be committed");
    throw error;
  }
  return { file_path: path, branch };
}

function actionsOf(fields: Params, action: Write, path: string): CommitAction[] {
  const lastCommit = action === "create" ? undefined : fields.text("last_commit_id");
  const known = lastCommit === undefined ? {} : { last_commit_id: lastCommit };
  if (action === "delete") return [{ action, file_path: path, ...known }];
  const encoding = fields.oneOf("encoding", ["text", "base64"]) === "base64" ? "base64" : "utf8";
  const content = Buffer.from(fields.required("content"), encoding);
  const executable = fields.flag("execute_filemode");
  const mode: CommitAction[] =
    executable === undefined ? [] : [{ action: "chmod", file_path: path, execute_filemode: executable }];
  return [{ action, file_path: path, content, ...known }, ...mode];
}
