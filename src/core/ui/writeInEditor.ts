import { commands, type TextDocument, ThemeIcon, window, workspace } from "vscode";
import { pickOne, type ValueButton } from "./pick.ts";
import type { Place } from "./quickInput.ts";

export interface WriteOptions {
  /** Language ID of the text. */
  readonly language: string;
  readonly placeholder: string;
  /** Label of the row that accepts the text. */
  readonly take: string;
  readonly detail?: string;
  /** Called with the text after each change, and when the prompt is closed. */
  readonly keep: (text: string) => void;
}

/**
 * Opens a text in an editor, with a pick above it that stays open until the user accepts the text.
 * @throws CancelledError, GoBack
 */
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
