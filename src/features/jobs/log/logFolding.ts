import { FoldingRange, FoldingRangeKind, type FoldingRangeProvider, type TextDocument } from "vscode";
import type { OpenLog, OpenLogs } from "./openLog.ts";

/** Returns the foldable ranges of a log document, and whether they are collapsed initially. */
export const foldsOf = (
  { document: { base }, snapshot }: OpenLog,
  lineCount: number,
): { readonly start: number; readonly end: number; readonly collapsed: boolean }[] =>
  snapshot.sections
    .map(({ start, end, duration, collapsed = false }) => ({
      start: start - base,
      end: Math.min(lineCount - 1, (end ?? start) - base - (duration === undefined ? 0 : 1)),
      collapsed,
    }))
    .filter(({ start, end }) => end > start);

/** Folds the sections of a log. The end line stays visible, because it shows the duration. */
export class LogFolding implements FoldingRangeProvider {
  private readonly files: OpenLogs;

  constructor(files: OpenLogs) {
    this.files = files;
  }

  async provideFoldingRanges(shown: TextDocument): Promise<FoldingRange[] | undefined> {
    const log = await this.files.of(shown);
    return (
      log &&
      foldsOf(log, shown.lineCount).map(({ start, end }) => new FoldingRange(start, end, FoldingRangeKind.Region))
    );
  }
}
