import { l10n } from "vscode";
import type { App } from "../../../core/context.ts";
import type { MergeRequestRef } from "../../../core/refs.ts";
import { askMergeRequest } from "./pickMergeRequest.ts";

/** Shows the page of a merge request: the one that is given, or one that the person picks or types. */
export async function open(app: App, given?: MergeRequestRef): Promise<void> {
  const ref = await askMergeRequest(app, given, {
    title: l10n.t("Open Merge Request"),
    placeholder: l10n.t("Merge request whose page is meant, picked or typed"),
    state: "all",
  });
  await app.mergeRequestPages.open(app, ref);
}
