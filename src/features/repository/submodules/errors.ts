import { l10n } from "vscode";
import { ApiError, isOutcomeUnknown } from "../../../api/errors.ts";
import { isCancelled } from "../../../core/base/errors.ts";
import { instanceHost } from "../../../core/base/instanceUrl.ts";
import type { Context } from "../../../core/context.ts";
import { findCommit } from "../../../core/files/hostCommit.ts";
import type { ErrorWords } from "../../../core/ui/describeError.ts";
import { isProtected } from "../../../core/ui/pickBranch.ts";
import { plainText } from "../../../core/ui/plainText.ts";
import { withProgress } from "../../../core/ui/progress.ts";
import { shortSha } from "../../../core/ui/shortSha.ts";
import { unsureWords } from "../../../core/ui/unknownOutcome.ts";
import type { CommitSite } from "../commitFiles/commands/site.ts";
import { undefinedIfMissing } from "../commitFiles/examine.ts";
import { reasonText } from "../commitFiles/labels.ts";
import type { Submodule } from "../commitFiles/submodules.ts";

/** A reference that could not be updated. */
interface FailedUpdate {
  readonly submodule: Submodule;
  readonly commit: string;
  readonly branch: string;
}

/** Looks up why a reference was not updated, as hosts give no reason. */
export async function explainError(
  context: Context,
  site: CommitSite,
  { submodule, commit, branch }: FailedUpdate,
  error: unknown,
): Promise<ErrorWords> {
  const mayBeMade = l10n.t("The commit may have been created anyway. Check the branch before you try again.");
  const words = unsureWords(error, mayBeMade);
  if (!(error instanceof ApiError) || isCancelled(error) || isOutcomeUnknown(error)) return words;
  const client = site.client();
  const path = plainText(submodule.path, 150);
  const host = instanceHost(site.scope.instance);
  try {
    return await withProgress(l10n.t("Checking why the commit was rejected…"), async (signal) => {
      const tip = await findCommit(client, site.scope.project, branch, signal);
      if (tip === undefined) return { message: reasonText({ kind: "branchMissing", branch }, host) };
      if (error.kind === "forbidden") {
        const guarded = await isProtected(context, site.scope, branch, signal);
        return { message: guarded === true ? protectedText(branch) : reasonText({ kind: "noRights" }, host) };
      }
      const entry = await undefinedIfMissing(
        client.repositoryFiles.head(site.scope.project, submodule.path, { ref: tip.id }, { signal }),
      );
      if (entry === undefined)
        return { message: l10n.t("Submodule {0} does not exist on “{1}”.", path, plainText(branch, 100)) };
      if (entry.blob_id === commit.toLowerCase())
        return { message: l10n.t("{0} is already at {1} on “{2}”.", path, shortSha(commit), plainText(branch, 100)) };
      if (entry.size > 0)
        return { message: l10n.t("{0} is a file on “{1}”, not a submodule.", path, plainText(branch, 100)) };
      // Some hosts return 400 where the documents say 403.
      return (await isProtected(context, site.scope, branch, signal)) === true
        ? { message: protectedText(branch) }
        : words;
    });
  } catch (second) {
    context.report.background(second, "Look why a submodule was not updated");
    return words;
  }
}

/** The route of submodules cannot create a branch, so git must. */
const protectedText = (branch: string): string =>
  l10n.t(
    "You cannot push to the protected branch “{0}”. Push a new branch with Git, select it here, and create a merge request.",
    plainText(branch, 100),
  );
