import { DocumentSymbol, type DocumentSymbolProvider, l10n, Range, SymbolKind, type TextDocument } from "vscode";
import { clockTime } from "../../../core/logText/transcript.ts";
import { plainText } from "../../../core/ui/plainText.ts";
import type { OpenLogs } from "./openLog.ts";

/** The sections of a log with their durations in the Outline. */
export class LogOutline implements DocumentSymbolProvider {
  private readonly files: OpenLogs;

  constructor(files: OpenLogs) {
    this.files = files;
  }

  async provideDocumentSymbols(shown: TextDocument): Promise<DocumentSymbol[] | undefined> {
    const log = await this.files.of(shown);
    if (!log) return undefined;
    const { base } = log.document;
    const last = shown.lineCount - 1;
    const roots: DocumentSymbol[] = [];
    const around: DocumentSymbol[] = [];
    for (const { title, start, end, duration, depth } of log.snapshot.sections) {
      const [from, to] = [start - base, Math.min(last, (end ?? start) - base)];
      if (from > last) break;
      const detail = duration === undefined ? "" : clockTime(duration);
      const heading = new Range(from, 0, from, shown.lineAt(from).text.length);
      const whole = new Range(from, 0, to, shown.lineAt(Math.max(from, to)).text.length);
      const symbol = new DocumentSymbol(
        plainText(title, 200) || l10n.t("section"),
        detail,
        SymbolKind.Module,
        whole,
        heading,
      );
      // Enclosing sections may have been dropped with the start of the log.
      around.length = Math.min(around.length, depth);
      (around.at(-1)?.children ?? roots).push(symbol);
      around.push(symbol);
    }
    return roots;
  }
}
