import { l10n } from "vscode";
import { isCancelled, UserError } from "../../../core/base/errors.ts";
import { sameProject } from "../../../core/base/refs.ts";
import type { Context } from "../../../core/context.ts";
import { findCommit } from "../../../core/files/hostCommit.ts";
import { plainText } from "../../../core/ui/plainText.ts";
import { withProgress } from "../../../core/ui/progress.ts";
import { cloneOf } from "../../../git/clone.ts";
import { gitProgram } from "../../../git/program.ts";
import { openWorkingTree, type WorkingTree } from "../../../git/workingTree.ts";
import type { NewMergeRequestRef } from "./proposal.ts";

/** Limit of commits that are read. */
export const maxCommits = 100;

/** The branch in the clone. */
export interface LocalBranch {
  readonly tree: WorkingTree;
  readonly remote: string;
  readonly name: string;
  readonly head: string;
}

/** Where the source branch is. */
export interface Source {
  /** Its head on the host; undefined if the branch is not there. */
  readonly there?: string | undefined;
  /** Undefined without a clone that can push it. */
  readonly local?: LocalBranch | undefined;
  /** Whether the clone has commits that the host lacks. */
  readonly ahead: boolean;
  /** Number of those commits, if the branch is on the host and they can be counted; at most `maxCommits`. */
  readonly unpushed?: number | undefined;
}

/** Looks where the source branch is. @throws ApiError */
export async function readSource(context: Context, ref: NewMergeRequestRef, signal: AbortSignal): Promise<Source> {
  const { client } = context.connections.get(ref.instance);
  const [there, local] = await Promise.all([
    findCommit(client, ref.project, ref.source, signal).then((commit) => commit?.id),
    localBranch(context, ref).catch((error: unknown) => {
      if (isCancelled(error)) throw error;
      context.report.background(error, "Read the clone");
      return undefined;
    }),
  ]);
  if (local === undefined) return { there, ahead: false };
  // A commit that the clone lacks is newer than its own.
  const ahead = there === undefined || !(await local.tree.contains(there, local.head, signal).catch(() => true));
  const own =
    ahead && there !== undefined
      ? await cloneOf(context, ref)
          ?.commits(there, local.head, maxCommits, signal)
          .catch(() => undefined)
      : undefined;
  signal.throwIfAborted();
  return { there, local, ahead, unpushed: own?.length };
}

/** Returns the branch of the project's clone that has this name on the host. */
async function localBranch(context: Context, ref: NewMergeRequestRef): Promise<LocalBranch | undefined> {
  const clone = cloneOf(context, ref);
  if (clone?.remote === undefined) return undefined;
  const tree = openWorkingTree(clone.root, gitProgram);
  const { state } = context.projects;
  const isCurrent = state.kind === "ready" && sameProject(state.project, ref) && state.project.branch === ref.source;
  const name = isCurrent ? await tree.current() : ref.source;
  const head = name === undefined ? undefined : await tree.head(name);
  return name === undefined || head === undefined ? undefined : { tree, remote: clone.remote, name, head };
}

/** Pushes the source branch. @throws CancelledError, UserError */
export async function pushSource(context: Context, { tree, remote, name }: LocalBranch, branch: string): Promise<void> {
  try {
    await withProgress(
      l10n.t("Pushing “{0}”…", plainText(branch, 100)),
      (signal) => tree.push(remote, name, branch, signal),
      { writes: true },
    );
  } catch (error) {
    if (isCancelled(error)) throw error;
    const said = (error instanceof Error ? error.message : String(error))
      .trim()
      .split("\n")
      .filter((line) => /rejected|fatal|error|denied/i.test(line));
    throw new UserError(
      l10n.t("Git could not push “{0}”: {1}", plainText(branch, 100), plainText(said[0] ?? "", 200)),
      {
        cause: error,
        action: { title: l10n.t("Show Log"), command: "forgeline.showExtensionLog" },
      },
    );
  }
  await context.projects.rescan();
}
