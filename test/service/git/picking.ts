import type { CommitRecord, Person, RepositoryStore, UserRecord } from "../types.ts";
import { CommitRefused, signatures } from "./commits.ts";
import { GitFailed } from "./command.ts";
import { EMPTY_TREE } from "./diff.ts";
import { mergeTrees } from "./mergeTrees.ts";

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

type Writable = Pick<RepositoryStore, "git" | "resolve" | "moveRef">;

/** Makes the commit's change once more at the end of the branch, its author kept. Returns the new commit. Throws PickRefused, CommitRefused. */
export function cherryPick(repositories: Writable, projectPath: string, picking: Picking): Promise<string> {
  const { commit } = picking;
  const author = { name: commit.author_name, email: commit.author_email };
  return addChange(repositories, projectPath, picking, {
    base: commit.parent_ids[0] ?? EMPTY_TREE,
    theirs: commit.id,
    message: `${commit.message.trimEnd()}\n\n(cherry picked from commit ${commit.id})\n`,
    env: signatures({ author, committer: picking.committer, at: picking.at, authored: commit.authored_date.replace(/\.\d+/, "") }),
  });
}

/** Takes the commit's change back by a new commit at the end of the branch. Returns it. Throws PickRefused, CommitRefused. */
export function revert(repositories: Writable, projectPath: string, picking: Picking): Promise<string> {
  const { commit, committer } = picking;
  return addChange(repositories, projectPath, picking, {
    base: commit.id,
    theirs: commit.parent_ids[0] ?? EMPTY_TREE,
    message: `Revert "${commit.title}"\n\nThis reverts commit ${commit.id}.\n`,
    env: signatures({ author: committer, committer, at: picking.at }),
  });
}

interface Change {
  readonly base: string;
  readonly theirs: string;
  readonly message: string;
  readonly env: Readonly<Record<string, string>>;
}

async function addChange(repositories: Writable, projectPath: string, { branch, user }: Picking, change: Change): Promise<string> {
  const ref = `refs/heads/${branch}`;
  const ours = await repositories.resolve(projectPath, ref);
  if (ours === undefined) throw new CommitRefused(`Cannot find '${branch}'`);
  const merged = await mergeTrees(repositories, projectPath, { base: change.base, ours, theirs: change.theirs });
  if ("conflicts" in merged) throw new PickRefused("conflict");
  const text = async (...args: string[]): Promise<string> => (await repositories.git(projectPath, args)).toString().trim();
  if (merged.tree === (await text("rev-parse", `${ours}^{tree}`))) throw new PickRefused("empty");
  const made = await repositories.git(projectPath, ["commit-tree", merged.tree, "-p", ours], { env: change.env, input: change.message });
  const after = made.toString().trim();
  try {
    await repositories.moveRef(projectPath, ref, { before: ours, after, user });
  } catch (error) {
    if (!(error instanceof GitFailed)) throw error;
    throw new CommitRefused(`Could not update ${ref}. Please refresh and try again.`, { cause: error });
  }
  return after;
}
