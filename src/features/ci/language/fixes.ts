import {
  CodeAction,
  CodeActionKind,
  type CodeActionProvider,
  type Range,
  type TextDocument,
  Uri,
  WorkspaceEdit,
} from "vscode";
import type { CiPipeline } from "../../../core/ciFile/pipeline.ts";
import { closedText, rangeOf } from "../../../core/ui/documentEdits.ts";
import type { CiDiagnostics, ShownProblem } from "./diagnostics.ts";
import { fixTitle } from "./labels.ts";
import type { Fix } from "./problem.ts";

/** Quick fixes for problems in CI files, while the text is the one that was checked. */
export class CiFixes implements CodeActionProvider {
  static readonly metadata = { providedCodeActionKinds: [CodeActionKind.QuickFix] };
  private readonly diagnostics: CiDiagnostics;

  constructor(diagnostics: CiDiagnostics) {
    this.diagnostics = diagnostics;
  }

  provideCodeActions(document: TextDocument, range: Range): CodeAction[] {
    const shown = this.diagnostics.at(document);
    if (!shown) return [];
    return shown.problems
      .filter(({ diagnostic }) => diagnostic.range.intersection(range) !== undefined)
      .flatMap((problem) =>
        problem.problem.fixes.map((fix, index) =>
          actionOf(document, shown.analysis.pipeline, problem, fix, index === 0),
        ),
      );
  }
}

function actionOf(
  document: TextDocument,
  { files }: CiPipeline,
  { problem, diagnostic }: ShownProblem,
  fix: Fix,
  first: boolean,
): CodeAction {
  const earlier = problem.kind === "repeatedKey" ? document.positionAt(problem.earlier.start).line + 1 : undefined;
  const action = new CodeAction(fixTitle(fix, earlier), CodeActionKind.QuickFix);
  const edit = new WorkspaceEdit();
  for (const each of fix.edits) {
    const own = each.file === document.uri.toString();
    const text = own ? document : closedText(files.find(({ id }) => id === each.file)?.document.text ?? "");
    edit.replace(own ? document.uri : Uri.parse(each.file), rangeOf(text, each), each.text);
  }
  return Object.assign(action, { edit, diagnostics: [diagnostic], isPreferred: first });
}
