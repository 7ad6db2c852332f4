import { l10n } from "vscode";
import type { MergeRequestRef } from "../../../core/mergeRequests/refs.ts";
import { placeOf } from "../../../core/mergeRequests/review/place.ts";
import type { MergeRequestsContext } from "../context.ts";
import { pickMergeRequest } from "./pickMergeRequest.ts";

/** Opens the page of a merge request: the given one, or one that the user picks or types. */
export async function open(context: MergeRequestsContext, given?: MergeRequestRef): Promise<void> {
  const ref = await pickMergeRequest(context, given, {
    title: l10n.t("Open Merge Request"),
    placeholder: l10n.t("Select a merge request, or enter its number or URL"),
    state: "all",
  });
  await openPage(context, ref);
}

/** Opens the page of a merge request, which shows all updates to it. */
export async function openPage(context: MergeRequestsContext, ref: MergeRequestRef): Promise<void> {
  await context.pages.open(ref);
  await (await context.updates()).see(placeOf(ref));
}
