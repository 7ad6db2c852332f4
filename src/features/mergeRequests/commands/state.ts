import { l10n } from "vscode";
import { ApiError } from "../../../api/errors.ts";
import type { MergeRequest, MergeRequestUpdate } from "../../../api/resources/mergeRequests.ts";
import { UserError } from "../../../core/base/errors.ts";
import { instanceHost } from "../../../core/base/instanceUrl.ts";
import { foundIf, hasFields } from "../../../core/commands/findWrite.ts";
import { runWrite } from "../../../core/commands/runWrite.ts";
import type { Context } from "../../../core/context.ts";
import { draftTitle, isDraftTitle, readyTitle } from "../../../core/mergeRequests/draftTitle.ts";
import { helpOf } from "../../../core/mergeRequests/help.ts";
import { readMergeRequest } from "../../../core/mergeRequests/read.ts";
import type { MergeRequestRef } from "../../../core/mergeRequests/refs.ts";
import { isDraft } from "../../../core/mergeRequests/style.ts";
import { confirm } from "../../../core/ui/confirm.ts";
import { notice } from "../../../core/ui/notice.ts";
import { plainText } from "../../../core/ui/plainText.ts";
import { withRefusals } from "../../../core/ui/refusals.ts";
import { pickMergeRequest, mergeRequestChange, mergeRequestName, readNow } from "./pickMergeRequest.ts";

/** Sends changes of a merge request and refreshes the views. */
export function update(
  context: Context,
  ref: MergeRequestRef,
  title: string,
  changes: MergeRequestUpdate,
): Promise<MergeRequest> {
  const { client } = context.connections.get(ref.instance);
  return runWrite(
    context,
    title,
    mergeRequestChange(ref),
    (signal) => client.mergeRequests.update(ref.project, ref.mergeRequest.iid, changes, { signal }),
    {
      what: changes,
      find: async (signal) => foundIf(await readMergeRequest(context, ref, signal), (now) => isUpdated(now, changes)),
    },
  );
}

/** Whether a merge request is as the changes make it, as far as it shows. */
function isUpdated(now: MergeRequest, { state_event: event, ...fields }: MergeRequestUpdate): boolean {
  const shown = Object.fromEntries(Object.entries(fields).filter(([name]) => name in now));
  const state = event === undefined ? now.state : event === "close" ? "closed" : "opened";
  return now.state === state && hasFields(now, shown) && Object.keys(shown).length === Object.keys(fields).length;
}

export async function cancelAutoMerge(context: Context, given?: MergeRequestRef): Promise<void> {
  const ref = await pickMergeRequest(context, given, {
    title: l10n.t("Cancel Auto-Merge"),
    placeholder: l10n.t("Select a merge request to cancel auto-merge"),
    applies: ({ merge_when_pipeline_succeeds: waits }) => waits === true,
  });
  const { iid } = ref.mergeRequest;
  const { client } = context.connections.get(ref.instance);
  try {
    await runWrite<unknown>(
      context,
      l10n.t("Canceling the auto-merge of !{0}…", iid),
      mergeRequestChange(ref),
      (signal) => client.mergeRequests.cancelAutoMerge(ref.project, iid, { signal }),
      {
        find: async (signal) =>
          foundIf(
            await readMergeRequest(context, ref, signal),
            ({ state, merge_when_pipeline_succeeds: waits }) => state === "opened" && waits === false,
          ),
      },
    );
  } catch (error) {
    if (!(error instanceof ApiError) || error.kind !== "notAcceptable") throw error;
    const { state } = await readMergeRequest(context, ref, AbortSignal.timeout(15_000)).catch(() => ref.mergeRequest);
    throw new UserError(noAutoMerge(iid, state), {
      cause: error,
      action: { title: l10n.t("Refresh"), command: "forgeline.refresh" },
    });
  }
  notice(l10n.t("Auto-merge canceled for !{0}.", iid));
}

function noAutoMerge(iid: number, state: MergeRequest["state"]): string {
  if (state === "merged") return l10n.t("!{0} is already merged.", iid);
  if (state === "closed") return l10n.t("!{0} is closed. Auto-merge is not enabled.", iid);
  return l10n.t("Auto-merge is not enabled for !{0}.", iid);
}

export async function close(context: Context, given?: MergeRequestRef): Promise<void> {
  const ref = await pickMergeRequest(context, given, {
    title: l10n.t("Close Merge Request"),
    placeholder: l10n.t("Select a merge request to close"),
  });
  const { state } = await update(context, ref, l10n.t("Closing !{0}…", ref.mergeRequest.iid), { state_event: "close" });
  if (state !== "closed") throw notDone(ref, state);
  notice(l10n.t("Closed !{0}.", ref.mergeRequest.iid));
}

export async function reopen(context: Context, given?: MergeRequestRef): Promise<void> {
  const ref = await pickMergeRequest(context, given, {
    title: l10n.t("Reopen Merge Request"),
    placeholder: l10n.t("Select a closed merge request to reopen"),
    state: "closed",
  });
  const { iid } = ref.mergeRequest;
  const { state } = await withRefusals(
    {
      conflict: ({ serviceMessage }) => ({
        message: l10n.t(
          "!{0} cannot be reopened: another open merge request has the same branches. {1}",
          iid,
          plainText(serviceMessage, 200),
        ),
        action: helpOf("openInBrowser", ref),
      }),
    },
    () => update(context, ref, l10n.t("Reopening !{0}…", iid), { state_event: "reopen" }),
  );
  if (state !== "opened") throw notDone(ref, state);
  notice(l10n.t("Reopened !{0}.", iid));
}

/** Merged ones stay merged. */
function notDone(ref: MergeRequestRef, state: MergeRequest["state"]): UserError {
  const { iid } = ref.mergeRequest;
  return new UserError(
    state === "merged"
      ? l10n.t("!{0} was merged in the meantime.", iid)
      : l10n.t("The host did not change !{0} ({1}).", iid, plainText(state, 40)),
    {
      action: { title: l10n.t("Refresh"), command: "forgeline.refresh" },
    },
  );
}

export async function remove(context: Context, given?: MergeRequestRef): Promise<void> {
  const ref = await pickMergeRequest(context, given, {
    title: l10n.t("Delete Merge Request"),
    placeholder: l10n.t("Select a merge request to delete"),
    state: "all",
  });
  const { iid, source_branch: source } = ref.mergeRequest;
  await confirm(context, ref, {
    question: l10n.t("Delete {0}?", mergeRequestName(ref)),
    detail: l10n.t(
      "Its description, comments, approvals and history are deleted too. This cannot be undone. The branch “{0}” and its commits are kept.",
      plainText(source, 100),
    ),
    buttons: [l10n.t("Delete")],
  });
  const { client } = context.connections.get(ref.instance);
  await withRefusals(
    {
      forbidden: () => ({
        message: l10n.t(
          "Only project owners and administrators of {0} can delete merge requests. Close !{1} instead, or ask one of them.",
          instanceHost(ref.instance),
          iid,
        ),
        action: { title: l10n.t("Close Merge Request"), command: "forgeline.mergeRequest.close", args: [ref] },
      }),
    },
    () =>
      runWrite<unknown>(
        context,
        l10n.t("Deleting !{0}…", iid),
        mergeRequestChange(ref),
        (signal) => client.mergeRequests.delete(ref.project, iid, { signal }),
        {
          find: async (signal) => {
            const query = { iids: [iid], state: "all", scope: "all" } as const;
            const { items } = await client.mergeRequests.listForProject(ref.project, query, { signal }).page();
            return foundIf(items, ({ length }) => length === 0);
          },
        },
      ),
  );
  notice(l10n.t("Deleted !{0}.", iid));
}

export async function markReady(context: Context, given?: MergeRequestRef): Promise<void> {
  const ref = await pickMergeRequest(context, given, {
    title: l10n.t("Mark as Ready"),
    placeholder: l10n.t("Select a draft to mark as ready"),
    applies: isDraft,
  });
  // Someone may have changed the title.
  const { title } = await readNow(context, ref);
  if (isDraftTitle(title))
    await update(context, ref, l10n.t("Marking !{0} as ready…", ref.mergeRequest.iid), { title: readyTitle(title) });
  notice(l10n.t("Marked !{0} as ready.", ref.mergeRequest.iid));
}

export async function markDraft(context: Context, given?: MergeRequestRef): Promise<void> {
  const ref = await pickMergeRequest(context, given, {
    title: l10n.t("Mark as Draft"),
    placeholder: l10n.t("Select a merge request to mark as draft"),
    applies: (mergeRequest) => !isDraft(mergeRequest),
  });
  const { title } = await readNow(context, ref);
  if (!isDraftTitle(title))
    await update(context, ref, l10n.t("Marking !{0} as a draft…", ref.mergeRequest.iid), { title: draftTitle(title) });
  notice(l10n.t("Marked !{0} as draft.", ref.mergeRequest.iid));
}
