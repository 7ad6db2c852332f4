import type { Client } from "../../api/client.ts";
import type { MergeRequest } from "../../api/resources/mergeRequests.ts";
import type { OpenProject } from "../../git/project.ts";
import { isCancelled } from "../base/errors.ts";
import { branchQuery } from "./folders.ts";

/** Identifies what a branch is merged as: the answer is asked for once. */
export const mergedKey = ({ branch, head }: Pick<OpenProject, "branch" | "head">): string =>
  JSON.stringify([branch, head]);

/**
 * Reads the merge request that merged the current branch as it is here; undefined if there is none, or for newer
 * commits. An answer that fails counts as none: what it is for works without.
 * @throws CancelledError
 */
export async function readMergedBranch(
  client: Client,
  { project, branch, head, detached }: OpenProject,
  options: { readonly signal: AbortSignal; readonly repeat?: boolean },
): Promise<MergeRequest | undefined> {
  if (branch === undefined || head === undefined || detached === true) return undefined;
  try {
    const query = { state: "merged", scope: "all", ...branchQuery(branch, false) } as const;
    const { items } = await client.mergeRequests.listForProject(project, query, { perPage: 20, ...options }).page();
    // With squash, too, it is the head of the source branch.
    return items.find(({ sha, target_branch: target }) => sha === head && target && target !== branch);
  } catch (error) {
    if (isCancelled(error) || options.signal.aborted) throw error;
    return undefined;
  }
}
