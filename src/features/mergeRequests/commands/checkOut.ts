import { l10n } from "vscode";
import type { MergeRequest } from "../../../api/resources/mergeRequests.ts";
import { CancelledError, isCancelled, UserError } from "../../../core/base/errors.ts";
import type { Context } from "../../../core/context.ts";
import { localBranchName } from "../../../core/mergeRequests/localBranch.ts";
import type { MergeRequestRef } from "../../../core/mergeRequests/refs.ts";
import { ask } from "../../../core/ui/confirm.ts";
import { notice } from "../../../core/ui/notice.ts";
import { plainText } from "../../../core/ui/plainText.ts";
import { plural } from "../../../core/ui/plural.ts";
import { withProgress } from "../../../core/ui/progress.ts";
import { cloneOf } from "../../../git/clone.ts";
import { gitProgram, requireGit } from "../../../git/program.ts";
import { openWorkingTree, type WorkingTree } from "../../../git/workingTree.ts";
import {
  asProjectClone,
  cloneOfFork,
  fetchFromFork,
  type Fork,
  followableFork,
  type ProjectClone,
  readFork,
} from "./pickFork.ts";
import { pickMergeRequest, readNow } from "./pickMergeRequest.ts";

/**
 * Fetches and checks out the source branch. A fork's branch that the account may push to tracks the fork; for all other branches of forks,
 * and for deleted branches, the head that the host keeps for the merge request is used.
 */
export async function checkOut(context: Context, given?: MergeRequestRef): Promise<void> {
  const ref = await pickMergeRequest(context, given, {
    title: l10n.t("Check Out Branch"),
    placeholder: l10n.t("Select a merge request to check out its branch"),
  });
  const { clone: here, mergeRequest, plan } = await sourceClone(context, ref);
  const tree = openWorkingTree(here.root, gitProgram);
  const title = l10n.t("Checking out “{0}”…", plainText(plan.branch, 100));
  const fetched = await withProgress(title, async (signal) => {
    const fork = plan.own ? undefined : await readFork(context, ref, mergeRequest, here, tree, signal);
    return { fork, head: await fetchHead(here, mergeRequest, plan, fork, signal) };
  });
  if ((await tree.current()) !== plan.branch) await askAboutChanges(tree, ref);
  try {
    const outcome = await withProgress(title, async (signal) => {
      const followed = await followedBy(context, here, tree, plan, fetched.fork, signal);
      return switchTo(tree, { ...plan, ...fetched, ...followed }, signal);
    });
    notice(outcome);
  } catch (error) {
    if (isCancelled(error) || error instanceof UserError) throw error;
    throw new UserError(l10n.t("Git could not check out “{0}”: {1}", plainText(plan.branch, 100), lastLine(error)), {
      cause: error,
      action: { title: l10n.t("Show Log"), command: "forgeline.showExtensionLog" },
    });
  } finally {
    await context.projects.rescan();
  }
}

/** Returns the clone of the project, or of the fork, where the branch is its own. @throws UserError without one */
export async function sourceClone(
  context: Context,
  ref: MergeRequestRef,
): Promise<{ readonly clone: ProjectClone; readonly mergeRequest: MergeRequest; readonly plan: Plan }> {
  requireGit();
  const clone = asProjectClone(cloneOf(context, ref));
  if (clone) {
    const mergeRequest = await readNow(context, ref);
    return { clone, mergeRequest, plan: localBranchOf(mergeRequest) };
  }
  if (context.projects.candidates.length > 0) {
    const mergeRequest = await readNow(context, ref);
    const forked = await cloneOfFork(context, ref, mergeRequest);
    if (forked && mergeRequest.source_branch)
      return { clone: forked, mergeRequest, plan: { branch: mergeRequest.source_branch, own: true, moves: false } };
  }
  throw new UserError(l10n.t("Open a clone of this project to check out the branch."), {
    action: { title: l10n.t("Select Project…"), command: "forgeline.selectProject" },
  });
}

interface Plan {
  /** Name of the local branch. */
  readonly branch: string;
  /** Whether it is a branch of the project itself, to be tracked and pushed to. */
  readonly own: boolean;
  /** The head that the project keeps for the merge request; a fork has none. */
  readonly kept?: string;
  /** Whether the head still moves: a fork's does while the fork exists. */
  readonly moves: boolean;
}

/** Returns the local branch of a merge request. That of a fork has a name that no branch of the project has. */
export function localBranchOf({
  iid,
  source_branch: source,
  source_project_id: fork,
  target_project_id: target,
  project_id: project,
}: MergeRequestRef["mergeRequest"]): Plan {
  const own = fork !== null && (fork === undefined || fork === (target ?? project));
  const kept = `refs/merge-requests/${iid}/head`;
  if (own && source) return { branch: source, own, kept, moves: false };
  return { branch: localBranchName(iid, source), own: false, kept, moves: Boolean(fork) && !own };
}

async function fetchHead(
  clone: ProjectClone,
  { iid }: MergeRequest,
  plan: Plan,
  fork: Fork | undefined,
  signal: AbortSignal,
): Promise<string> {
  const fetch = async (name: string): Promise<string | undefined> => {
    await clone.fetch([name], { signal });
    return clone.resolve("FETCH_HEAD", signal);
  };
  // Not every host keeps such heads; an accessible fork has the branch too.
  const ways = [
    ...(plan.own ? [() => fetch(`refs/heads/${plan.branch}`)] : []),
    ...(plan.kept === undefined ? [] : [plan.kept]).map((kept) => () => fetch(kept)),
    ...(fork ? [() => fetchFromFork(clone.root, fork, signal)] : []),
  ];
  let failure: unknown;
  for (const way of ways) {
    try {
      const head = await way();
      if (head !== undefined) return head;
    } catch (error) {
      if (isCancelled(error)) throw error;
      failure ??= error;
    }
  }
  throw new UserError(
    l10n.t(
      "Git could not fetch the branch of !{0} from “{1}”: {2}",
      iid,
      plainText(clone.remote, 60),
      lastLine(failure),
    ),
    {
      cause: failure,
      action: { title: l10n.t("Show Log"), command: "forgeline.showExtensionLog" },
    },
  );
}

/** The upstream of the local branch. */
interface Followed {
  readonly remote: string;
  /** Name of the ref on the remote. */
  readonly ref: string;
  /** Path of the fork that is pushed to. */
  readonly pushedTo?: string;
}

/** Returns the upstream while the source branch moves: to pull from, and to push to where this account may. */
async function followedBy(
  context: Context,
  clone: ProjectClone,
  tree: WorkingTree,
  { branch, own, kept, moves }: Plan,
  fork: Fork | undefined,
  signal: AbortSignal,
): Promise<{ readonly followed?: Followed; readonly head?: string }> {
  const { remote } = clone;
  // The remote-tracking branch only exists if the remote fetches all branches.
  if (own)
    return (await tree.tracking(remote, branch, signal)) === undefined
      ? {}
      : { followed: { remote, ref: `refs/heads/${branch}` } };
  const reached = fork?.mayPush === true ? await followableFork(context, clone, tree, fork, signal) : undefined;
  if (fork && reached)
    return {
      followed: { remote: reached.remote, ref: `refs/heads/${fork.branch}`, pushedTo: fork.path },
      head: reached.head,
    };
  return moves && kept !== undefined ? { followed: { remote, ref: kept } } : {};
}

/** Asks before it overwrites changed files. @throws CancelledError */
async function askAboutChanges(tree: WorkingTree, ref: MergeRequestRef): Promise<void> {
  const changed = await tree.changed();
  if (changed.length === 0) return;
  const [stash, take] = [l10n.t("Stash and Check Out"), l10n.t("Keep Changes and Check Out")];
  const chosen = await ask({
    question: plural(changed.length, (shown) => ({
      one: l10n.t("You have uncommitted changes in {0} file.", shown),
      other: l10n.t("You have uncommitted changes in {0} files.", shown),
    })),
    detail: l10n.t(
      "Stashed changes can be restored with “Git: Pop Stash”. Kept changes stay in the working tree; Git refuses if the branch changes the same files.\n\n{0}",
      listed(changed),
    ),
    buttons: [stash, take],
  });
  if (chosen === undefined) throw new CancelledError();
  if (chosen === stash) await tree.stash(l10n.t("Before checking out !{0}", ref.mergeRequest.iid));
}

/** Shows the result. A local branch of the same name keeps its own commits. */
async function switchTo(
  tree: WorkingTree,
  { branch, head, followed }: Plan & { readonly head: string; readonly followed?: Followed },
  signal: AbortSignal,
): Promise<string> {
  const name = plainText(branch, 100);
  const local = await tree.head(branch, signal);
  if (local === undefined) {
    const upstream = followed && /^refs\/heads\/(.+)$/.exec(followed.ref)?.[1];
    await tree.checkOutNew(branch, head, upstream && `${followed.remote}/${upstream}`, signal);
    if (followed && upstream === undefined) await tree.follow(branch, followed.remote, followed.ref, signal);
    return followed?.pushedTo === undefined
      ? l10n.t("Checked out “{0}”.", name)
      : l10n.t("Checked out “{0}”, which pushes to {1}.", name, plainText(followed.pushedTo, 100));
  }
  await tree.checkOut(branch, signal);
  if (local === head) return l10n.t("Checked out “{0}”.", name);
  if (await tree.contains(local, head, signal)) return l10n.t("Checked out “{0}”, which has unpushed commits.", name);
  if (!(await tree.contains(head, local, signal))) {
    throw new UserError(
      l10n.t("Checked out “{0}”, which has diverged from the host. Pull or rebase it to integrate the changes.", name),
    );
  }
  await tree.fastForward(head, signal);
  return l10n.t("Checked out “{0}”, which is up to date.", name);
}

const listed = (paths: readonly string[]): string =>
  [...paths.slice(0, 10).map((path) => plainText(path, 120)), ...(paths.length > 10 ? ["…"] : [])].join("\n");

/** Returns the last line of git's output, which has the reason. */
export function lastLine(error: unknown): string {
  const lines = (error instanceof Error ? error.message : String(error)).trim().split("\n");
  return plainText(lines.at(-1), 200);
}
