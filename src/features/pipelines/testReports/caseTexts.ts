import {
  CodeLens,
  type CodeLensProvider,
  EventEmitter,
  l10n,
  languages,
  Range,
  type TextDocument,
  type TextDocumentContentProvider,
  type TextDocumentShowOptions,
  type Uri,
  workspace,
} from "vscode";
import { type Disposable, DisposableStore } from "../../../core/base/disposable.ts";
import { fileUri } from "../../../core/files/uris.ts";
import { plainText } from "../../../core/ui/plainText.ts";
import { shortSha } from "../../../core/ui/shortSha.ts";
import { caseOf, TEST_CASE_SCHEME } from "./caseText.ts";
import type { OpenReport } from "./openReport.ts";

/** Documents of test cases whose files are not in the workspace: the text of the report, with a link to the file above it. */
export class CaseTexts implements TextDocumentContentProvider, CodeLensProvider, Disposable {
  private readonly owned = new DisposableStore();
  private readonly changed = this.owned.add(new EventEmitter<Uri>());
  readonly onDidChange = this.changed.event;
  private readonly report: (id: string) => OpenReport | undefined;

  /** @param report returns a shown report */
  constructor(report: (id: string) => OpenReport | undefined) {
    this.report = report;
    this.owned.add(workspace.registerTextDocumentContentProvider(TEST_CASE_SCHEME, this));
    this.owned.add(languages.registerCodeLensProvider({ scheme: TEST_CASE_SCHEME }, this));
  }

  async provideTextDocumentContent(uri: Uri): Promise<string> {
    const address = caseOf(uri);
    return (
      (address && (await this.report(address.report)?.caseText(address))) ??
      l10n.t("The test report is no longer shown. Show the pipeline's test report again.")
    );
  }

  async provideCodeLenses({ uri }: TextDocument): Promise<CodeLens[]> {
    const address = caseOf(uri);
    const file = address && (await this.report(address.report)?.caseFile(address));
    if (!file) return [];
    const { path, ref, line = 1 } = file;
    const options: TextDocumentShowOptions = { selection: new Range(line - 1, 0, line - 1, 0) };
    return [
      new CodeLens(new Range(0, 0, 0, 0), {
        title: l10n.t("Open {0} at Commit {1}", plainText(path, 200), shortSha(ref)),
        command: "vscode.open",
        arguments: [fileUri(file), options],
      }),
    ];
  }

  /** Makes the texts that are open again. */
  refresh(): void {
    for (const { uri } of workspace.textDocuments) if (uri.scheme === TEST_CASE_SCHEME) this.changed.fire(uri);
  }

  dispose(): void {
    this.owned.dispose();
  }
}
