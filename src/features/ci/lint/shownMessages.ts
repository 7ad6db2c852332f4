import { Position, Range, type TextDocumentContentChangeEvent } from "vscode";

/** Something that is shown at a place in a text, and is about a stretch of it. */
export interface Placed {
  readonly range: Range;
  readonly about: Range;
}

/** What is left after a change of the text: what was not about what changed, moved with the lines around it. */
export function afterChanges<P extends Placed>(
  placed: readonly P[],
  changes: readonly Pick<TextDocumentContentChangeEvent, "range" | "text">[],
): P[] {
  // Several changes come with the last place first, so that each leaves the places of the next as they are.
  return changes.reduce<P[]>((left, { range, text }) => left.flatMap((each) => moved(each, range, text)), [...placed]);
}

function moved<P extends Placed>(placed: P, range: Range, text: string): P[] {
  const { about } = placed;
  if (range.start.isAfter(about.end)) return [placed];
  // What changes on the line where it begins touches it, as an indent does.
  const whole = text.includes("\n") && text.endsWith("\n") && range.end.character === 0;
  const before =
    range.end.isBefore(new Position(about.start.line, 0)) ||
    (whole && range.end.line === about.start.line && about.start.character === 0);
  if (!before) return [];
  const by = text.split("\n").length - 1 - (range.end.line - range.start.line);
  return [{ ...placed, range: shifted(placed.range, by), about: shifted(about, by) }];
}

const shifted = ({ start, end }: Range, by: number): Range => new Range(start.translate(by), end.translate(by));
