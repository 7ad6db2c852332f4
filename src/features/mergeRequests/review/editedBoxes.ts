import { type TextDocument, type Uri, window, workspace } from "vscode";
import { type Disposable, DisposableStore } from "../../../core/base/disposable.ts";
import { boxSelector } from "../../../core/ui/commentBoxes.ts";

/**
 * The boxes in which comments are changed. VS Code hands over what stands in one only with a command of its comment, and does not say which
 * comment a box is of: it is known by the text that it began with.
 */
export class EditedBoxes implements Disposable {
  private readonly owned = new DisposableStore();
  /** What each box began with, by its address. */
  private readonly first = new Map<string, string>();

  constructor() {
    // A box is opened empty, and filled at once.
    const look = (document: TextDocument): void => {
      const address = document.uri.toString();
      if (isBox(document) && !this.first.has(address) && document.getText() !== "")
        this.first.set(address, plain(document.getText()));
    };
    this.owned.add(workspace.onDidOpenTextDocument(look));
    this.owned.add(workspace.onDidChangeTextDocument(({ document }) => look(document)));
    this.owned.add(
      workspace.onDidCloseTextDocument(({ uri }) => {
        this.first.delete(uri.toString());
      }),
    );
  }

  /** Returns what stands in the boxes that began with a text, each once; the text itself if there are none. */
  textsOf(text: string): readonly string[] {
    const wanted = plain(text);
    // Documents stay open for a while after their boxes.
    const found = window.visibleTextEditors
      .filter(({ document }) => isBox(document) && this.first.get(document.uri.toString()) === wanted)
      .map(({ document }) => document.getText());
    return found.length === 0 ? [text] : [...new Set(found)].filter((one) => one.trim() !== "");
  }

  /** Returns what a box began with. */
  began(box: Uri): string {
    return this.first.get(box.toString()) ?? "";
  }

  dispose(): void {
    this.owned.dispose();
  }
}

/** Boxes of replies have an authority. */
const isBox = ({ uri }: TextDocument): boolean => uri.scheme === boxSelector.scheme && uri.authority === "";

const plain = (text: string): string => text.replace(/\r\n?/g, "\n");
