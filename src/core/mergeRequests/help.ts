import { l10n } from "vscode";
import type { ErrorAction } from "../base/errors.ts";
import type { MergeHelp } from "./mergeability.ts";
import type { MergeRequestRef } from "./refs.ts";

/** Returns the action for a blocked merge; shows the pipeline if it is known. */
export function helpOf(help: MergeHelp, ref: MergeRequestRef): ErrorAction {
  const { instance, project, mergeRequest } = ref;
  switch (help) {
    case "wait":
      return { title: l10n.t("Refresh"), command: "forgeline.refresh" };
    case "approve":
      return { title: l10n.t("Approve"), command: "forgeline.mergeRequest.approve", args: [ref] };
    case "checkOut":
      return { title: l10n.t("Check Out Branch"), command: "forgeline.mergeRequest.checkOut", args: [ref] };
    case "edit":
      return { title: l10n.t("Edit…"), command: "forgeline.mergeRequest.edit", args: [ref] };
    case "markReady":
      return { title: l10n.t("Mark as Ready"), command: "forgeline.mergeRequest.markReady", args: [ref] };
    case "openInBrowser":
      return { title: l10n.t("Open in Browser"), command: "forgeline.mergeRequest.openInBrowser", args: [ref] };
    case "reopen":
      return { title: l10n.t("Reopen"), command: "forgeline.mergeRequest.reopen", args: [ref] };
    case "runPipeline":
      return { title: l10n.t("Run Pipeline…"), command: "forgeline.pipeline.run" };
    case "showPipeline": {
      const pipeline = mergeRequest.head_pipeline ?? mergeRequest.pipeline;
      if (!pipeline) return helpOf("runPipeline", ref);
      return {
        title: l10n.t("Show Pipeline"),
        command: "forgeline.pipeline.reveal",
        args: [{ instance, project, pipeline }],
      };
    }
  }
}
