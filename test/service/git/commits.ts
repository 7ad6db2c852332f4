import { rm } from "node:fs/promises";
import { join } from "node:path";
import { randomUUID } from "node:crypto";
import type { CommitAction, CommitRequest, Person } from "../types.ts";
import { writeBlob } from "./blob.ts";
import { GitFailed, type GitProcesses } from "./command.ts";
import type { RepositoryReader } from "./records.ts";

/** A change that cannot be made; the message is the API's text. */
export class CommitRefused extends Error {
  override readonly name = "CommitRefused";
}

interface Entry {
  readonly mode: string;
  readonly oid: string;
}

/** The mode of a submodule's entry in a tree. */
export const SUBMODULE = "160000";

export const NO_COMMIT = "0".repeat(40);

/**
 * Makes a commit by plumbing alone (no work tree) and moves the branch to it, unless somebody else moved it meanwhile.
 * Returns the branch's commit before and after. Throws CommitRefused.
 */
export async function makeCommit(git: GitProcesses, dir: string, reader: RepositoryReader, request: CommitRequest): Promise<{ before: string; after: string }> {
  const tip = await reader.resolve(`refs/heads/${request.branch}`);
  if (tip === undefined) await checkBranchName(git, request.branch);
  const parent = await parentOf(reader, request, tip);
  const files = parent === undefined ? new Map<string, Entry>() : await readTree(git, dir, parent);
  for (const action of request.actions) {
    if (action.last_commit_id !== undefined && parent !== undefined && (await reader.lastCommit(parent, action.previous_path ?? action.file_path)) !== action.last_commit_id) {
      throw new CommitRefused("You are attempting to update a file that has changed since you started editing it.");
    }
    await apply(dir, files, action);
  }
  const tree = await writeTree(git, dir, files);
  if (request.refuseEmpty === true && parent !== undefined && tree === (await git.text(["rev-parse", `${parent}^{tree}`], { dir }))) {
    throw new CommitRefused("The commit would change nothing");
  }
  const env = signatures({ author: request.author, committer: request.committer ?? request.author, ...(request.at === undefined ? {} : { at: request.at }) });
  const after = await git.text(["commit-tree", tree, ...(parent === undefined ? [] : ["-p", parent])], { dir, env, input: request.message });
  try {
    await git.run(["update-ref", `refs/heads/${request.branch}`, after, tip ?? NO_COMMIT], { dir, env });
  } catch (error) {
    if (!(error instanceof GitFailed)) throw error;
    throw new CommitRefused(`Could not update refs/heads/${request.branch}. Please refresh and try again.`, { cause: error });
  }
  return { before: tip ?? NO_COMMIT, after };
}

/**
 * Git's variables for who wrote and who committed. `at` in milliseconds, now by default; `authored` is a date as git
 * reads it, for a commit whose author date is older.
 */
export function signatures(people: { readonly author: Person; readonly committer: Person; readonly at?: number; readonly authored?: string }): Record<string, string> {
  const date = `@${Math.floor((people.at ?? Date.now()) / 1000)} +0000`;
  const signature = (role: string, person: Person, when: string): Record<string, string> => ({
    [`GIT_${role}_NAME`]: person.name.replace(/[<>\n\0]/g, "").trim() || "Unknown",
    [`GIT_${role}_EMAIL`]: person.email.replace(/[<>\n\0]/g, "").trim(),
    [`GIT_${role}_DATE`]: when,
  });
  return { ...signature("AUTHOR", people.author, people.authored ?? date), ...signature("COMMITTER", people.committer, date) };
}

async function checkBranchName(git: GitProcesses, branch: string): Promise<void> {
  try {
    await git.run(["check-ref-format", "--branch", branch]);
  } catch (error) {
    if (!(error instanceof GitFailed)) throw error;
    throw new CommitRefused(`Branch name '${branch}' is invalid`, { cause: error });
  }
}

async function parentOf(reader: RepositoryReader, request: CommitRequest, tip: string | undefined): Promise<string | undefined> {
  const { branch, startBranch, force } = request;
  const start = startBranch === undefined ? undefined : await reader.resolve(startBranch);
  if (startBranch !== undefined && start === undefined) throw new CommitRefused(`Cannot find '${startBranch}'`);
  if (force === true && start !== undefined) return start;
  if (tip !== undefined) {
    if (startBranch === undefined || startBranch === branch) return tip;
    throw new CommitRefused(`A branch called '${branch}' already exists. Switch to that branch in order to make changes`);
  }
  if (start !== undefined) return start;
  if ((await reader.branches()).length === 0) return undefined;
  throw new CommitRefused("You can only create or edit files when you are on a branch");
}

async function readTree(git: GitProcesses, dir: string, commit: string): Promise<Map<string, Entry>> {
  const files = new Map<string, Entry>();
  for (const line of (await git.run(["ls-tree", "-r", "-z", "--full-tree", commit], { dir })).toString().split("\0")) {
    const match = /^(\d+) \w+ ([0-9a-f]+)\t([^]*)$/.exec(line);
    if (match?.[1] !== undefined && match[2] !== undefined && match[3] !== undefined) files.set(match[3], { mode: match[1], oid: match[2] });
  }
  return files;
}

async function apply(dir: string, files: Map<string, Entry>, action: CommitAction): Promise<void> {
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
      files.set(path, { mode: action.execute_filemode === true ? "100755" : "100644", oid: await writeBlob(dir, action.content ?? Buffer.alloc(0)) });
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
      files.set(path, { mode, oid: await writeBlob(dir, action.content ?? Buffer.alloc(0)) });
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
      files.set(path, { mode, oid: action.content === undefined ? oid : await writeBlob(dir, action.content) });
      return;
    }
    case "chmod": {
      const { oid } = existing(path);
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

function checkFree(files: ReadonlyMap<string, Entry>, path: string): void {
  const parents = path.split("/").map((_, index, parts) => parts.slice(0, index + 1).join("/"));
  if (parents.some((name) => files.has(name))) throw new CommitRefused("A file with this name already exists");
  for (const name of files.keys()) {
    if (name.startsWith(`${path}/`)) throw new CommitRefused("A directory with this name already exists");
  }
}

/** Builds the tree in an index of its own, so that commits at the same time do not meet. */
async function writeTree(git: GitProcesses, dir: string, files: ReadonlyMap<string, Entry>): Promise<string> {
  const index = join(dir, `forgeline-index-${randomUUID()}`);
  const env = { GIT_INDEX_FILE: index };
  try {
    const lines = [...files].map(([path, { mode, oid }]) => `${mode} ${oid}\t${path}\0`);
    await git.run(["update-index", "-z", "--index-info"], { dir, env, input: lines.join("") });
    return (await git.text(["write-tree"], { dir, env })).trim();
  } finally {
    await rm(index, { force: true });
  }
}
