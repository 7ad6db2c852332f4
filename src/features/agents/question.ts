import { randomBytes } from "node:crypto";
import { l10n, type TextDocumentShowOptions } from "vscode";
import type { Disposable } from "../../core/base/disposable.ts";
import { markUnseen } from "../../core/base/unseen.ts";
import type { ReadOnlyTexts } from "../../core/ui/readOnlyTexts.ts";
import type { Confirmation } from "./tool.ts";

/** Most lines and characters of a box: it grows with its text, beyond the window, and does not scroll. */
const [mostLines, mostCharacters] = [20, 1_000];

/** Returns whether a box shows a text whole. */
export const fitsBox = (text: string): boolean => text.length <= mostCharacters && text.split("\n").length <= mostLines;

/** Returns all that a question shows. */
export const questionText = ({ message, diff = "", sent = "" }: Confirmation): string =>
  [message, markUnseen(diff), markUnseen(sent)].filter((part) => part !== "").join("\n\n");

/** Returns the title of documents that show what is too long for a box. */
export const documentTitle = (): string => l10n.t("Text of the agent");

/** Shows a text in a document, which is closed when it is disposed of. */
export async function showDocument(
  texts: Pick<ReadOnlyTexts, "show" | "close">,
  text: string,
  options: TextDocumentShowOptions = {},
): Promise<Disposable> {
  // Several questions may be open, each with its text.
  const path = `${randomBytes(8).toString("hex")}/${documentTitle()}`;
  await texts.show(path, text, { preview: false, ...options });
  return { dispose: () => void texts.close(path) };
}
