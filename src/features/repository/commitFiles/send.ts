import type { Client } from "../../../api/client.ts";
import type { ProjectId } from "../../../api/path.ts";
import type { CallOptions } from "../../../api/request.ts";
import type { CommitAction, CreateCommit } from "../../../api/resources/commits.ts";
import type { Target } from "./target.ts";

/** A commit to make through the API. */
export interface CommitRequest {
  readonly target: Target;
  readonly message: string;
  /** Default: the account's user. */
  readonly author?: { readonly name: string; readonly email: string } | undefined;
  readonly actions: readonly CommitAction[];
}

/** A commit on the host. */
export interface MadeCommit {
  readonly branch: string;
  /** Full SHA; absent if the host did not return it. */
  readonly sha?: string;
}

/**
 * Makes a commit: of one file by the route of files, of several by that of commits (Part 2, Repository files, Commits).
 * @throws ApiError `invalidRequest` when the host refuses the commit
 */
export async function sendCommit(
  client: Pick<Client, "commits" | "repositoryFiles">,
  project: ProjectId,
  request: CommitRequest,
  options: CallOptions,
): Promise<MadeCommit> {
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
    ...authorFields(request),
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
  // The route of files does not return the commit. A failed look-up does not matter, as the commit is made.
  const tip = await client.commits
    .get(project, branch, { stats: false }, { signal: options.signal })
    .catch(() => undefined);
  return { branch, ...(tip === undefined ? {} : { sha: tip.id }) };
}

/** Returns the actions of a commit that the route of files can make; undefined for any other. */
function singleFile({
  target,
  actions,
}: CommitRequest):
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

function wholeCommit(request: CommitRequest): CreateCommit {
  const { branch, start, force } = request.target;
  return {
    branch,
    commit_message: request.message,
    actions: request.actions,
    ...authorFields(request),
    ...(start === undefined ? {} : start.kind === "branch" ? { start_branch: start.ref } : { start_sha: start.ref }),
    ...(start?.project === undefined ? {} : { start_project: start.project }),
    ...(force === true && start !== undefined ? { force } : {}),
    stats: false,
  };
}

const authorFields = ({ author: by }: CommitRequest): { author_name?: string; author_email?: string } =>
  by === undefined
    ? {}
    : { ...(by.name === "" ? {} : { author_name: by.name }), ...(by.email === "" ? {} : { author_email: by.email }) };
