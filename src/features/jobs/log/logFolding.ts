import { FoldingRange, FoldingRangeKind, type FoldingRangeProvider, type TextDocument } from "vscode";
import type { OpenLog, OpenLogs } from "./openLog.ts";

/** What can be folded in a log's document, by its lines, and whether it should be at first. */
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

/** Folds the sections of a log. The line that ends one stays in sight: it tells the duration. */
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
