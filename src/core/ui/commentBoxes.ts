import { type TextEditor, window } from "vscode";

/** Returns the boxes in which comments are written, the one with the focus first. VS Code shows them as editors of a scheme of their own. */
export function commentBoxes(): readonly TextEditor[] {
  const { activeTextEditor: active, visibleTextEditors } = window;
  const boxes = visibleTextEditors.filter(({ document }) => document.uri.scheme === "comment");
  return boxes.toSorted((one, other) => Number(other === active) - Number(one === active));
}

/** Time in ms to wait for a box: its buttons can be there before VS Code reports its editor. */
const patience = 1_000;

/** Waits for the box that holds a text, and returns its editor; undefined if there is none. */
export async function commentBoxWith(text: string): Promise<TextEditor | undefined> {
  const find = (): TextEditor | undefined => commentBoxes().find(({ document }) => document.getText() === text);
  const found = find();
  if (found) return found;
  return await new Promise((resolve) => {
    const done = (box?: TextEditor): void => {
      clearTimeout(timer);
      subscription.dispose();
      resolve(box);
    };
    const timer = setTimeout(() => done(), patience);
    const subscription = window.onDidChangeVisibleTextEditors(() => {
      const box = find();
      if (box) done(box);
    });
  });
}
