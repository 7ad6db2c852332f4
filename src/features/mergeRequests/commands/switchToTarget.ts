import { l10n } from "vscode";
import { ApiError } from "../../../api/errors.ts";
import type { MergeRequest } from "../../../api/resources/mergeRequests.ts";
import { CancelledError, isCancelled, UserError } from "../../../core/base/errors.ts";
import type { Context } from "../../../core/context.ts";
import type { MergeRequestRef } from "../../../core/mergeRequests/refs.ts";
import { ask } from "../../../core/ui/confirm.ts";
import { notice } from "../../../core/ui/notice.ts";
import { isProtected } from "../../../core/ui/pickBranch.ts";
import { plainText } from "../../../core/ui/plainText.ts";
import { plural } from "../../../core/ui/plural.ts";
import { withProgress } from "../../../core/ui/progress.ts";
import { shortSha } from "../../../core/ui/shortSha.ts";
import { cloneOf } from "../../../git/clone.ts";
import { gitProgram, requireGit } from "../../../git/program.ts";
import { openWorkingTree, type WorkingTree } from "../../../git/workingTree.ts";
import { lastLine, localBranchOf } from "./checkOut.ts";
import { asProjectClone, type ProjectClone } from "./pickFork.ts";
import { pickMergeRequest, readNow } from "./pickMergeRequest.ts";

/**
 * Checks out the target branch of a merged merge request, pulls it, and deletes the local source branch, after asking if it has commits that
 * were not merged. Does nothing if uncommitted changes could be lost, or the branch is protected.
 */
export async function switchToTarget(context: Context, given?: MergeRequestRef): Promise<void> {
  requireGit();
  const ref = await pickMergeRequest(context, given, {
    title: l10n.t("Switch to Target Branch and Delete Local Branch"),
    placeholder: l10n.t("Select a merged merge request"),
    state: "merged",
  });
  const clone = asProjectClone(cloneOf(context, ref));
  if (!clone)
    throw new UserError(l10n.t("Open a clone of this project to switch branches."), {
      action: { title: l10n.t("Select Project…"), command: "forgeline.selectProject" },
    });
  const mergeRequest = await readNow(context, ref);
  const { iid, state, target_branch: target } = mergeRequest;
  if (state !== "merged" || !target) throw new UserError(l10n.t("!{0} is not merged.", iid));
  // The message after a merge names it on its button.
  const named = ref.mergeRequest.target_branch ?? target;
  if (named !== target)
    throw new UserError(
      l10n.t(
        "The target branch of !{0} changed from “{1}” to “{2}”. Nothing was changed.",
        iid,
        plainText(named, 100),
        plainText(target, 100),
      ),
    );
  const tree = openWorkingTree(clone.root, gitProgram);
  try {
    const switching = l10n.t("Switching to “{0}”…", plainText(target, 100));
    const { branch, own } = localBranchOf(mergeRequest);
    const { head, tip, merged } = await withProgress(switching, async (signal) => {
      const at = await checkLocal(tree, branch, target, signal);
      if (own && (await isProtected(context, ref, branch, signal)) === true)
        throw new UserError(l10n.t("“{0}” is a protected branch. Nothing was changed.", plainText(branch, 100)));
      const fetched = await fetchTarget(clone, target, signal);
      return {
        ...{ head: at, tip: fetched },
        merged: await isMerged(clone, tree, { mergeRequest, head: at, tip: fetched }, signal),
      };
    });
    const deletes = merged || (await mayDelete(branch, iid));
    const at = { branch, head, target, tip, remote: clone.remote, deletes };
    notice(await withProgress(switching, (signal) => switchAndDelete(tree, at, signal)));
  } catch (error) {
    if (isCancelled(error) || error instanceof UserError || error instanceof ApiError) throw error;
    throw gitFailed(
      l10n.t(
        "Git could not switch to “{0}” and delete “{1}”: {2}",
        plainText(target, 100),
        plainText(localBranchOf(mergeRequest).branch, 100),
        lastLine(error),
      ),
      error,
    );
  } finally {
    await context.projects.rescan();
  }
}

/** Whether the source branch is checked out here and nothing local speaks against deleting it. Never rejects. */
export async function canSwitchToTarget(
  context: Context,
  ref: MergeRequestRef,
  merged: MergeRequest,
): Promise<boolean> {
  try {
    const clone = asProjectClone(cloneOf(context, ref));
    if (!clone) return false;
    const tree = openWorkingTree(clone.root, gitProgram);
    const { branch } = localBranchOf(merged);
    if ((await tree.current()) !== branch || (await tree.changed({ untracked: false })).length > 0) return false;
    const head = await tree.head(branch);
    return head !== undefined && (await isWithin(clone, tree, head, mergedHead(merged)));
  } catch (error) {
    context.report.background(error, "Look whether a merged branch is checked out");
    return false;
  }
}

/** Returns the head of the local branch. @throws UserError if it is missing or work is not committed */
async function checkLocal(tree: WorkingTree, branch: string, target: string, signal: AbortSignal): Promise<string> {
  const head = branch === target ? undefined : await tree.head(branch, signal);
  if (head === undefined) throw new UserError(l10n.t("There is no local branch “{0}”.", plainText(branch, 100)));
  const changed = await tree.changed({ untracked: false, signal });
  if (changed.length > 0)
    throw new UserError(
      plural(changed.length, (shown) => ({
        one: l10n.t("You have uncommitted changes in {0} file. Commit or stash them first.", shown),
        other: l10n.t("You have uncommitted changes in {0} files. Commit or stash them first.", shown),
      })),
    );
  return head;
}

async function fetchTarget(clone: ProjectClone, target: string, signal: AbortSignal): Promise<string> {
  try {
    await clone.fetch([`refs/heads/${target}`], { signal });
    const tip = await clone.resolve("FETCH_HEAD", signal);
    if (tip !== undefined) return tip;
    throw new Error(`git fetched no commit of ${target}`);
  } catch (error) {
    if (isCancelled(error) || signal.aborted) throw error;
    throw gitFailed(
      l10n.t(
        "Git could not fetch “{0}” from “{1}”: {2}",
        plainText(target, 100),
        plainText(clone.remote, 60),
        lastLine(error),
      ),
      error,
    );
  }
}

interface LocalBranch {
  readonly branch: string;
  readonly head: string;
  /** Head of the target branch on the host. */
  readonly tip: string;
}

/** Asks whether to delete a branch with commits that were not merged. @throws CancelledError */
async function mayDelete(branch: string, iid: number): Promise<boolean> {
  const [keep, remove] = [l10n.t("Switch and Keep Branch"), l10n.t("Switch and Delete Branch")];
  const chosen = await ask({
    question: l10n.t("“{0}” has commits that were not merged with !{1}.", plainText(branch, 100), iid),
    detail: l10n.t("They are lost if the branch is deleted."),
    buttons: [keep, remove],
  });
  if (chosen === undefined) throw new CancelledError();
  return chosen === remove;
}

/** Whether all commits of the local branch were merged. */
async function isMerged(
  clone: ProjectClone,
  tree: WorkingTree,
  { mergeRequest, head, tip }: Pick<LocalBranch, "head" | "tip"> & { readonly mergeRequest: MergeRequest },
  signal: AbortSignal,
): Promise<boolean> {
  const merged = mergedHead(mergeRequest);
  if ((await tree.contains(tip, head, signal)) || (await isWithin(clone, tree, head, merged, signal))) return true;
  if (merged !== undefined && !(await clone.has(merged, signal))) {
    // The host may know newer commits of the branch than this clone, and not every host keeps such heads.
    await clone.fetch([`refs/merge-requests/${mergeRequest.iid}/head`], { signal }).catch((error: unknown) => {
      if (isCancelled(error) || signal.aborted) throw error;
    });
    return isWithin(clone, tree, head, merged, signal);
  }
  return false;
}

/** Whether the head of a local branch was part of what was merged, as far as the clone knows. */
const isWithin = async (
  clone: ProjectClone,
  tree: WorkingTree,
  head: string,
  merged: string | undefined,
  signal?: AbortSignal,
): Promise<boolean> =>
  merged !== undefined &&
  (head === merged || ((await clone.has(merged, signal)) && (await tree.contains(merged, head, signal))));

/** The head of the source branch that was merged. Squashed commits are not in the target branch. */
const mergedHead = ({ sha, diff_refs: refs }: MergeRequest): string | undefined => sha ?? refs?.head_sha ?? undefined;

/** Returns what was done. */
async function switchAndDelete(
  tree: WorkingTree,
  {
    branch,
    head,
    tip,
    target,
    remote,
    deletes,
  }: LocalBranch & { readonly target: string; readonly remote: string; readonly deletes: boolean },
  signal: AbortSignal,
): Promise<string> {
  const [name, into] = [plainText(branch, 100), plainText(target, 100)];
  const local = await tree.head(target, signal);
  if (local === undefined) {
    const upstream = await tree.tracking(remote, target, signal);
    await tree.checkOutNew(target, tip, upstream && `${remote}/${target}`, signal);
  } else {
    const ahead = await tree.contains(local, tip, signal);
    if (!ahead && !(await tree.contains(tip, local, signal)))
      throw new UserError(
        l10n.t("Your “{0}” has diverged from the host. Pull or rebase it first. Nothing was changed.", into),
      );
    await tree.checkOut(target, signal);
    if (!ahead) await tree.fastForward(tip, signal);
  }
  if (!deletes) return l10n.t("Switched to “{0}” and kept “{1}”.", into, name);
  await tree.deleteBranch(branch, head, signal);
  return l10n.t("Switched to “{0}” and deleted “{1}” (was {2}).", into, name, shortSha(head));
}

const gitFailed = (message: string, cause: unknown): UserError =>
  new UserError(message, { cause, action: { title: l10n.t("Show Log"), command: "forgeline.showExtensionLog" } });
