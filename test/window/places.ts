/** Positions, ranges and selections in a text, as VS Code's. */
import type * as vscode from "vscode";

type PositionDelta = { readonly lineDelta?: number; readonly characterDelta?: number };
type PositionChange = { readonly line?: number; readonly character?: number };

export class Position implements vscode.Position {
  readonly line: number;
  readonly character: number;

  constructor(line: number, character: number) {
    if (line < 0 || character < 0) throw new Error("illegal argument: a position is not negative");
    this.line = line;
    this.character = character;
  }

  compareTo(other: vscode.Position): number {
    return Math.sign(this.line - other.line || this.character - other.character);
  }
  isBefore(other: vscode.Position): boolean {
    return this.compareTo(other) < 0;
  }
  isBeforeOrEqual(other: vscode.Position): boolean {
    return this.compareTo(other) <= 0;
  }
  isAfter(other: vscode.Position): boolean {
    return this.compareTo(other) > 0;
  }
  isAfterOrEqual(other: vscode.Position): boolean {
    return this.compareTo(other) >= 0;
  }
  isEqual(other: vscode.Position): boolean {
    return this.compareTo(other) === 0;
  }

  translate(change: PositionDelta | number = 0, characterDelta = 0): Position {
    const delta = typeof change === "number" ? { lineDelta: change, characterDelta } : change;
    return new Position(this.line + (delta.lineDelta ?? 0), this.character + (delta.characterDelta ?? 0));
  }

  with(change: PositionChange | number = this.line, character = this.character): Position {
    const to = typeof change === "number" ? { line: change, character } : change;
    return new Position(to.line ?? this.line, to.character ?? this.character);
  }

  toJSON(): unknown {
    return { line: this.line, character: this.character };
  }
}

const positionOf = ({ line, character }: vscode.Position): Position => new Position(line, character);
/** Two positions, or the numbers of two. */
const endsOf = ([a, b, c, d]: readonly (number | vscode.Position)[]): [Position, Position] =>
  typeof a === "number"
    ? [new Position(a, b as number), new Position(c as number, d as number)]
    : [positionOf(a as vscode.Position), positionOf(b as vscode.Position)];

export class Range implements vscode.Range {
  readonly start: Position;
  readonly end: Position;

  constructor(start: vscode.Position, end: vscode.Position);
  constructor(startLine: number, startCharacter: number, endLine: number, endCharacter: number);
  constructor(...given: readonly (number | vscode.Position)[]) {
    const [one, other] = endsOf(given);
    [this.start, this.end] = one.isAfter(other) ? [other, one] : [one, other];
  }

  get isEmpty(): boolean {
    return this.start.isEqual(this.end);
  }
  get isSingleLine(): boolean {
    return this.start.line === this.end.line;
  }

  contains(other: vscode.Position | vscode.Range): boolean {
    const [start, end] = "start" in other ? [other.start, other.end] : [other, other];
    return this.start.isBeforeOrEqual(start) && this.end.isAfterOrEqual(end);
  }
  isEqual(other: vscode.Range): boolean {
    return this.start.isEqual(other.start) && this.end.isEqual(other.end);
  }
  intersection(other: vscode.Range): Range | undefined {
    const start = this.start.isAfter(other.start) ? this.start : other.start;
    const end = this.end.isBefore(other.end) ? this.end : other.end;
    return start.isAfter(end) ? undefined : new Range(start, end);
  }
  union(other: vscode.Range): Range {
    const start = this.start.isBefore(other.start) ? this.start : other.start;
    return new Range(start, this.end.isAfter(other.end) ? this.end : other.end);
  }
  with(
    change: vscode.Position | { readonly start?: vscode.Position; readonly end?: vscode.Position } = this.start,
    end: vscode.Position = this.end,
  ): Range {
    const to = "line" in change ? { start: change, end } : change;
    return new Range(to.start ?? this.start, to.end ?? this.end);
  }

  toJSON(): unknown {
    return [this.start, this.end];
  }
}

export class Selection extends Range implements vscode.Selection {
  readonly anchor: Position;
  readonly active: Position;

  constructor(anchor: vscode.Position, active: vscode.Position);
  constructor(anchorLine: number, anchorCharacter: number, activeLine: number, activeCharacter: number);
  constructor(...given: readonly (number | vscode.Position)[]) {
    const [anchor, active] = endsOf(given);
    super(anchor, active);
    this.anchor = anchor;
    this.active = active;
  }

  get isReversed(): boolean {
    return this.anchor.isAfter(this.active);
  }

  override toJSON(): unknown {
    return { start: this.start, end: this.end, active: this.active, anchor: this.anchor };
  }
}

export class Location implements vscode.Location {
  uri: vscode.Uri;
  range: vscode.Range;

  constructor(uri: vscode.Uri, place: vscode.Range | vscode.Position) {
    this.uri = uri;
    this.range = "line" in place ? new Range(place, place) : place;
  }
}
