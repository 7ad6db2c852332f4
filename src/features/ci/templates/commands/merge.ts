import {
  commands,
  l10n,
  Position,
  Range,
  TabInputTextDiff,
  type TextDocument,
  type TextEditor,
  TextEditorRevealType,
  ThemeIcon,
  type Uri,
  ViewColumn,
  window,
  workspace,
} from "vscode";
import { UserError } from "../../../../core/base/errors.ts";
import type { TextEdit } from "../../../../core/base/textEdit.ts";
import type { Context } from "../../../../core/context.ts";
import { rangeOf, workspaceEdit } from "../../../../core/ui/documentEdits.ts";
import { type FormStep, inputText, runForm } from "../../../../core/ui/form.ts";
import { notice } from "../../../../core/ui/notice.ts";
import { type Choice, pickOne } from "../../../../core/ui/pick.ts";
import { shownPath } from "../../../../core/ui/pickDestination.ts";
import { plainText } from "../../../../core/ui/plainText.ts";
import { plural } from "../../../../core/ui/plural.ts";
import { GoBack, type Place } from "../../../../core/ui/quickInput.ts";
import { type Choice as ClashChoice, type Clash, type Merge, planMerge } from "../../merge/merge.ts";
import { MergeProblem } from "../../merge/problem.ts";
import { mergeProblemText } from "../labels.ts";

export interface NamedText {
  readonly name: string;
  readonly content: string;
}

type Choices = ReadonlyMap<string, ClashChoice>;

/**
 * Merges a template into a CI file: asks about each clash, shows the result as a diff, and applies it as one edit.
 * @throws CancelledError, GoBack from the first question; UserError with the location of what cannot be merged
 */
export async function mergeTemplate(context: Context, uri: Uri, template: NamedText): Promise<void> {
  let choices: Choices = new Map();
  for (;;) {
    const shown = await workspace.openTextDocument(uri);
    const text = shown.getText();
    const merge = await reportingProblems(shown, template, () => planMerge(text, template.content));
    if (merge.clashes.length === 0 && merge.outcome(choices).edits.length === 0) {
      notice(l10n.t("{0} already contains everything from {1}.", shownPath(uri), template.name));
      return;
    }
    choices = await askChoices(context, shown, template, merge, choices);
    // If the file's tab was closed meanwhile, VS Code has disposed the document, and the old object no longer changes.
    const document = await workspace.openTextDocument(uri);
    // The text changed meanwhile, so the edits would apply to wrong places: ask again.
    if (document.getText() !== text) continue;
    const { edits } = await reportingProblems(document, template, () => merge.outcome(choices));
    if (edits.length > 0) await applyEdits(document, edits);
    revealChange(await window.showTextDocument(document, { preview: false }), edits);
    notice(
      edits.length > 0
        ? l10n.t("Merged {0} into {1}. Use Undo to revert.", template.name, shownPath(uri))
        : l10n.t("{0} was not changed.", shownPath(uri)),
    );
    return;
  }
}

/** Reveals the first change. */
function revealChange(editor: TextEditor, edits: readonly TextEdit[]): void {
  const [first] = [...edits].sort((a, b) => a.start - b.start);
  if (!first) return;
  const shown = rangeOf(editor.document, { start: first.start, end: first.start + first.text.length });
  editor.revealRange(shown, TextEditorRevealType.InCenterIfOutsideViewport);
}

/**
 * Applies edits as one change with one undo step.
 * @throws UserError when the document cannot be edited
 */
export async function applyEdits(document: TextDocument, edits: readonly TextEdit[]): Promise<void> {
  if (!(await workspace.applyEdit(workspaceEdit(document, edits))))
    throw new UserError(l10n.t("{0} is read-only.", shownPath(document.uri)));
}

/**
 * Runs `work` and reports a merge problem as an error with its location in the file.
 * @throws UserError
 */
export async function reportingProblems<T>(
  document: TextDocument,
  { name }: { readonly name: string },
  work: () => T,
): Promise<T> {
  try {
    return work();
  } catch (error) {
    if (!(error instanceof MergeProblem)) throw error;
    if (error.side === "file" && error.kind !== "outcome") {
      const at = document.validatePosition(new Position(error.line, error.character));
      await window.showTextDocument(document, { preview: false, selection: new Range(at, at) });
    }
    throw new UserError(mergeProblemText(error, shownPath(document.uri), plainText(name, 80)), { cause: error });
  }
}

/** Asks about each clash, then for confirmation. */
async function askChoices(
  context: Context,
  document: TextDocument,
  template: NamedText,
  merge: Merge,
  given: Choices,
): Promise<Choices> {
  const title = l10n.t("Merge {0} into {1}", plainText(template.name, 80), shownPath(document.uri));
  const steps: FormStep<Choices>[] = merge.clashes.map((clash, index) => ({
    ask: async (place, choices) =>
      new Map(choices).set(clash.id, await askClash(context, place, template, clash, merge, choices, index)),
  }));
  steps.push({ ask: (place, choices) => review(context, place, document, template, merge, choices) });
  return runForm<Choices>(title, given, steps, { back: true });
}

type Answer = "mine" | "template" | "rename";

async function askClash(
  context: Context,
  place: Place,
  template: NamedText,
  clash: Clash,
  merge: Merge,
  choices: Choices,
  index: number,
): Promise<ClashChoice> {
  const name = plainText(clash.name, 80);
  return whileShown(
    context.texts.put(`mine/${index + 1}.yml`, clash.mine),
    context.texts.put(`template/${index + 1}.yml`, clash.theirs),
    l10n.t("{0}: yours ↔ {1}", name, plainText(template.name, 80)),
    () => chooseSide(place, template, clash, merge, choices),
  );
}

async function chooseSide(
  place: Place,
  template: NamedText,
  clash: Clash,
  merge: Merge,
  choices: Choices,
): Promise<ClashChoice> {
  const name = plainText(clash.name, 80);
  const before = choices.get(clash.id);
  for (;;) {
    place.draft = undefined;
    const answer = await pickOne<Answer>({
      title: place.title,
      place,
      placeholder: question(clash, name),
      choices: answers(clash, template.name),
      active: (value) => value === (before?.take ?? "mine"),
    });
    if (answer !== "rename") return { take: answer };
    try {
      const others = new Set(
        [...choices].flatMap(([id, choice]) => (choice.take === "rename" && id !== clash.id ? [choice.name] : [])),
      );
      const renamed = await inputText({
        title: place.title,
        place: { ...place, title: l10n.t("Another Name for {0}", name), back: true, draft: undefined },
        prompt: l10n.t("Enter a new name for {0} of the template. References in the template are updated", name),
        value: before?.take === "rename" ? before.name : (clash.rename ?? ""),
        validate: (typed) =>
          merge.isFree(clash.kind, typed.trim()) && !others.has(typed.trim())
            ? undefined
            : l10n.t("This name is already used or not valid."),
      });
      return { take: "rename", name: renamed.trim() };
    } catch (error) {
      if (!(error instanceof GoBack)) throw error;
    }
  }
}

function question({ kind }: Clash, name: string): string {
  switch (kind) {
    case "job":
      return l10n.t("Both define the job {0}", name);
    case "variable":
      return l10n.t("Both define the variable {0}", name);
    case "setting":
      return l10n.t("Both define {0}", name);
    case "stages":
      return l10n.t(
        "The file does not define stages. They may come from an included file, and adding a list would replace them",
      );
  }
}

function answers(clash: Clash, template: string): Choice<Answer>[] {
  const theirs = plainText(template, 80);
  if (clash.kind === "stages") {
    return [
      { label: l10n.t("Do Not Add Stages"), iconPath: new ThemeIcon("check"), value: "mine" },
      {
        label: l10n.t("Add Stages"),
        description: plainText(clash.theirs, 120),
        iconPath: new ThemeIcon("cloud-download"),
        value: "template",
      },
    ];
  }
  const held = clash.usedAnchor !== undefined && {
    detail: l10n.t(
      "It cannot be replaced because its anchor &{0} is used elsewhere in the file.",
      plainText(clash.usedAnchor, 60),
    ),
  };
  return [
    { label: l10n.t("Keep Mine"), ...held, iconPath: new ThemeIcon("check"), value: "mine" },
    ...(held
      ? []
      : [
          {
            label: l10n.t("Use Template's"),
            description: theirs,
            iconPath: new ThemeIcon("cloud-download"),
            value: "template" as const,
          },
        ]),
    ...(clash.rename === undefined
      ? []
      : [
          {
            label: l10n.t("Add Under Another Name…"),
            description: plainText(clash.rename, 80),
            iconPath: new ThemeIcon("edit"),
            value: "rename" as const,
          },
        ]),
  ];
}

async function review(
  context: Context,
  place: Place,
  document: TextDocument,
  template: NamedText,
  merge: Merge,
  choices: Choices,
): Promise<Choices> {
  const { edits, text } = await reportingProblems(document, template, () => merge.outcome(choices));
  const [file, theirs] = [shownPath(document.uri), plainText(template.name, 80)];
  place.draft = undefined;
  const confirm = (): Promise<"apply"> =>
    pickOne<"apply">({
      title: place.title,
      place,
      placeholder:
        edits.length > 0
          ? l10n.t("Review the changes, then apply them or go back")
          : l10n.t("No changes with these choices"),
      choices: [
        {
          label: l10n.t("Apply to {0}", file),
          description: changeCount(edits.length),
          iconPath: new ThemeIcon("check"),
          value: "apply",
        },
      ],
    });
  const merged = `merged/${document.uri.path.slice(document.uri.path.lastIndexOf("/") + 1)}`;
  if (edits.length === 0) await confirm();
  else
    await whileShown(
      document.uri,
      context.texts.put(merged, text),
      l10n.t("{0}: current ↔ with {1}", file, theirs),
      confirm,
    );
  return choices;
}

function changeCount(count: number): string {
  if (count === 0) return "";
  return plural(count, (shown) => ({
    one: l10n.t("{0} change; use Undo to revert", shown),
    other: l10n.t("{0} changes; use Undo to revert", shown),
  }));
}

/** Shows a diff until `ask` ends, in a tab of its own: as a preview it would take the place of the user's preview tab. */
async function whileShown<T>(left: Uri, right: Uri, title: string, ask: () => Promise<T>): Promise<T> {
  try {
    await commands.executeCommand("vscode.diff", left, right, title, {
      preview: false,
      preserveFocus: true,
      viewColumn: ViewColumn.Active,
    });
    return await ask();
  } finally {
    const tabs = window.tabGroups.all
      .flatMap((group) => group.tabs)
      .filter(({ input }) => input instanceof TabInputTextDiff && input.modified.toString() === right.toString());
    if (tabs.length > 0) await window.tabGroups.close(tabs, true);
  }
}
