import { l10n, ThemeIcon, window } from "vscode";
import { inLines, inOneLine } from "../../../core/mergeRequests/messages.ts";
import { type Place, showBox } from "../../../core/ui/quickInput.ts";
import { writeInEditor } from "../../../core/ui/writeInEditor.ts";

/**
 * Asks for a description: in an input box, where ⏎ is a line break, or in an editor.
 * @param keep called with what was typed, also when the user leaves without an answer
 * @throws CancelledError, GoBack
 */
export async function askDescription(place: Place, text: string, keep: (text: string) => void): Promise<string> {
  const answer = await inBox(place, text, keep);
  if (!answer.further) return answer.text;
  return writeInEditor(place, answer.text, {
    language: "markdown",
    placeholder: l10n.t("Write the description in the editor, then select Use This Description"),
    take: l10n.t("Use This Description"),
    keep,
  });
}

/** The typed text, and whether to continue in an editor. */
interface Typed {
  readonly text: string;
  readonly further: boolean;
}

async function inBox(place: Place, text: string, keep: (text: string) => void): Promise<Typed> {
  const box = window.createInputBox();
  const toEditor = { iconPath: new ThemeIcon("edit"), tooltip: l10n.t("Open in Editor") };
  const shown = inOneLine(text);
  // An unchanged text is kept exactly, with trailing spaces.
  const typed = (): string => (box.value === shown ? text : inLines(box.value));
  return showBox<Typed>(box, { title: place.title, place, buttons: [toEditor] }, ({ store, done }) => {
    box.prompt = l10n.t("Enter a description (Markdown), or open an editor with the button above");
    box.value = shown;
    store.add(box.onDidChangeValue(() => keep(typed())));
    store.add(box.onDidAccept(() => done({ text: typed(), further: false })));
    store.add(
      box.onDidTriggerButton((button) => {
        if (button === toEditor) done({ text: typed(), further: true });
      }),
    );
  });
}
