import type { Client } from "../../api/client.ts";
import type { MergeRequest } from "../../api/resources/mergeRequests.ts";
import type { OpenProject } from "../../git/project.ts";
import { isCancelled } from "../base/errors.ts";
import { branchQuery } from "./folders.ts";

/** Milliseconds after which a branch that was not merged is asked about again. */
const freshFor = 5 * 60_000;

/** What merged the current branch, asked for once, and now and then while nothing did. */
export class MergedBranch {
  private readonly now: () => number;
  private known: { readonly of: string; readonly by: MergeRequest | undefined; readonly at: number } | undefined;

  constructor(now: () => number) {
    this.now = now;
  }

  /** Whether it was asked for, also for an earlier commit. */
  get isRead(): boolean {
    return this.known !== undefined;
  }

  of(project: OpenProject): MergeRequest | undefined {
    return this.known?.of === keyOf(project) ? this.known.by : undefined;
  }

  /** @throws CancelledError */
  async load(client: Client, project: OpenProject, options: Options): Promise<MergeRequest | undefined> {
    const { known } = this;
    const of = keyOf(project);
    if (known?.of === of && (known.by || this.now() - known.at < freshFor)) return known.by;
    const by = await readMergedBranch(client, project, options);
    this.known = { of, by, at: this.now() };
    return by;
  }

  /** Has it asked for again. */
  forget(): void {
    this.known = this.known && { ...this.known, of: "" };
  }

  /** The branch is not merged: it has an open merge request. */
  isOpen(): void {
    this.known = { of: "", by: undefined, at: 0 };
  }
}

interface Options {
  readonly signal: AbortSignal;
  readonly repeat?: boolean;
}

const keyOf = ({ branch, head }: Pick<OpenProject, "branch" | "head">): string => JSON.stringify([branch, head]);

/**
 * Reads the merge request that merged the current branch as it is here; undefined if there is none, or for newer
 * commits. An answer that fails counts as none: what it is for works without.
 * @throws CancelledError
 */
export async function readMergedBranch(
  client: Client,
  { project, branch, head, detached }: OpenProject,
  options: Options,
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
