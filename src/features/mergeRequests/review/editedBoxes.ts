import { Selection, type TextDocument, type Uri, window, workspace } from "vscode";
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
  /** What is selected in the next box that begins with a text. */
  private selecting: { readonly text: string; readonly selection: Selection } | undefined;

  constructor() {
    // A box is opened empty, and filled at once.
    const look = (document: TextDocument): void => {
      const address = document.uri.toString();
      if (isBox(document) && !this.first.has(address) && document.getText() !== "")
        this.first.set(address, plain(document.getText()));
      this.trySelect();
    };
    this.owned.add(window.onDidChangeVisibleTextEditors(() => this.trySelect()));
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

  /** Selects lines in the box that is about to open with a text: VS Code puts the cursor at its end. */
  select(text: string, first: number, count: number): void {
    const last = plain(text).split("\n")[first + count - 1] ?? "";
    this.selecting = { text: plain(text), selection: new Selection(first, 0, first + count - 1, last.length) };
  }

  private trySelect(): void {
    if (!this.selecting) return;
    const { text, selection } = this.selecting;
    const box = window.visibleTextEditors.find(({ document }) => isBox(document) && plain(document.getText()) === text);
    if (!box) return;
    this.selecting = undefined;
    box.selection = selection;
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
