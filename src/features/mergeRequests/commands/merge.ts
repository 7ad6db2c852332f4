import { commands, l10n } from "vscode";
import type { MergeRequest } from "../../../api/resources/mergeRequests.ts";
import type { DraftKind } from "../../../core/base/drafts.ts";
import { UserError } from "../../../core/base/errors.ts";
import { asFlag, asText, recordOf } from "../../../core/base/stored.ts";
import { foundIf } from "../../../core/commands/findWrite.ts";
import { announce, runWrite } from "../../../core/commands/runWrite.ts";
import type { Context } from "../../../core/context.ts";
import { helpOf } from "../../../core/mergeRequests/help.ts";
import { mergeabilityOf } from "../../../core/mergeRequests/mergeability.ts";
import { readDecided, readHeadPipeline, readMergeRequest } from "../../../core/mergeRequests/read.ts";
import type { MergeRequestRef } from "../../../core/mergeRequests/refs.ts";
import { notice, offer } from "../../../core/ui/notice.ts";
import { plainText } from "../../../core/ui/plainText.ts";
import { withProgress } from "../../../core/ui/progress.ts";
import { runCommand } from "../../../core/ui/runCommand.ts";
import { sentence } from "../../../core/ui/sentence.ts";
import { moved, whyNoMerge, withFresh } from "../errors.ts";
import { askMergePlan, initialPlan, mergeOptions, type MergePlan } from "./mergePlan.ts";
import { pickMergeRequest, mergeRequestChange, mergeRequestName } from "./pickMergeRequest.ts";
import { canSwitchToTarget } from "./switchToTarget.ts";

/** Merges, or sets auto-merge; only for the head that the user has seen. */
export async function merge(context: Context, given?: MergeRequestRef): Promise<void> {
  const ref = await pickMergeRequest(context, given, {
    title: l10n.t("Merge Merge Request"),
    placeholder: l10n.t("Select a merge request to merge"),
  });
  const { client } = context.connections.get(ref.instance);
  const [mergeRequest, pipeline] = await withProgress(
    l10n.t("Loading merge request !{0}…", ref.mergeRequest.iid),
    async (signal) => {
      const read = await readDecided(context, ref, signal);
      return [read, await readHeadPipeline(client, read, ref.project, signal)] as const;
    },
  );
  const fresh = { ...ref, mergeRequest: pipeline ? { ...mergeRequest, head_pipeline: pipeline } : mergeRequest };
  const sha = headLookedAt(context, ref, mergeRequest);

  let plan = context.drafts.get(plans, planKey(ref)) ?? initialPlan(mergeRequest);
  const answer = await askMergePlan({
    ref: fresh,
    pipeline,
    plan,
    keep: (next) => {
      plan = next;
      void context.drafts.keepQuietly(plans, planKey(ref), next);
    },
  });
  if (answer === "help") {
    const { help } = mergeabilityOf(mergeRequest);
    const action = help && helpOf(help, fresh);
    if (action) await commands.executeCommand(action.command, ...(action.args ?? []));
    return;
  }
  const later = answer === "later";
  let merged: MergeRequest;
  try {
    merged = await runWrite(
      context,
      l10n.t("Merging !{0}…", ref.mergeRequest.iid),
      mergeRequestChange(ref),
      (signal) =>
        client.mergeRequests.merge(ref.project, ref.mergeRequest.iid, mergeOptions(plan, sha, later), { signal }),
      {
        what: [plan, later],
        find: async (signal) =>
          foundIf(
            await readMergeRequest(context, ref, signal),
            ({ state, merge_when_pipeline_succeeds: waits }) => state === "merged" || (later && waits === true),
          ),
      },
    );
  } catch (error) {
    throw await whyNoMerge(context, error, { ref: fresh, sha, later });
  }
  await context.drafts.keepQuietly(plans, planKey(ref), undefined);
  await tell(context, withFresh(fresh, merged), merged, later);
}

/** Notifies views and the user. Merging moved the target branch, so its pipelines change too. */
async function tell(context: Context, ref: MergeRequestRef, merged: MergeRequest, later: boolean): Promise<void> {
  const { instance, project, mergeRequest } = ref;
  const target = plainText(mergeRequest.target_branch, 100);
  if (mergeRequest.state === "merged") {
    announce(context, { instance, project, subject: "pipeline" });
    const text = l10n.t("Merged !{0} into “{1}”.", mergeRequest.iid, target);
    const pipeline = [
      l10n.t("Show Pipeline"),
      () => runCommand("forgeline.pipeline.showLatest", mergeRequest.target_branch ?? undefined),
    ] as const;
    if (await canSwitchToTarget(context, ref, merged))
      offer(
        text,
        l10n.t("Switch to {0} and Delete Branch", plainText(mergeRequest.target_branch, 40)),
        () => runCommand("forgeline.mergeRequest.switchToTarget", ref),
        pipeline,
      );
    else offer(text, ...pipeline);
  } else if (later) {
    offer(
      l10n.t("Auto-merge enabled for !{0}: it will be merged when its pipeline succeeds.", mergeRequest.iid),
      l10n.t("Cancel Auto-Merge"),
      () => runCommand("forgeline.mergeRequest.cancelAutoMerge", ref),
    );
  } else {
    notice(l10n.t("{0} is being merged.", sentence(mergeRequestName(ref))));
  }
}

/** @throws UserError when it cannot be merged, or has changed since the user saw it */
function headLookedAt(context: Context, ref: MergeRequestRef, fresh: MergeRequest): string {
  const now = fresh.sha ?? fresh.diff_refs?.head_sha ?? undefined;
  const looked = ref.mergeRequest.sha ?? undefined;
  if (fresh.state !== "opened" || now === undefined) {
    announce(context, mergeRequestChange(ref));
    const { words, help } =
      now === undefined && fresh.state === "opened"
        ? mergeabilityOf({ state: "opened", detailed_merge_status: "commits_status" })
        : mergeabilityOf(fresh);
    throw new UserError(
      l10n.t("!{0} cannot be merged. {1}", fresh.iid, words),
      help ? { action: helpOf(help, withFresh(ref, fresh)) } : {},
    );
  }
  if (looked !== undefined && looked !== now) {
    announce(context, mergeRequestChange(ref));
    throw moved(ref, { ...fresh, sha: now }, looked);
  }
  return now;
}

/** What was chosen and typed for a merge that was not made. */
const plans: DraftKind<MergePlan> = {
  name: "merge",
  parse: recordOf({ squash: asFlag, removeSource: asFlag }, { mergeMessage: asText, squashMessage: asText }),
};
const planKey = ({ instance, project, mergeRequest }: MergeRequestRef): string =>
  `${instance} ${project}!${mergeRequest.iid}`;
