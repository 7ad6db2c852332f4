import { l10n } from "vscode";
import { ApiError } from "../../../api/errors.ts";
import { UserError } from "../../../core/base/errors.ts";
import { instanceHost } from "../../../core/base/instanceUrl.ts";
import { announce, runWrite } from "../../../core/commands/runWrite.ts";
import { changesOfCommit } from "../../../core/comparisons/changes.ts";
import { openAllChanges } from "../../../core/comparisons/openChanges.ts";
import type { Context } from "../../../core/context.ts";
import { helpOf } from "../../../core/mergeRequests/help.ts";
import { mergeabilityOf } from "../../../core/mergeRequests/mergeability.ts";
import { readDecided } from "../../../core/mergeRequests/read.ts";
import type { MergeRequestRef } from "../../../core/mergeRequests/refs.ts";
import { notice, offer } from "../../../core/ui/notice.ts";
import { plainText } from "../../../core/ui/plainText.ts";
import { withProgress } from "../../../core/ui/progress.ts";
import { shortSha } from "../../../core/ui/shortSha.ts";
import { moved, withFresh } from "../errors.ts";
import { pickMergeRequest, mergeRequestChange } from "./pickMergeRequest.ts";

/** Creates the merge result on the host and shows the commit or the conflicts. The target branch does not change. */
export async function checkMerge(context: Context, given?: MergeRequestRef): Promise<void> {
  const ref = await pickMergeRequest(context, given, {
    title: l10n.t("Check Merge Result"),
    placeholder: l10n.t("Select a merge request to check"),
  });
  const { iid, target_branch: target } = ref.mergeRequest;
  const { client } = context.connections.get(ref.instance);
  let commit: string;
  try {
    commit = await withProgress(
      l10n.t("Checking the merge of !{0}…", iid),
      async (signal) => (await client.mergeRequests.mergeRef(ref.project, iid, { signal })).commit_id,
    );
  } catch (error) {
    if (!(error instanceof ApiError) || error.kind !== "invalidRequest") throw error;
    throw await whyNoResult(context, ref, error);
  } finally {
    // The host has checked mergeability again.
    announce(context, mergeRequestChange(ref));
  }
  offer(
    l10n.t("!{0} merges into “{1}” without conflicts, as {2}.", iid, plainText(target, 100), shortSha(commit)),
    l10n.t("Show Result"),
    () => showResult(context, ref, commit),
  );
}

async function whyNoResult(context: Context, ref: MergeRequestRef, error: ApiError): Promise<unknown> {
  const { iid } = ref.mergeRequest;
  const fresh = await withProgress(l10n.t("Loading merge request !{0}…", iid), (signal) =>
    readDecided(context, ref, signal),
  ).catch(() => undefined);
  const { words, help, standing } = mergeabilityOf(fresh ?? ref.mergeRequest);
  const said = plainText(error.serviceMessage, 200);
  const now = withFresh(ref, fresh ?? {});
  return standing === "blocked"
    ? new UserError(l10n.t("!{0} has no merge result. {1}", iid, words), {
        cause: error,
        ...(help && { action: helpOf(help, now) }),
      })
    : new UserError(
        l10n.t(
          "The host could not create a merge result for !{0}: {1}. Try again in a moment, or merge the branches in your clone.",
          iid,
          said,
        ),
        { cause: error, action: helpOf("checkOut", now) },
      );
}

/** Runs from a notification after the command has ended, so it reports its own errors. */
async function showResult(
  context: Context,
  { instance, project, mergeRequest: { iid } }: MergeRequestRef,
  commit: string,
): Promise<void> {
  try {
    const changes = await withProgress(l10n.t("Loading the merge result of !{0}…", iid), (signal) =>
      changesOfCommit(context, { instance, project, commit: { id: commit } }, signal),
    );
    await openAllChanges(context, l10n.t("!{0}: merge result {1}", iid, shortSha(commit)), changes);
  } catch (error) {
    await context.report.error(error, l10n.t("Check Merge Result"));
  }
}

/** Approves the head that the user has seen, on hosts with a route for that: the documents have none. */
export async function approve(context: Context, given?: MergeRequestRef): Promise<void> {
  const ref = await pickMergeRequest(context, given, {
    title: l10n.t("Approve Merge Request"),
    placeholder: l10n.t("Select a merge request to approve"),
  });
  const { client } = context.connections.get(ref.instance);
  const { iid, sha } = ref.mergeRequest;
  if (client.extras.available("approve") === false) throw cannotApprove(ref);
  try {
    const { approvals_left: left } = await runWrite(
      context,
      l10n.t("Approving !{0}…", iid),
      mergeRequestChange(ref),
      (signal) => client.extras.approve(ref.project, iid, sha ? { sha } : {}, { signal }),
    );
    notice(
      typeof left === "number" && left > 0
        ? l10n.t("Approved !{0}. Approvals still required: {1}.", iid, left)
        : l10n.t("Approved !{0}.", iid),
    );
  } catch (error) {
    throw await whyNotApproved(context, ref, error);
  }
}

async function whyNotApproved(context: Context, ref: MergeRequestRef, error: unknown): Promise<unknown> {
  if (!(error instanceof ApiError)) return error;
  const { client } = context.connections.get(ref.instance);
  const { iid, sha } = ref.mergeRequest;
  if (client.extras.available("approve") === false) return cannotApprove(ref, error);
  if (error.kind === "forbidden") {
    return new UserError(
      l10n.t(
        "You cannot approve !{0}, or have already approved it. Some projects do not allow authors to approve.",
        iid,
      ),
      { cause: error, action: helpOf("openInBrowser", ref) },
    );
  }
  if (error.kind !== "conflict") return error;
  const fresh = await withProgress(l10n.t("Loading merge request !{0}…", iid), (signal) =>
    readDecided(context, ref, signal),
  ).catch(() => undefined);
  return fresh ? moved(ref, fresh, sha ?? undefined, error) : error;
}

/** Revokes the own approval, on hosts with a route for that: the documents have none. */
export async function revokeApproval(context: Context, given?: MergeRequestRef): Promise<void> {
  const ref = await pickMergeRequest(context, given, {
    title: l10n.t("Revoke Approval"),
    placeholder: l10n.t("Select a merge request to revoke your approval"),
  });
  const { client } = context.connections.get(ref.instance);
  const { iid } = ref.mergeRequest;
  if (client.extras.available("unapprove") === false) throw cannotRevoke(ref);
  try {
    await runWrite(context, l10n.t("Revoking your approval of !{0}…", iid), mergeRequestChange(ref), (signal) =>
      client.extras.unapprove(ref.project, iid, { signal }),
    );
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    if (client.extras.available("unapprove") === false) throw cannotRevoke(ref, error);
    if (error.kind !== "notFound") throw error;
    throw new UserError(l10n.t("You have not approved !{0}, or it is merged.", iid), {
      cause: error,
      action: helpOf("wait", ref),
    });
  }
  notice(l10n.t("Revoked your approval of !{0}.", iid));
}

const cannotApprove = (ref: MergeRequestRef, cause?: unknown): UserError =>
  new UserError(
    l10n.t(
      "{0} does not support approving through its API. Approve the merge request on its web page.",
      instanceHost(ref.instance),
    ),
    { cause, action: helpOf("openInBrowser", ref) },
  );

const cannotRevoke = (ref: MergeRequestRef, cause?: unknown): UserError =>
  new UserError(
    l10n.t(
      "{0} does not support revoking approvals through its API. Use the web page of the merge request.",
      instanceHost(ref.instance),
    ),
    { cause, action: helpOf("openInBrowser", ref) },
  );
