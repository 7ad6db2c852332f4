import { l10n, window } from "vscode";
import { UserError } from "../../../../core/base/errors.ts";
import { notice } from "../../../../core/ui/notice.ts";
import { pickBranch } from "../../../../core/ui/pickBranch.ts";
import { plainText } from "../../../../core/ui/plainText.ts";
import { listText } from "../../../../core/ui/plural.ts";
import { withProgress } from "../../../../core/ui/progress.ts";
import { shortSha } from "../../../../core/ui/shortSha.ts";
import type { RepositoryContext } from "../../context.ts";
import type { MadeCommit } from "../send.ts";
import { syncBranch } from "../syncBranch.ts";
import { type CommitSite, commitSite } from "./site.ts";

/** Shows that a commit was made, and offers next steps without waiting for an answer. */
export function showCommitted(context: RepositoryContext, site: CommitSite, { branch, sha }: MadeCommit): void {
  const name = plainText(branch, 100);
  const [sync, pipeline] = [l10n.t("Sync Local Branch"), l10n.t("Show Pipeline")];
  const buttons = [...(site.remote === undefined ? [] : [sync]), ...(sha === undefined ? [] : [pipeline])];
  const text =
    sha === undefined ? l10n.t("Committed to “{0}”.", name) : l10n.t("Committed {0} to “{1}”.", shortSha(sha), name);
  const ask = async (): Promise<void> => {
    const chosen = await window.showInformationMessage(text, ...buttons);
    if (chosen === sync) await syncLocal(site, branch);
    else if (chosen === pipeline && sha !== undefined) await showPipeline(context, site, branch, sha);
  };
  void ask().catch((error: unknown) => context.report.error(error, l10n.t("Commit Files")));
}

/** Fast-forwards the local branch of a branch that is picked, as the message after a commit offers it. */
export async function syncLocalBranch(context: RepositoryContext): Promise<void> {
  const site = commitSite(context);
  const branch = await pickBranch(context, site.scope, {
    title: l10n.t("Sync Local Branch"),
    placeholder: l10n.t("Select a branch of the host to bring its local branch up to date"),
  });
  await syncLocal(site, branch);
}

/**
 * Fast-forwards the local branch to the host's and shows the result.
 * @throws UserError when the branch has diverged or files block it
 */
export async function syncLocal({ git, remote }: CommitSite, branch: string): Promise<void> {
  if (remote === undefined) throw new UserError(l10n.t("This repository has no remote for the project."));
  const synced = await withProgress(l10n.t("Fetching “{0}”…", plainText(branch, 100)), (signal) =>
    syncBranch(git, remote, branch, signal),
  );
  switch (synced.kind) {
    case "forwarded":
    case "upToDate":
      notice(l10n.t("“{0}” is up to date with the host.", plainText(synced.branch, 100)));
      return;
    case "fetched":
      notice(l10n.t("Fetched “{0}”. No local branch tracks it.", plainText(`${remote}/${branch}`, 100)));
      return;
    case "diverged":
      throw new UserError(
        l10n.t("“{0}” has diverged and was only fetched. Merge or rebase it with Git.", plainText(synced.branch, 100)),
      );
    case "blocked":
      throw new UserError(
        l10n.t(
          "“{0}” was only fetched because of local changes in {1}. Commit or stash them, then pull with Git.",
          plainText(synced.branch, 100),
          plainText(listText(synced.paths.slice(0, 3)), 200),
        ),
      );
  }
}

async function showPipeline(context: RepositoryContext, site: CommitSite, branch: string, sha: string): Promise<void> {
  const [pipeline] = await withProgress(
    l10n.t("Looking for the pipeline…"),
    async (signal) =>
      (await site.client().pipelines.list(site.scope.project, { sha }, { perPage: 1, signal }).page()).items,
  );
  if (pipeline === undefined) {
    throw new UserError(l10n.t("No pipeline for commit {0} yet.", shortSha(sha)), {
      action: { title: l10n.t("Check Again"), command: "forgeline.pipeline.showLatest", args: [branch] },
    });
  }
  await context.revealPipeline(site.scope, pipeline);
}
