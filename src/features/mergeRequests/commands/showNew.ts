import { l10n } from "vscode";
import { isCancelled, UserError } from "../../../core/base/errors.ts";
import { changesBetween } from "../../../core/comparisons/changes.ts";
import { openAllChanges } from "../../../core/comparisons/openChanges.ts";
import type { Context } from "../../../core/context.ts";
import { readMergeRequest } from "../../../core/mergeRequests/read.ts";
import type { MergeRequestRef } from "../../../core/mergeRequests/refs.ts";
import { notice } from "../../../core/ui/notice.ts";
import { withProgress } from "../../../core/ui/progress.ts";
import { shortSha } from "../../../core/ui/shortSha.ts";
import { cloneOf } from "../../../git/clone.ts";
import { pickMergeRequest } from "./pickMergeRequest.ts";

/** Shows what is new on the source branch since one of its commits; by default since the head of the ref. */
export async function showNew(context: Context, given?: MergeRequestRef, since?: string): Promise<void> {
  const ref = await pickMergeRequest(context, given, {
    title: l10n.t("Show New Changes"),
    placeholder: l10n.t("Select a merge request to show its new changes"),
  });
  const { iid, sha } = ref.mergeRequest;
  const base = since ?? sha ?? undefined;
  const changes = await withProgress(l10n.t("Loading new changes of !{0}…", iid), async (signal) => {
    const fresh = await readMergeRequest(context, ref, signal);
    const head = fresh.sha ?? fresh.diff_refs?.head_sha ?? undefined;
    if (base === undefined || head === undefined) {
      throw new UserError(
        l10n.t("The host returned no commits for !{0}. Its source branch or fork may be deleted.", iid),
      );
    }
    if (base === head) return undefined;
    await fetchHead(context, ref, head, signal);
    const { source_project_id: source, target_project_id: target, project_id: own } = fresh;
    const fork = source && source !== (target ?? own) ? { headProject: source } : {};
    return changesBetween(context, { instance: ref.instance, project: ref.project, base, head, ...fork }, signal);
  });
  if (changes === undefined || base === undefined) {
    notice(l10n.t("No new changes in !{0}.", iid));
    return;
  }
  await openAllChanges(context, l10n.t("!{0}: new since {1}", iid, shortSha(base)), changes);
}

/** The old head need not be an ancestor of the new one: a clone with both can compare them. */
export async function fetchHead(
  context: Context,
  ref: MergeRequestRef,
  head: string,
  signal: AbortSignal,
): Promise<void> {
  const clone = cloneOf(context, ref);
  if (clone?.remote === undefined) return;
  try {
    if (!(await clone.has(head, signal)))
      await clone.fetch([`refs/merge-requests/${ref.mergeRequest.iid}/head`], { signal });
  } catch (error) {
    if (isCancelled(error)) throw error;
    // The host can compare them too.
    context.report.background(error, "Fetch the head of a merge request");
  }
}
