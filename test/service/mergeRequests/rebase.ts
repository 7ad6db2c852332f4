import { mergeTrees } from "../git/mergeTrees.ts";
import { signature } from "../git/objects.ts";
import type { Repositories } from "../git/repositories.ts";
import type { UserRecord } from "../types.ts";
import { MergeConflict } from "./branches.ts";

export interface Rebase {
  readonly head: string;
  /** The commit to rebase onto, in the same repository. */
  readonly onto: string;
  readonly user: UserRecord;
  /** Milliseconds since the epoch. */
  readonly at: number;
}

/** Makes the commits of a branch once more upon another one, without merges and what is there already. Returns the new head. Throws MergeConflict. */
export async function rebased(
  repositories: Pick<Repositories, "git" | "objects">,
  projectPath: string,
  { head, onto, user, at }: Rebase,
): Promise<string> {
  const objects = repositories.objects(projectPath);
  const range = ["rev-list", "--reverse", "--topo-order", "--no-merges", `${onto}..${head}`];
  const commits = (await repositories.git(projectPath, range)).toString().split("\n").filter(Boolean);
  let tip = onto;
  for (const id of commits) {
    const { parents, author, message } = (await objects.commit(id))!;
    const [base] = parents;
    if (base === undefined) throw new MergeConflict("The branches have no common history");
    if (base === tip) {
      tip = id;
      continue;
    }
    const merged = await mergeTrees(repositories, projectPath, { base, ours: tip, theirs: id });
    if ("conflicts" in merged) throw new MergeConflict(`Conflicts in ${merged.conflicts.join(", ")}`);
    if (merged.tree === (await objects.treeOf(tip))) continue;
    tip = objects.writeCommit({ tree: merged.tree, parents: [tip], author, committer: signature(user, at), message });
  }
  return tip;
}
