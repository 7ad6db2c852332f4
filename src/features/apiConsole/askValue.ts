import { l10n, type QuickInputButton, ThemeIcon, Uri, window } from "vscode";
import { CancelledError, UserError } from "../../core/base/errors.ts";
import { type Choice, pickMany, pickOne } from "../../core/ui/pick.ts";
import { plainText } from "../../core/ui/plainText.ts";
import { type Place, showBox } from "../../core/ui/quickInput.ts";
import { describeParameter, problemText } from "./labels.ts";
import type { Parameter } from "./operation.ts";
import { readValue } from "./values.ts";

/** A parameter to ask for. */
export interface ValueQuestion {
  readonly parameter: Parameter;
  readonly place: Place;
  /** Current or default value. */
  readonly value: string | undefined;
  /** Called with what is ticked in a list, as text. */
  readonly ticked: (value: string) => void;
}

/** Asks for the value of a parameter, as text. @throws CancelledError, GoBack */
export function askValue(question: ValueQuestion): Promise<string> {
  const { parameter } = question;
  if (parameter.type === "file") return askFile(question);
  if (parameter.type === "texts" && parameter.choices) return askSeveral(question, parameter.choices.map(String));
  const choices = parameter.type === "boolean" ? (parameter.choices ?? [true, false]) : parameter.choices;
  return choices ? askOne(question, choices.map(String)) : askText(question);
}

const askOne = ({ parameter, place, value }: ValueQuestion, choices: readonly string[]): Promise<string> =>
  pickOne<string>({
    title: place.title,
    place,
    placeholder: placeholderOf(parameter),
    choices: [...choices, ...(parameter.specialValues ?? [])].map((label) => ({
      label,
      description: label === String(parameter.default) ? l10n.t("default") : "",
      value: label,
    })),
    active: (choice) => choice === value,
  });

async function askSeveral(
  { parameter, place, value, ticked }: ValueQuestion,
  choices: readonly string[],
): Promise<string> {
  const now = new Set((place.draft ?? value)?.split(","));
  const all = choices.map((label): Choice<string> => ({ label, picked: now.has(label), value: label }));
  const chosen = await pickMany({
    title: place.title,
    place,
    placeholder: placeholderOf(parameter),
    choices: all,
    ticked: (values) => {
      place.draft = values.join(",");
      ticked(place.draft);
    },
  });
  return chosen.join(",");
}

async function askFile({ parameter, place, value }: ValueQuestion): Promise<string> {
  const known: readonly Choice<string | undefined>[] =
    value === undefined ? [] : [{ label: plainText(value), iconPath: new ThemeIcon("file"), value }];
  const chosen = await pickOne<string | undefined>({
    title: place.title,
    place,
    placeholder: placeholderOf(parameter),
    choices: [...known, { label: l10n.t("Choose File…"), iconPath: new ThemeIcon("folder-opened"), value: undefined }],
  });
  if (chosen !== undefined) return chosen;
  const [file] =
    (await window.showOpenDialog({
      title: `${place.title}: ${parameter.name}`,
      ...(value !== undefined && { defaultUri: Uri.file(value) }),
    })) ?? [];
  if (file === undefined) throw new CancelledError();
  if (file.scheme !== "file") throw new UserError(l10n.t("Choose a file on the machine that Forgeline runs on."));
  return file.fsPath;
}

/** Asks in an input box; as it has one line only, longer text is taken from the editor. */
function askText({ parameter, place, value }: ValueQuestion): Promise<string> {
  const box = window.createInputBox();
  const editor = parameter.secret ? undefined : window.activeTextEditor;
  const fromEditor: QuickInputButton = {
    iconPath: new ThemeIcon("file-text"),
    tooltip: l10n.t("Use Selection or Editor Text"),
  };
  const takesEditor = editor !== undefined && parameter.in === "body";
  const lines = value?.split("\n").length ?? 1;
  const problem = (text: string): string | undefined => {
    const read = readValue(parameter, text);
    return "problem" in read ? problemText(read.problem, parameter) : undefined;
  };
  return showBox<string>(
    box,
    { title: place.title, place, buttons: takesEditor ? [fromEditor] : [] },
    ({ store, done }) => {
      box.prompt = `${parameter.name} — ${plainText(describeParameter(parameter))}`;
      box.password = parameter.secret ?? false;
      box.value = place.draft ?? (lines > 1 ? "" : (value ?? ""));
      // Enter in the empty box keeps a value of several lines.
      if (lines > 1) box.placeholder = l10n.t("{0} lines; type to replace", lines);
      const answer = (text: string): void => {
        const wrong = problem(text);
        box.validationMessage = wrong;
        if (wrong === undefined) done(text);
      };
      store.add(
        box.onDidChangeValue((text) => {
          place.draft = text;
          box.validationMessage = text === "" ? undefined : problem(text);
        }),
      );
      store.add(box.onDidAccept(() => answer(box.value === "" && lines > 1 ? (value ?? "") : box.value)));
      store.add(
        box.onDidTriggerButton((button) => {
          if (button === fromEditor && editor)
            answer(editor.document.getText(editor.selection.isEmpty ? undefined : editor.selection));
        }),
      );
    },
  );
}

const placeholderOf = (parameter: Parameter): string =>
  `${parameter.name} — ${plainText(describeParameter(parameter), 200)}`;
