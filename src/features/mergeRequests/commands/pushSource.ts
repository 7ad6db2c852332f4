import { l10n, window } from "vscode";
import { CancelledError, isCancelled, UserError } from "../../../core/base/errors.ts";
import { instanceHost } from "../../../core/base/instanceUrl.ts";
import type { ProjectScope } from "../../../core/base/refs.ts";
import type { Context } from "../../../core/context.ts";
import { findCommit } from "../../../core/files/hostCommit.ts";
import { plainText } from "../../../core/ui/plainText.ts";
import { withProgress } from "../../../core/ui/progress.ts";
import { cloneOf } from "../../../git/clone.ts";
import { gitProgram } from "../../../git/program.ts";
import { openWorkingTree, type WorkingTree } from "../../../git/workingTree.ts";

/**
 * Makes sure that a branch is on the host: shows what is missing and offers to push, but never pushes without asking.
 * @throws CancelledError, UserError
 */
export async function bringToHost(context: Context, scope: ProjectScope, branch: string): Promise<void> {
  const { client } = context.connections.get(scope.instance);
  const host = instanceHost(scope.instance);
  const name = plainText(branch, 100);
  const there = (
    await withProgress(l10n.t("Looking for “{0}” on {1}…", name, host), (signal) =>
      findCommit(client, scope.project, branch, signal),
    )
  )?.id;
  const local = await localBranch(context, scope);
  const [push, goOn] = [l10n.t("Push Branch"), l10n.t("Continue Without Pushing")];
  if (there === undefined) {
    if (local === undefined) throw new UserError(l10n.t("“{0}” is not on {1}. Push it first.", name, host));
    const chosen = await window.showWarningMessage(
      l10n.t("“{0}” is not on {1} yet.", name, host),
      {
        modal: true,
        detail: l10n.t("Push the branch to “{0}” to create the merge request?", plainText(local.remote, 60)),
      },
      push,
    );
    if (chosen !== push) throw new CancelledError();
  } else {
    // A commit that the clone lacks is newer than its own.
    if (local === undefined || (await local.tree.contains(there, local.head).catch(() => true))) return;
    const chosen = await window.showWarningMessage(
      l10n.t("“{0}” has commits that are not on {1} yet.", name, host),
      { modal: true, detail: l10n.t("Push them now, or create the merge request without them and push later.") },
      push,
      goOn,
    );
    if (chosen === undefined) throw new CancelledError();
    if (chosen === goOn) return;
  }
  await pushed(local, branch);
  await context.projects.rescan();
}

interface LocalBranch {
  readonly tree: WorkingTree;
  readonly remote: string;
  readonly name: string;
  readonly head: string;
}

/** Returns the current branch of the project's clone. */
async function localBranch(context: Context, scope: ProjectScope): Promise<LocalBranch | undefined> {
  const clone = cloneOf(context, scope);
  if (clone?.remote === undefined) return undefined;
  const tree = openWorkingTree(clone.root, gitProgram);
  const name = await tree.current();
  const head = name === undefined ? undefined : await tree.head(name);
  return name === undefined || head === undefined ? undefined : { tree, remote: clone.remote, name, head };
}

async function pushed({ tree, remote, name }: LocalBranch, branch: string): Promise<void> {
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
}
