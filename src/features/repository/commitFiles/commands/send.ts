import { l10n } from "vscode";
import { isOutcomeUnknown } from "../../../../api/errors.ts";
import { isCancelled } from "../../../../core/base/errors.ts";
import { instanceHost } from "../../../../core/base/instanceUrl.ts";
import { announce } from "../../../../core/commands/runWrite.ts";
import type { Context } from "../../../../core/context.ts";
import type { ErrorWords } from "../../../../core/ui/describeError.ts";
import { plainText } from "../../../../core/ui/plainText.ts";
import { withProgress } from "../../../../core/ui/progress.ts";
import { sizeText } from "../../../../core/ui/size.ts";
import { unsureWords } from "../../../../core/ui/unknownOutcome.ts";
import type { CommitDraft } from "../drafts.ts";
import { type Attempt, whyRefused } from "../errors.ts";
import { reasonText } from "../labels.ts";
import type { Reason } from "../reasons.ts";
import { type MadeCommit, sendCommit, type CommitRequest } from "../send.ts";
import { findSent, type SentCommit } from "../sent.ts";
import type { CommitPlan } from "./plan.ts";
import type { CommitSite } from "./site.ts";

/** A commit that was made, or why it was not. */
export type Outcome =
  | { readonly made: MadeCommit }
  | {
      readonly refused: ErrorWords;
      readonly reason?: Reason;
      /** Whether the commit may have been made. */
      readonly unsure?: boolean;
    };

/** Sends a plan. Never rejects: the draft is kept for another attempt. */
export async function sendPlan(
  context: Context,
  site: CommitSite,
  plan: CommitPlan,
  { message, author, sent }: Pick<CommitDraft, "message" | "author" | "sent">,
): Promise<Outcome> {
  const request: CommitRequest = {
    target: plan.target,
    message,
    author,
    actions: plan.actions.map(({ action }) => action),
  };
  const attempt: Attempt = {
    project: site.scope.project,
    target: plan.target,
    message,
    planned: plan.actions,
    tip: plan.tip,
    before: sent?.before,
  };
  return sendRequest(context, site, request, attempt);
}

/** Sends a commit; when the host refuses, looks up the reason. */
export async function sendRequest(
  context: Context,
  site: CommitSite,
  request: CommitRequest,
  attempt: Attempt,
): Promise<Outcome> {
  const { branch } = request.target;
  try {
    const made = await withProgress(l10n.t("Committing to “{0}”…", plainText(branch, 100)), (signal, step) =>
      sendCommit(site.client(), site.scope.project, request, {
        signal,
        onProgress: (done, total) => {
          if (total !== undefined && total > progressFrom)
            step(
              done < total
                ? l10n.t("{0} of {1} sent", sizeText(done), sizeText(total))
                : l10n.t("waiting for the host"),
            );
        },
      }),
    );
    return { made };
  } catch (error) {
    context.report.background(error, "Commit Files");
    return await explain(context, site, attempt, error);
  } finally {
    for (const subject of ["commit", "pipeline", "mergeRequest"] as const)
      announce(context, { ...site.scope, subject });
  }
}

/**
 * Returns the commit that was sent earlier with an unknown outcome, if it is on the branch.
 * @throws ApiError, CancelledError
 */
export async function madeBefore(site: CommitSite, sent: SentCommit | undefined): Promise<MadeCommit | undefined> {
  if (sent === undefined) return undefined;
  const sha = await withProgress(l10n.t("Checking whether the commit was created…"), (signal) =>
    findSent(site.client(), site.scope.project, sent, signal),
  );
  return sha === undefined ? undefined : { branch: sent.branch, sha };
}

/**
 * Returns the commit of a branch on the host; undefined if it does not exist or cannot be read.
 * @throws CancelledError
 */
export async function branchTip(site: CommitSite, branch: string): Promise<string | undefined> {
  try {
    return await withProgress(
      l10n.t("Looking for “{0}”…", plainText(branch, 100)),
      async (signal) => (await site.client().commits.get(site.scope.project, branch, { stats: false }, { signal })).id,
    );
  } catch (error) {
    if (isCancelled(error)) throw error;
    return undefined;
  }
}

/** Smallest request that shows progress, in bytes. */
const progressFrom = 256 * 1024;

async function explain(context: Context, site: CommitSite, attempt: Attempt, error: unknown): Promise<Outcome> {
  const mayBeMade = l10n.t("The commit may have been created anyway. Check the branch before you try again.");
  if (isCancelled(error)) return { refused: { message: mayBeMade }, unsure: true };
  try {
    const reason = await withProgress(l10n.t("Checking why the commit was rejected…"), (signal) =>
      whyRefused(site.client(), attempt, error, signal),
    );
    if (reason?.kind === "done") return { made: { branch: attempt.target.branch, sha: reason.commit } };
    if (reason !== undefined)
      return { refused: { message: reasonText(reason, instanceHost(site.scope.instance)) }, reason };
  } catch (second) {
    context.report.background(second, "Look why a commit was refused");
  }
  const refused = unsureWords(error, mayBeMade);
  return isOutcomeUnknown(error) ? { refused, unsure: true } : { refused };
}
