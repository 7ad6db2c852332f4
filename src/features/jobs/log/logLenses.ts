import { CodeLens, type CodeLensProvider, l10n, Range, type TextDocument } from "vscode";
import type { OpenLogs } from "./openLog.ts";

/** Code lenses below the notices above a log, to open or save the whole file. */
export class LogLenses implements CodeLensProvider {
  private readonly files: OpenLogs;

  constructor(files: OpenLogs) {
    this.files = files;
  }

  async provideCodeLenses(shown: TextDocument): Promise<CodeLens[]> {
    const log = await this.files.of(shown);
    if (!log || log.document.notices === 0) return [];
    const top = new Range(0, 0, 0, 0);
    return [
      new CodeLens(top, {
        title: l10n.t("Open Raw Job Log"),
        command: "forgeline.job.openRawLog",
        arguments: [log.document.ref],
      }),
      new CodeLens(top, {
        title: l10n.t("Save Raw Job Log…"),
        command: "forgeline.job.saveRawLog",
        arguments: [log.document.ref],
      }),
    ];
  }
}
