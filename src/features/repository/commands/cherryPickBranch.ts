import { l10n } from "vscode";
import { isCancelled, UserError } from "../../../core/base/errors.ts";
import type { ProjectScope } from "../../../core/base/refs.ts";
import type { Context } from "../../../core/context.ts";
import { inputText } from "../../../core/ui/form.ts";
import { plainText } from "../../../core/ui/plainText.ts";
import { withProgress } from "../../../core/ui/progress.ts";
import { isBranchName } from "../../../git/branchName.ts";
import { cloneOf } from "../../../git/clone.ts";
import { gitProgram, requireGit } from "../../../git/program.ts";
import { createBranch } from "../commitFiles/newBranch.ts";
import { openRepositoryGit } from "../commitFiles/repositoryGit.ts";

/** Whether a branch can be created on the host, which takes an open clone with a remote of the project. */
export const canCreateBranch = (context: Context, scope: ProjectScope): boolean =>
  cloneOf(context, scope)?.remote !== undefined;

export interface NewBranch {
  readonly title: string;
  /** Branch on the host to start from. */
  readonly start: string;
  /** Default name. */
  readonly proposed: string;
}

/** Asks for the name of a new branch and pushes it with git. @throws CancelledError; UserError with git's message */
export async function pickBranchFrom(
  context: Context,
  scope: ProjectScope,
  { title, start, proposed }: NewBranch,
): Promise<string> {
  requireGit();
  const clone = cloneOf(context, scope);
  if (clone?.remote === undefined) throw new UserError(l10n.t("Open a clone of the project to do this."));
  const { root, remote } = clone;
  const answer = await inputText({
    title,
    prompt: l10n.t("Enter the name of the new branch, created from “{0}” and pushed with Git", plainText(start, 100)),
    value: proposed,
    validate: (text) => (isBranchName(text.trim()) ? undefined : l10n.t("Enter a valid branch name.")),
  });
  const branch = answer.trim();
  try {
    await withProgress(
      l10n.t("Pushing “{0}”…", plainText(branch, 100)),
      (signal) => createBranch(openRepositoryGit(root, gitProgram), remote, { branch, start }, signal),
      { writes: true },
    );
  } catch (error) {
    if (isCancelled(error)) throw error;
    const message = error instanceof Error ? error.message : String(error);
    const lines = message.split("\n").filter((line) => /rejected|fatal|error|denied/i.test(line));
    throw new UserError(
      message.includes("stale info")
        ? l10n.t("Branch “{0}” already exists on the host. Enter another name.", plainText(branch, 100))
        : l10n.t("Git could not push “{0}”: {1}", plainText(branch, 100), plainText(lines[0] ?? message, 200)),
      { cause: error },
    );
  }
  return branch;
}
