import { FoldingRange, FoldingRangeKind, type FoldingRangeProvider, type TextDocument } from "vscode";
import type { LogFiles } from "./logFiles.ts";

/** Folds the sections of a log. The line that ends one stays in sight: it tells the duration. */
export class LogFolding implements FoldingRangeProvider {
  private readonly files: LogFiles;

  constructor(files: LogFiles) {
    this.files = files;
  }

  async provideFoldingRanges(shown: TextDocument): Promise<FoldingRange[] | undefined> {
    const log = await this.files.of(shown);
    if (!log) return undefined;
    const { base } = log.document;
    const last = shown.lineCount - 1;
    return log.snapshot.sections
      .map(({ start, end, duration }) => ({ start: start - base, end: Math.min(last, (end ?? start) - base - (duration === undefined ? 0 : 1)) }))
      .filter(({ start, end }) => end > start)
      .map(({ start, end }) => new FoldingRange(start, end, FoldingRangeKind.Region));
  }
}
