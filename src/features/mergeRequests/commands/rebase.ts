import { l10n } from "vscode";
import { ApiError } from "../../../api/errors.ts";
import type { MergeRequest } from "../../../api/resources/mergeRequests.ts";
import { UserError } from "../../../core/base/errors.ts";
import { instanceHost } from "../../../core/base/instanceUrl.ts";
import { foundIf } from "../../../core/commands/findWrite.ts";
import { announce, runWrite } from "../../../core/commands/runWrite.ts";
import type { Context } from "../../../core/context.ts";
import { helpOf } from "../../../core/mergeRequests/help.ts";
import { readMergeRequest, readRebased } from "../../../core/mergeRequests/read.ts";
import type { MergeRequestRef } from "../../../core/mergeRequests/refs.ts";
import { notice } from "../../../core/ui/notice.ts";
import { plainText } from "../../../core/ui/plainText.ts";
import { withRefusals } from "../../../core/ui/refusals.ts";
import { withFresh } from "../errors.ts";
import { mergeRequestChange, pickMergeRequest, readNow } from "./pickMergeRequest.ts";

/** Has the host rebase the source branch onto the target branch, and waits for it. The documents have no route for it. */
export async function rebase(context: Context, given?: MergeRequestRef): Promise<void> {
  const ref = await pickMergeRequest(context, given, {
    title: l10n.t("Rebase Source Branch"),
    placeholder: l10n.t("Select a merge request to rebase its source branch"),
  });
  const { client } = context.connections.get(ref.instance);
  const { instance, project } = ref;
  const { iid } = ref.mergeRequest;
  if (client.extras.available("rebase") === false) throw cannotRebase(ref);
  const before = await readNow(context, ref);
  const target = plainText(before.target_branch, 100);
  let after: MergeRequest;
  try {
    after = await withRefusals(
      {
        forbidden: () => ({
          message: l10n.t("You cannot push to the source branch of !{0}, so you cannot rebase it.", iid),
          action: helpOf("openInBrowser", ref),
        }),
        conflict: () => ({
          message: l10n.t("!{0} is already being rebased, or is not open. Refresh, then try again.", iid),
          action: helpOf("wait", ref),
        }),
      },
      () =>
        runWrite(
          context,
          l10n.t("Rebasing !{0} onto “{1}”…", iid, target),
          mergeRequestChange(ref),
          async (signal) => {
            await client.extras.rebase(project, iid, { signal });
            return readRebased(context, ref, signal);
          },
          {
            find: async (signal) =>
              foundIf(await readMergeRequest(context, ref, signal, { rebase: true, diverged: true }), (now) =>
                isRebased(now, before),
              ),
          },
        ),
    );
  } catch (error) {
    if (error instanceof ApiError && client.extras.available("rebase") === false) throw cannotRebase(ref, error);
    throw error;
  }
  notice(outcome(ref, before, after));
  announce(context, { instance, project, subject: "pipeline" });
}

/** Whether a rebase was started, as far as it shows. */
const isRebased = (now: MergeRequest, before: MergeRequest): boolean =>
  now.rebase_in_progress === true || now.sha !== before.sha || now.diverged_commits_count === 0;

/**
 * Returns what came of the rebase. A failure of an earlier merge stays in `merge_error`, so only a head that did not move has failed.
 * @throws UserError
 */
function outcome(ref: MergeRequestRef, before: MergeRequest, after: MergeRequest): string {
  const { iid, sha, merge_error: failure } = after;
  const target = plainText(after.target_branch, 100);
  if (after.rebase_in_progress === true) return l10n.t("!{0} is still being rebased.", iid);
  if (sha !== before.sha) return l10n.t("Rebased !{0} onto “{1}”.", iid, target);
  if (!failure) return l10n.t("The source branch of !{0} is up to date with “{1}”.", iid, target);
  throw new UserError(l10n.t("!{0} could not be rebased. Message from the host: {1}", iid, plainText(failure, 200)), {
    action: helpOf("checkOut", withFresh(ref, after)),
  });
}

const cannotRebase = (ref: MergeRequestRef, cause?: unknown): UserError =>
  new UserError(
    l10n.t(
      "{0} does not support rebasing through its API. Check out the branch, rebase it and push.",
      instanceHost(ref.instance),
    ),
    { cause, action: helpOf("checkOut", ref) },
  );
