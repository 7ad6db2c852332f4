import type { CommitAction, CommitRequest } from "../types.ts";
import { GitFailed } from "./command.ts";
import { type ObjectStore, signature, SUBMODULE, type TreeEntry } from "./objects.ts";
import type { RepositoryReader } from "./records.ts";
import { isBranchName, NO_COMMIT } from "./refFiles.ts";

/** A change that cannot be made; the message is the API's text. */
export class CommitRefused extends Error {
  override readonly name = "CommitRefused";
}

/** Where commits are made: a repository's objects, and its refs. */
export interface Writing {
  readonly objects: ObjectStore;
  readonly reader: RepositoryReader;
  /** Throws GitFailed when the ref is not at `before` any more. */
  readonly moveRef: (ref: string, after: string, before: string) => Promise<void>;
}

/**
 * Makes a commit without a work tree and moves the branch to it, unless somebody else moved it meanwhile.
 * Returns the branch's commit before and after. Throws CommitRefused.
 */
export async function makeCommit(
  { objects, reader, moveRef }: Writing,
  request: CommitRequest,
): Promise<{ before: string; after: string }> {
  const tip = await reader.resolve(`refs/heads/${request.branch}`);
  if (tip === undefined && !isBranchName(request.branch))
    throw new CommitRefused(`Branch name '${request.branch}' is invalid`);
  const parent = await parentOf(reader, request, tip);
  const files = parent === undefined ? new Map<string, TreeEntry>() : await objects.files(parent);
  for (const action of request.actions) {
    if (
      action.last_commit_id !== undefined &&
      parent !== undefined &&
      (await reader.lastCommit(parent, action.previous_path ?? action.file_path)) !== action.last_commit_id
    ) {
      throw new CommitRefused("You are attempting to update a file that has changed since you started editing it.");
    }
    apply(objects, files, action);
  }
  const tree = objects.writeTree(files);
  if (request.refuseEmpty === true && parent !== undefined && tree === (await objects.treeOf(parent)))
    throw new CommitRefused("The commit would change nothing");
  const at = request.at ?? Date.now();
  const after = objects.writeCommit({
    tree,
    parents: parent === undefined ? [] : [parent],
    author: signature(request.author, at),
    committer: signature(request.committer ?? request.author, at),
    message: request.message,
  });
  const ref = `refs/heads/${request.branch}`;
  try {
    await moveRef(ref, after, tip ?? NO_COMMIT);
  } catch (error) {
    if (!(error instanceof GitFailed)) throw error;
    throw new CommitRefused(`Could not update ${ref}. Please refresh and try again.`, { cause: error });
  }
  return { before: tip ?? NO_COMMIT, after };
}

async function parentOf(
  reader: RepositoryReader,
  request: CommitRequest,
  tip: string | undefined,
): Promise<string | undefined> {
  const { branch, startBranch, force } = request;
  const start = startBranch === undefined ? undefined : await reader.resolve(startBranch);
  if (startBranch !== undefined && start === undefined) throw new CommitRefused(`Cannot find '${startBranch}'`);
  if (force === true && start !== undefined) return start;
  if (tip !== undefined) {
    if (startBranch === undefined || startBranch === branch) return tip;
    throw new CommitRefused(
      `A branch called '${branch}' already exists. Switch to that branch in order to make changes`,
    );
  }
  if (start !== undefined) return start;
  if ((await reader.branches()).length === 0) return undefined;
  throw new CommitRefused("You can only create or edit files when you are on a branch");
}

function apply(objects: ObjectStore, files: Map<string, TreeEntry>, action: CommitAction): void {
  const blob = (content: Buffer | undefined): string => objects.write("blob", content ?? Buffer.alloc(0));
  const path = checkPath(action.file_path);
  const existing = (wanted: string) => {
    const entry = files.get(wanted);
    if (entry === undefined) throw new CommitRefused("A file with this name doesn't exist");
    return entry;
  };
  switch (action.action) {
    case "create": {
      checkFree(files, path);
      if (action.submodule !== undefined) {
        files.set(path, { mode: SUBMODULE, oid: action.submodule });
        return;
      }
      files.set(path, { mode: action.execute_filemode === true ? "100755" : "100644", oid: blob(action.content) });
      return;
    }
    case "update": {
      const { mode, oid } = existing(path);
      if (action.submodule !== undefined) {
        if (mode !== SUBMODULE) throw new CommitRefused("Invalid submodule path");
        if (oid === action.submodule) throw new CommitRefused(`The submodule ${path} is already at ${oid}`);
        files.set(path, { mode, oid: action.submodule });
        return;
      }
      if (mode === SUBMODULE) throw new CommitRefused("A file with this name doesn't exist");
      files.set(path, { mode, oid: blob(action.content) });
      return;
    }
    case "delete":
      existing(path);
      files.delete(path);
      return;
    case "move": {
      if (action.previous_path === undefined) throw new CommitRefused("You must provide a previous path");
      const previous = checkPath(action.previous_path);
      const { mode, oid } = existing(previous);
      files.delete(previous);
      checkFree(files, path);
      files.set(path, { mode, oid: action.content === undefined ? oid : blob(action.content) });
      return;
    }
    case "chmod": {
      const { mode, oid } = existing(path);
      if (mode === SUBMODULE) throw new CommitRefused("A file with this name doesn't exist");
      files.set(path, { mode: action.execute_filemode === true ? "100755" : "100644", oid });
    }
  }
}

function checkPath(path: string): string {
  const parts = path.replace(/^\/+/, "").split("/");
  if (parts.includes("..")) throw new CommitRefused("Path cannot include directory traversal");
  if (parts.some((part) => part === "" || part === "." || part.toLowerCase() === ".git" || part.includes("\0"))) {
    throw new CommitRefused(`Invalid path: '${path}'`);
  }
  return parts.join("/");
}

function checkFree(files: ReadonlyMap<string, TreeEntry>, path: string): void {
  const parents = path.split("/").map((_, index, parts) => parts.slice(0, index + 1).join("/"));
  if (parents.some((name) => files.has(name))) throw new CommitRefused("A file with this name already exists");
  for (const name of files.keys()) {
    if (name.startsWith(`${path}/`)) throw new CommitRefused("A directory with this name already exists");
  }
}
