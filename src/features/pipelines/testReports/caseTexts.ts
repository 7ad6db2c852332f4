import { EventEmitter, l10n, type TextDocumentContentProvider, type Uri, workspace } from "vscode";
import { type Disposable, DisposableStore } from "../../../core/base/disposable.ts";
import { caseOf, TEST_CASE_SCHEME } from "./caseText.ts";
import type { OpenReport } from "./openReport.ts";

/** The documents of cases whose files are not in the workspace: what the shown reports say of them. */
export class CaseTexts implements TextDocumentContentProvider, Disposable {
  private readonly owned = new DisposableStore();
  private readonly changed = this.owned.add(new EventEmitter<Uri>());
  readonly onDidChange = this.changed.event;
  private readonly report: (id: string) => OpenReport | undefined;

  /** @param report returns a shown report */
  constructor(report: (id: string) => OpenReport | undefined) {
    this.report = report;
    this.owned.add(workspace.registerTextDocumentContentProvider(TEST_CASE_SCHEME, this));
  }

  async provideTextDocumentContent(uri: Uri): Promise<string> {
    const address = caseOf(uri);
    return (
      (address && (await this.report(address.report)?.caseText(address))) ??
      l10n.t("The test report is no longer shown. Show the pipeline's test report again.")
    );
  }

  /** Makes the texts that are open again. */
  refresh(): void {
    for (const { uri } of workspace.textDocuments) if (uri.scheme === TEST_CASE_SCHEME) this.changed.fire(uri);
  }

  dispose(): void {
    this.owned.dispose();
  }
}
