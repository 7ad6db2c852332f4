import { l10n } from "vscode";
import { ApiError, isOutcomeUnknown } from "../../api/errors.ts";
import type { MergeRequest } from "../../api/resources/mergeRequests.ts";
import { type ErrorAction, isCancelled, UserError } from "../../core/base/errors.ts";
import { instanceHost } from "../../core/base/instanceUrl.ts";
import type { Context } from "../../core/context.ts";
import { helpOf } from "../../core/mergeRequests/help.ts";
import { mergeabilityOf } from "../../core/mergeRequests/mergeability.ts";
import { readMergeRequest } from "../../core/mergeRequests/read.ts";
import type { MergeRequestRef } from "../../core/mergeRequests/refs.ts";
import { describeError } from "../../core/ui/describeError.ts";
import { plainText } from "../../core/ui/plainText.ts";
import { shortSha } from "../../core/ui/shortSha.ts";

/** The merge that the host refused. */
export interface Asked {
  readonly ref: MergeRequestRef;
  /** The head that the user has seen. */
  readonly sha?: string | undefined;
  /** Whether auto-merge was requested. */
  readonly later?: boolean;
}

/** Explains a refused merge, with an action: asks the host for the reason. Cancellations and other errors are returned as they are. */
export async function whyNoMerge(
  context: Context,
  error: unknown,
  { ref, sha, later = false }: Asked,
): Promise<unknown> {
  if (isCancelled(error) || !(error instanceof ApiError)) return error;
  const { iid, target_branch: target } = ref.mergeRequest;
  if (isOutcomeUnknown(error)) {
    const { message } = describeError(
      error,
      Date.now(),
      l10n.t("!{0} may have been merged anyway. Check it before you try again.", iid),
    );
    return refusal(message, helpOf("openInBrowser", ref), error);
  }
  switch (error.kind) {
    case "forbidden":
      return refusal(
        l10n.t(
          "Your account on {0} cannot merge into the protected branch “{1}”. Ask someone with access to merge it, or switch accounts.",
          instanceHost(ref.instance),
          plainText(target, 100),
        ),
        { title: l10n.t("Switch Account"), command: "forgeline.switchAccount" },
        error,
      );
    case "conflict": {
      const fresh = await reread(context, ref);
      return fresh.sha ? moved(ref, fresh, sha, error) : error;
    }
    case "methodNotAllowed": {
      const fresh = await reread(context, ref);
      if (fresh.state === "merged") {
        const show = {
          title: l10n.t("Show Pipeline"),
          command: "forgeline.pipeline.showLatest",
          args: target === undefined ? [] : [target],
        } as const;
        return refusal(l10n.t("!{0} was merged in the meantime, with other options than yours.", iid), show, error);
      }
      const { words, help, standing } = mergeabilityOf(fresh);
      if (standing === "ready") {
        return later
          ? refusal(
              l10n.t("!{0} has no running pipeline to wait for. Merge it now.", iid),
              mergeAgain(ref, fresh),
              error,
            )
          : refusal(
              l10n.t("The host rejected the merge of !{0} without a reason. See its web page for details.", iid),
              helpOf("openInBrowser", ref),
              error,
            );
      }
      return refusal(
        l10n.t("!{0} was not merged. {1}", iid, words),
        help && helpOf(help, withFresh(ref, fresh)),
        error,
      );
    }
    case "invalidRequest":
    case "notAcceptable": {
      // Other invalid requests have the host's own message.
      if (error.kind === "invalidRequest" && error.status !== 422) return error;
      const fresh = await reread(context, ref);
      const { words, help, standing } = mergeabilityOf(fresh);
      const reason = fresh.merge_error
        ? l10n.t("Message from the host: {0}", plainText(fresh.merge_error, 200))
        : undefined;
      const why =
        standing === "blocked"
          ? words
          : (reason ??
            l10n.t(
              "Its branches have conflicts, or one of them was just updated. Check out the branch to see, or try again.",
            ));
      return error.kind === "notAcceptable"
        ? refusal(
            l10n.t("!{0} cannot be merged in its current state. {1}", iid, why),
            helpOf(help ?? "wait", withFresh(ref, fresh)),
            error,
          )
        : refusal(
            l10n.t("The branch of !{0} could not be merged. {1}", iid, why),
            helpOf(standing === "blocked" ? (help ?? "checkOut") : "checkOut", withFresh(ref, fresh)),
            error,
          );
    }
    default:
      return error;
  }
}

/** Returns the error for a source branch that moved since the user saw it. */
export function moved(
  ref: MergeRequestRef,
  fresh: Partial<MergeRequest>,
  since: string | undefined,
  cause?: unknown,
): UserError {
  const { iid } = ref.mergeRequest;
  const head = shortSha(fresh.sha);
  if (since === undefined || since === fresh.sha) {
    return refusal(
      l10n.t("The branch of !{0} was updated in the meantime to {1}. Nothing was changed. Review it again.", iid, head),
      helpOf("wait", ref),
      cause,
    );
  }
  return refusal(
    l10n.t(
      "The branch of !{0} was updated from {1} to {2} since you last viewed it. Nothing was changed. Review the new changes, then try again.",
      iid,
      shortSha(since),
      head,
    ),
    {
      title: l10n.t("Show New Changes"),
      command: "forgeline.mergeRequest.showNew",
      args: [withFresh(ref, fresh), since],
    },
    cause,
  );
}

/** Returns the ref with newer fields. */
export const withFresh = (
  { instance, project, mergeRequest }: MergeRequestRef,
  fresh: Partial<MergeRequest>,
): MergeRequestRef => ({ instance, project, mergeRequest: { ...mergeRequest, ...fresh } });

const mergeAgain = (ref: MergeRequestRef, fresh: Partial<MergeRequest>): ErrorAction => ({
  title: l10n.t("Merge…"),
  command: "forgeline.mergeRequest.merge",
  args: [withFresh(ref, fresh)],
});

function refusal(message: string, action: ErrorAction | undefined, cause: unknown): UserError {
  return new UserError(message, { cause, ...(action && { action }) });
}

/** Reads the merge request again; the known one if that fails. */
async function reread(context: Context, ref: MergeRequestRef): Promise<Partial<MergeRequest>> {
  try {
    return await readMergeRequest(context, ref, AbortSignal.timeout(15_000));
  } catch (error) {
    context.report.background(error, "Look why a merge request was refused");
    return ref.mergeRequest;
  }
}
