import { CodeAction, CodeActionKind, type Disposable, l10n, languages, type Range, type Uri } from "vscode";
import { plainText } from "../../../core/ui/plainText.ts";
import { asCommand } from "../../../core/ui/runCommand.ts";
import type { PlacedFinding } from "./diagnostics.ts";
import { findingTitle } from "./labels.ts";

/** Limit of findings in one place that get actions. */
const maxOffered = 10;

/**
 * Registers the quick fixes of findings: the patch of the report, and its details.
 * @param at returns the findings in a range of a file
 */
export const findingQuickFixes = (at: (file: Uri, range: Range) => readonly PlacedFinding[]): Disposable =>
  languages.registerCodeActionsProvider(
    { scheme: "file" },
    {
      provideCodeActions: ({ uri }, range) => at(uri, range).slice(0, maxOffered).flatMap(actionsOf),
    },
    { providedCodeActionKinds: [CodeActionKind.QuickFix] },
  );

function actionsOf({ ref, diagnostic }: PlacedFinding): CodeAction[] {
  const name = findingTitle(ref.finding, 60);
  const scanner = plainText(ref.finding.scanner, 40);
  const action = (title: string, command: CodeAction["command"]): CodeAction => {
    const made = new CodeAction(title, CodeActionKind.QuickFix);
    made.diagnostics = [diagnostic];
    if (command) made.command = command;
    return made;
  };
  const details = l10n.t("Show details of “{0}”", name);
  const apply = scanner === "" ? l10n.t("Apply fix of the report") : l10n.t("Apply fix of {0}", scanner);
  return [
    ...(ref.finding.fix === undefined ? [] : [action(apply, asCommand("forgeline.findings.applyFix", apply, ref))]),
    action(details, asCommand("forgeline.findings.showDetails", details, ref)),
  ];
}
