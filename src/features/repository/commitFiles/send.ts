import type { Client } from "../../../api/client.ts";
import type { ProjectId } from "../../../api/path.ts";
import type { CallOptions } from "../../../api/request.ts";
import type { CommitAction, CreateCommit } from "../../../api/resources/commits.ts";
import type { Target } from "./target.ts";

/** A commit that is to be made through the API. */
export interface Request {
  readonly target: Target;
  readonly message: string;
  /** Whoever signed in, unless told. */
  readonly author?: { readonly name: string; readonly email: string } | undefined;
  readonly actions: readonly CommitAction[];
}

/** A commit that was made. */
export interface Made {
  readonly branch: string;
  /** Its full sha; absent where the host did not tell. */
  readonly sha?: string;
}

/**
 * Makes the commit: of one file by the route of that file, of several as one commit of many (Part 2, Repository files, Commits).
 * @throws ApiError, `invalidRequest` when the commit cannot be made
 */
export async function sendCommit(
  client: Pick<Client, "commits" | "repositoryFiles">,
  project: ProjectId,
  request: Request,
  options: CallOptions,
): Promise<Made> {
  const { branch } = request.target;
  const single = singleFile(request);
  if (single === undefined) {
    const { id } = await client.commits.create(project, wholeCommit(request), options);
    return { branch, sha: id };
  }
  const { action, executable } = single;
  const common = {
    branch,
    commit_message: request.message,
    ...author(request),
    ...(request.target.start === undefined ? {} : { start_branch: request.target.start.ref }),
  };
  const known =
    action.action !== "create" && action.last_commit_id !== undefined ? { last_commit_id: action.last_commit_id } : {};
  if (action.action === "delete")
    await client.repositoryFiles.delete(project, action.file_path, { ...common, ...known }, options);
  else {
    const { content, encoding } = action;
    const file = {
      ...common,
      content,
      ...(encoding === undefined ? {} : { encoding }),
      ...(executable === undefined ? {} : { execute_filemode: executable }),
    };
    if (action.action === "create") await client.repositoryFiles.create(project, action.file_path, file, options);
    else await client.repositoryFiles.update(project, action.file_path, { ...file, ...known }, options);
  }
  // The route of files does not tell the commit. It is made whatever becomes of this question.
  const tip = await client.commits
    .get(project, branch, { stats: false }, { signal: options.signal })
    .catch(() => undefined);
  return { branch, ...(tip === undefined ? {} : { sha: tip.id }) };
}

/** The one file that a commit is about, where the route of files can do all of it. */
function singleFile({
  target,
  actions,
}: Request):
  | { action: Extract<CommitAction, { action: "create" | "update" | "delete" }>; executable?: boolean }
  | undefined {
  const { start, force } = target;
  if (force === true || (start !== undefined && (start.kind !== "branch" || start.project !== undefined)))
    return undefined;
  const [first, second, ...others] = actions;
  if (first === undefined || first.action === "move" || first.action === "chmod" || others.length > 0) return undefined;
  if (second === undefined) return { action: first };
  const fits = second.action === "chmod" && second.file_path === first.file_path && first.action !== "delete";
  return fits ? { action: first, executable: second.execute_filemode } : undefined;
}

function wholeCommit(request: Request): CreateCommit {
  const { branch, start, force } = request.target;
  return {
    branch,
    commit_message: request.message,
    actions: request.actions,
    ...author(request),
    ...(start === undefined ? {} : start.kind === "branch" ? { start_branch: start.ref } : { start_sha: start.ref }),
    ...(start?.project === undefined ? {} : { start_project: start.project }),
    ...(force === true && start !== undefined ? { force } : {}),
    stats: false,
  };
}

const author = ({ author: by }: Request): { author_name?: string; author_email?: string } =>
  by === undefined
    ? {}
    : { ...(by.name === "" ? {} : { author_name: by.name }), ...(by.email === "" ? {} : { author_email: by.email }) };
