import { commands, type TextDocument, ThemeIcon, window, workspace } from "vscode";
import { pickOne, type ValueButton } from "./pick.ts";
import type { Place } from "./quickInput.ts";

export interface WriteOptions {
  /** Id of the language of what is written. */
  readonly language: string;
  readonly placeholder: string;
  /** What ends the writing is called. */
  readonly take: string;
  readonly detail?: string;
  /** Hears what was typed, also when the question is left without an answer. */
  readonly keep: (text: string) => void;
}

/** Shows a text in an editor until the person takes it; a pick stays open above it meanwhile. @throws CancelledError, GoBack */
export async function writeInEditor(
  place: Place,
  text: string,
  { language, placeholder, take, detail, keep }: WriteOptions,
): Promise<string> {
  const document = await workspace.openTextDocument({ language, content: text });
  await window.showTextDocument(document, { preview: false });
  const listening = workspace.onDidChangeTextDocument(({ document: changed }) => {
    if (changed === document) keep(written(document));
  });
  const icon = new ThemeIcon("check");
  const button: ValueButton<"take"> = { iconPath: icon, tooltip: take, value: "take" };
  try {
    await pickOne<"take">({
      title: place.title,
      place: { ...place, draft: undefined },
      placeholder,
      choices: () =>
        Promise.resolve([
          {
            label: take,
            ...(detail !== undefined && { detail }),
            iconPath: icon,
            alwaysShow: true,
            value: "take" as const,
          },
        ]),
      buttons: [button],
    });
    return written(document);
  } finally {
    listening.dispose();
    keep(written(document));
    await close(document);
  }
}

const written = (document: TextDocument): string => document.getText().replaceAll("\r\n", "\n").trimEnd();

async function close(document: TextDocument): Promise<void> {
  if (document.isClosed) return;
  await window.showTextDocument(document, { preview: false });
  await commands.executeCommand("workbench.action.revertAndCloseActiveEditor");
}
