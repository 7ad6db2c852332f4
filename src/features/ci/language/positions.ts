import { Position } from "vscode";

/** Where an offset lies in a text that may not be open as a document. */
export function positionAt(text: string, offset: number): Position {
  const before = text.slice(0, offset);
  const lines = before.split(/\r\n|\r|\n/);
  return new Position(lines.length - 1, lines.at(-1)?.length ?? 0);
}
