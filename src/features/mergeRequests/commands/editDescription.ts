import { l10n, type Uri, window, workspace } from "vscode";
import type { MergeRequestRef } from "../../../core/mergeRequests/refs.ts";
import { saveByHand } from "../../../core/remoteText/conflict.ts";
import { discardText } from "../../../core/remoteText/discard.ts";
import { withProgress } from "../../../core/ui/progress.ts";
import type { MergeRequestsContext } from "../context.ts";
import type { Descriptions } from "../description/documents.ts";
import { pickMergeRequest, mergeRequestName } from "./pickMergeRequest.ts";

/** Opens the description in an editor; saving sends it. An unsent text is restored, and its conflict offered to be resolved. */
export async function editDescription(context: MergeRequestsContext, given?: MergeRequestRef): Promise<void> {
  const ref = await pickMergeRequest(context, given, {
    title: l10n.t("Edit Description"),
    placeholder: l10n.t("Select a merge request to edit its description"),
    state: "all",
  });
  const { instance, project, mergeRequest } = ref;
  const descriptions = await context.descriptions.load();
  const uri = descriptions.uriOf({ instance, project, iid: mergeRequest.iid });
  if (descriptions.isConflicted(uri)) return descriptions.resolve(uri);
  const isChanged = (): boolean =>
    workspace.textDocuments.some((document) => document.uri.toString() === uri.toString() && document.isDirty);
  const unsent = isChanged()
    ? false
    : await withProgress(l10n.t("Loading merge request !{0}…", mergeRequest.iid), (signal) =>
        descriptions.refresh(uri, signal),
      );
  await window.showTextDocument(await workspace.openTextDocument(uri), { preview: false });
  if (unsent) offerUnsent(context, descriptions, ref, uri);
}

function offerUnsent(context: MergeRequestsContext, descriptions: Descriptions, ref: MergeRequestRef, uri: Uri): void {
  const [send, discard] = [l10n.t("Send"), l10n.t("Discard…")];
  const ask = async (): Promise<void> => {
    const chosen = await window.showInformationMessage(
      l10n.t("This is your unsaved description of {0}.", mergeRequestName(ref)),
      send,
      discard,
    );
    if (chosen === send) await saveByHand(uri);
    else if (chosen === discard)
      await discardText(descriptions, uri, l10n.t("the description of !{0}", ref.mergeRequest.iid));
  };
  void ask().catch((error: unknown) => context.report.error(error, l10n.t("Edit Description")));
}
