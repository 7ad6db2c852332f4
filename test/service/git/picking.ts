import type { CommitRecord, Person, UserRecord } from "../types.ts";
import { GitFailed } from "./command.ts";
import { CommitRefused } from "./commits.ts";
import { mergeTrees } from "./mergeTrees.ts";
import { EMPTY_TREE, type Signature, signature } from "./objects.ts";
import type { Repositories } from "./repositories.ts";

/** A commit that cannot be picked or reverted: it meets other changes, or there is nothing left to change. */
export class PickRefused extends Error {
  override readonly name = "PickRefused";
  readonly code: "conflict" | "empty";
  constructor(code: PickRefused["code"]) {
    super(code === "conflict" ? "The changes meet others" : "Nothing would change");
    this.code = code;
  }
}

export interface Picking {
  readonly commit: CommitRecord;
  readonly branch: string;
  readonly committer: Person;
  readonly user: UserRecord;
  /** Milliseconds since the epoch. */
  readonly at: number;
}

type Writable = Pick<Repositories, "at" | "git" | "moveRef" | "objects">;

/** Makes the commit's change once more at the end of the branch, its author kept. Returns the new commit. Throws PickRefused, CommitRefused. */
export function cherryPick(repositories: Writable, projectPath: string, picking: Picking): Promise<string> {
  const { commit } = picking;
  const zone = commit.authored_date.slice(-6).replace(":", "");
  return addChange(repositories, projectPath, picking, {
    base: commit.parent_ids[0] ?? EMPTY_TREE,
    theirs: commit.id,
    message: `${commit.message.trimEnd()}\n\n(cherry picked from commit ${commit.id})\n`,
    author: signature({ name: commit.author_name, email: commit.author_email }, Date.parse(commit.authored_date), zone),
  });
}

/** Takes the commit's change back by a new commit at the end of the branch. Returns it. Throws PickRefused, CommitRefused. */
export function revert(repositories: Writable, projectPath: string, picking: Picking): Promise<string> {
  const { commit, committer } = picking;
  return addChange(repositories, projectPath, picking, {
    base: commit.id,
    theirs: commit.parent_ids[0] ?? EMPTY_TREE,
    message: `Revert "${commit.title}"\n\nThis reverts commit ${commit.id}.\n`,
    author: signature(committer, picking.at),
  });
}

interface Change {
  readonly base: string;
  readonly theirs: string;
  readonly message: string;
  readonly author: Signature;
}

async function addChange(
  repositories: Writable,
  projectPath: string,
  { branch, user, committer, at }: Picking,
  change: Change,
): Promise<string> {
  const ref = `refs/heads/${branch}`;
  const ours = await repositories.at(projectPath).resolve(ref);
  if (ours === undefined) throw new CommitRefused(`Cannot find '${branch}'`);
  const merged = await mergeTrees(repositories, projectPath, { base: change.base, ours, theirs: change.theirs });
  if ("conflicts" in merged) throw new PickRefused("conflict");
  const objects = repositories.objects(projectPath);
  if (merged.tree === (await objects.treeOf(ours))) throw new PickRefused("empty");
  const after = objects.writeCommit({
    tree: merged.tree,
    parents: [ours],
    author: change.author,
    committer: signature(committer, at),
    message: change.message,
  });
  try {
    await repositories.moveRef(projectPath, ref, { before: ours, after, user });
  } catch (error) {
    if (!(error instanceof GitFailed)) throw error;
    throw new CommitRefused(`Could not update ${ref}. Please refresh and try again.`, { cause: error });
  }
  return after;
}
