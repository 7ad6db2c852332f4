import { type TextEditor, window } from "vscode";

/** Returns the boxes in which a comment is written: VS Code shows them as editors of a scheme of their own, the one with the focus first. */
export function commentBoxes(): readonly TextEditor[] {
  const { activeTextEditor: active, visibleTextEditors } = window;
  const boxes = visibleTextEditors.filter(({ document }) => document.uri.scheme === "comment");
  return boxes.toSorted((one, other) => Number(other === active) - Number(one === active));
}

/** Returns a box that holds a text, or undefined if none opens within a time in ms: VS Code tells of a new box after it shows its buttons. */
export async function commentBoxWith(text: string, ms = 1_000): Promise<TextEditor | undefined> {
  const find = (): TextEditor | undefined => commentBoxes().find(({ document }) => document.getText() === text);
  const found = find();
  if (found) return found;
  return await new Promise((resolve) => {
    const done = (box?: TextEditor): void => {
      clearTimeout(timer);
      subscription.dispose();
      resolve(box);
    };
    const timer = setTimeout(() => done(), ms);
    const subscription = window.onDidChangeVisibleTextEditors(() => {
      const box = find();
      if (box) done(box);
    });
  });
}
