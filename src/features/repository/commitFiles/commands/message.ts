import { l10n, ThemeIcon, Uri, window } from "vscode";
import { inputText } from "../../../../core/ui/form.ts";
import { pickOne } from "../../../../core/ui/pick.ts";
import { plainText } from "../../../../core/ui/plainText.ts";
import { showBox, GoBack, type Place } from "../../../../core/ui/quickInput.ts";
import { writeInEditor } from "../../../../core/ui/writeInEditor.ts";
import { gitExtension } from "../../../../git/gitExtension.ts";

export interface MessageOptions {
  readonly message: string;
  /** Called with what was typed, also when the form is closed. */
  readonly keep: (message: string) => void;
}

/** Returns what is wrong with a commit message. */
export const messageProblem = (text: string): string | undefined =>
  (text.split("\n")[0] ?? "").trim() === "" ? l10n.t("The first line cannot be empty.") : undefined;

/** Asks for a commit message: one line in an input box, or several in an editor. @throws CancelledError, GoBack */
export async function askMessage(place: Place, { message, keep }: MessageOptions): Promise<string> {
  let text = message;
  for (;;) {
    const answer = text.includes("\n")
      ? await keepOrEdit({ ...place, draft: undefined }, text)
      : await oneLine(place, text, keep);
    if (answer === "keep") return text;
    if (typeof answer === "object") {
      place.draft = undefined;
      return answer.line;
    }
    if (answer === "line") {
      text = text.split("\n")[0] ?? "";
      continue;
    }
    // Going back from the editor returns here with its text.
    try {
      text = await inEditor(place, place.draft ?? text, keep);
      keep(text);
      if (messageProblem(text) === undefined) return text;
    } catch (error) {
      if (!(error instanceof GoBack)) throw error;
    }
    place.draft = undefined;
  }
}

/** Asks for one line; a button opens the editor with what was typed. */
async function oneLine(
  place: Place,
  value: string,
  keep: (message: string) => void,
): Promise<{ readonly line: string } | "editor"> {
  const box = window.createInputBox();
  const toEditor = { iconPath: new ThemeIcon("edit"), tooltip: l10n.t("Open in Editor") };
  return showBox<{ readonly line: string } | "editor">(
    box,
    { title: place.title, place, buttons: [toEditor] },
    ({ store, done }) => {
      box.prompt = l10n.t("Enter the commit message");
      box.value = place.draft ?? value;
      store.add(
        box.onDidChangeValue((text) => {
          place.draft = text;
          keep(text);
          box.validationMessage = undefined;
        }),
      );
      store.add(
        box.onDidAccept(() => {
          box.validationMessage = messageProblem(box.value);
          if (box.validationMessage === undefined) done({ line: box.value.trim() });
        }),
      );
      store.add(
        box.onDidTriggerButton((button) => {
          if (button === toEditor) done("editor");
        }),
      );
    },
  );
}

async function keepOrEdit(place: Place, text: string): Promise<"keep" | "editor" | "line"> {
  return pickOne<"keep" | "editor" | "line">({
    title: place.title,
    place,
    placeholder: l10n.t("The message has multiple lines"),
    choices: [
      ...(messageProblem(text) === undefined
        ? [
            {
              label: l10n.t("Keep the Message"),
              detail: plainText(text, 200),
              iconPath: new ThemeIcon("check"),
              value: "keep" as const,
            },
          ]
        : []),
      { label: l10n.t("Open in Editor"), iconPath: new ThemeIcon("edit"), value: "editor" },
      { label: l10n.t("First Line Only"), iconPath: new ThemeIcon("list-flat"), value: "line" },
    ],
  });
}

const inEditor = (place: Place, text: string, keep: (message: string) => void): Promise<string> =>
  writeInEditor(place, text, {
    language: "git-commit",
    placeholder: l10n.t("Write the message in the editor, then select Use This Message"),
    take: l10n.t("Use This Message"),
    detail: l10n.t("Enter a subject line, then details after an empty line."),
    keep,
  });

/** Returns the text of the commit box in the Source Control view; empty if there is none. */
export function commitBoxText(root: string): string {
  const git = gitExtension();
  if (git?.isActive !== true || !git.exports.enabled) return "";
  return git.exports.getAPI(1).getRepository(Uri.file(root))?.inputBox.value.trim() ?? "";
}

/** Asks for the name and email address of a commit's author. @throws CancelledError, GoBack */
export async function askAuthor(
  title: string,
  { name, email }: { readonly name: string; readonly email: string },
): Promise<{ name: string; email: string }> {
  const place = (step: number): Place => ({ title, step, total: 2, back: true, draft: undefined });
  const filled = (text: string): string | undefined =>
    /[<>\n]/.test(text) || text.trim() === "" ? l10n.t("Enter a name without < and >.") : undefined;
  const address = (text: string): string | undefined =>
    /^[^\s<>@]+@[^\s<>@]+$/.test(text.trim()) ? undefined : l10n.t("Enter a valid email address.");
  let given = name;
  for (;;) {
    given = await inputText({
      title,
      place: place(1),
      prompt: l10n.t("Enter the name of the author"),
      value: given,
      validate: filled,
    });
    try {
      return {
        name: given.trim(),
        email: (
          await inputText({
            title,
            place: place(2),
            prompt: l10n.t("Enter the email address of the author"),
            value: email,
            validate: address,
          })
        ).trim(),
      };
    } catch (error) {
      if (!(error instanceof GoBack)) throw error;
    }
  }
}
