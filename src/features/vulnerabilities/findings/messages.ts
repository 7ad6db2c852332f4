import { l10n } from "vscode";
import { UserError } from "../../../core/base/errors.ts";
import type { JobReport } from "../../../core/findings/reportReader.ts";
import { gapReason } from "./labels.ts";
import type { GapRef } from "./nodes.ts";

/** Returns the error for a pipeline without reports that are read. */
export const noReports = (pipeline: number, running: boolean): UserError =>
  new UserError(
    running
      ? l10n.t("Pipeline #{0} has no reports with findings yet.", pipeline)
      : l10n.t("Pipeline #{0} has no security or code quality reports.", pipeline),
  );

/** Returns the error for a pipeline none of whose reports can be read. */
export function unreadableReports(gaps: readonly JobReport[], ref: Omit<GapRef, "gap">): UserError | undefined {
  const gap = gaps.find(({ content }) => content.kind === "notInArchive") ?? gaps[0];
  if (gap === undefined) return undefined;
  return new UserError(
    gapReason(gap),
    gap.content.kind === "notInArchive"
      ? { action: { title: l10n.t("Open CI File"), command: "forgeline.findings.openCiFile", args: [{ ...ref, gap }] } }
      : {},
  );
}
