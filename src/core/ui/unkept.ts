import { l10n } from "vscode";
import { UserError } from "../base/errors.ts";
import type { Report } from "./report.ts";

/** Returns what logs that an unsent text could not be kept, and says so while it is typed: once, not with each key. */
export const unkeptTexts =
  (report: Pick<Report, "background" | "later" | "acted">): ((error: unknown) => void) =>
  (error) => {
    report.background(error, "Keep unsent text");
    const words = l10n.t(
      "Unsent text cannot be saved on this computer: the disk may be full or read-only. Text stays where you typed it, but is lost when you close or reload the window.",
    );
    report.later("drafts", new UserError(words), () => true);
    // Now, not with the next command.
    void report.acted();
  };
