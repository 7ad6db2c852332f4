import { l10n } from "vscode";
import { ApiError } from "../../../api/errors.ts";
import { UserError } from "../../../core/base/errors.ts";
import { openAllChanges } from "../../../core/comparisons/openChanges.ts";
import { readMergeRequest } from "../../../core/mergeRequests/read.ts";
import type { MergeRequestRef } from "../../../core/mergeRequests/refs.ts";
import type { Conversation } from "../../../core/mergeRequests/review/conversation.ts";
import type { MergeRequestPlace } from "../../../core/mergeRequests/review/place.ts";
import { placeOf } from "../../../core/mergeRequests/review/place.ts";
import { notice, offer } from "../../../core/ui/notice.ts";
import { withProgress } from "../../../core/ui/progress.ts";
import { runCommand } from "../../../core/ui/runCommand.ts";
import { shortSha } from "../../../core/ui/shortSha.ts";
import type { MergeRequestsContext } from "../context.ts";
import { type ChangesSince, changesSince } from "../tracking/changesSince.ts";
import { readVersions, reviewedVersion } from "../tracking/lastReview.ts";
import type { VersionEnds } from "../tracking/viewedFiles.ts";
import { pickMergeRequest } from "./pickMergeRequest.ts";
import { fetchHead } from "./showNew.ts";

/** Shows what changed in a merge request since the version that the account reviewed last. */
export async function showSinceReview(context: MergeRequestsContext, given?: MergeRequestRef): Promise<void> {
  const ref = await pickMergeRequest(context, given, {
    title: l10n.t("Show Changes Since My Last Review"),
    placeholder: l10n.t("Select a merge request to show what changed since your last review"),
  });
  const { iid } = ref.mergeRequest;
  const found = await withProgress(l10n.t("Looking for your last review of !{0}…", iid), (signal) =>
    sinceReview(context, ref, signal),
  );
  if (found === undefined) {
    offer(l10n.t("You have not reviewed !{0} yet.", iid), l10n.t("Open All Changes"), () =>
      runCommand("forgeline.changes.openAll", ref),
    );
    return;
  }
  const { from, since } = found;
  if (since === undefined) {
    notice(l10n.t("No new changes in !{0} since your last review.", iid));
    return;
  }
  const { changes, rebased } = since;
  if (rebased && changes.files.length === 0) {
    notice(l10n.t("!{0} was rebased since your last review. Its changes are the same.", iid));
    return;
  }
  const rebase = rebased
    ? l10n.t(
        "!{0} was rebased since your last review. Only files whose changes differ are shown; lines that the target branch changed in them are shown too.",
        iid,
      )
    : undefined;
  const missing = [rebase, changes.missing].filter((text) => text !== undefined).join(" ");
  await openAllChanges(context, l10n.t("!{0}: since my review of {1}", iid, shortSha(from.head)), {
    ...changes,
    ...(missing !== "" && { missing }),
  });
}

interface Found {
  readonly from: VersionEnds;
  /** Undefined if it is still the current version. */
  readonly since: ChangesSince | undefined;
}

/** Finds the last review and what changed since; undefined if there is no review. @throws ApiError, UserError */
async function sinceReview(
  context: MergeRequestsContext,
  ref: MergeRequestRef,
  signal: AbortSignal,
): Promise<Found | undefined> {
  const place = placeOf(ref);
  const { client, session } = context.connections.get(ref.instance);
  const { viewed } = await context.tracking();
  const [mergeRequest, versions, conversation] = await Promise.all([
    readMergeRequest(context, ref, signal),
    readVersions(client, place, signal),
    readConversation(context, place),
  ]);
  const from = reviewedVersion(versions ?? [], conversation, session?.user, viewed.whole(place));
  if (from === undefined) return undefined;
  const refs = mergeRequest.diff_refs;
  const [newest] = versions ?? [];
  const head = newest?.head ?? refs?.head_sha ?? mergeRequest.sha;
  if (!head)
    throw new UserError(
      l10n.t("The host returned no commits for !{0}. Its source branch or fork may be deleted.", place.iid),
    );
  if (head === from.head) return { from, since: undefined };
  await fetchHead(context, ref, head, signal);
  // Without the base of the current version, a rebase cannot be told.
  const to = newest ?? { base: refs?.base_sha ?? from.base, head };
  return { from, since: await changesSince(context, place, mergeRequest, { from, to }, signal) };
}

/** Returns undefined where the instance has no conversations. @throws ApiError */
async function readConversation(
  context: MergeRequestsContext,
  place: MergeRequestPlace,
): Promise<Conversation | undefined> {
  const { discussions } = await context.review();
  try {
    return await discussions.get(place);
  } catch (error) {
    if (error instanceof ApiError && discussions.available(place) === false) return undefined;
    throw error;
  }
}
