import { isPlain, PLAIN, sameStyle, type StyledSpan, type Style } from "./style.ts";

/** A text and its styled ranges. */
export interface StyledText {
  readonly text: string;
  readonly spans: readonly StyledSpan[];
}

/**
 * Columns of the terminal that programs write for. Cursors move no further right, so that a short sequence cannot make
 * a long line.
 */
const WIDTH = 240;
const BLANKS = " ".repeat(WIDTH);

/**
 * The line being written, and its cursor. Text replaces everything to the right of the cursor. It is kept in pieces, so
 * that appending and cutting do not copy the whole line.
 */
export class LineBuffer {
  private parts: string[] = [];
  private spans: StyledSpan[] = [];
  /** Columns from the end of the text to the cursor, negative to its left. */
  private offset = 0;
  private atStart = false;
  private overwritten: StyledText | undefined;
  length = 0;

  /** Returns whether nothing was written and the cursor not moved. */
  get isEmpty(): boolean {
    return this.length === 0 && this.offset === 0 && !this.atStart && this.overwritten === undefined;
  }

  /** Returns whether the cursor returned to the start, so that text replaces the whole line. */
  get returned(): boolean {
    return this.atStart;
  }

  /** Returns the text replaced after a return: the final state of a progress line if a marker follows. */
  get replaced(): StyledText | undefined {
    return this.overwritten;
  }

  toStart(): void {
    this.atStart = true;
    this.offset = 0;
  }

  moveLeft(): void {
    if (!this.atStart) this.offset = Math.max(-this.length, this.offset - 1);
  }

  /** Moves the cursor; columns beyond the end become blanks when text follows. */
  moveRight(columns: number): void {
    const { column } = this;
    this.atStart = false;
    this.offset = Math.max(column, Math.min(column + columns, WIDTH)) - this.length;
  }

  /** Removes what is right of the cursor. */
  eraseRight(): void {
    if (this.offset >= 0) return;
    this.dropLast(-this.offset);
    this.offset = 0;
  }

  /** Removes the text; the cursor stays in its column. */
  erase(): void {
    const column = Math.min(this.column, WIDTH);
    this.clear();
    this.offset = column;
  }

  /** Prepares for text at the cursor, which `append` adds. */
  seek(): void {
    if (this.atStart) {
      if (this.length > 0) this.overwritten = this.flush();
      this.atStart = false;
    } else if (this.offset > 0) this.append(BLANKS.slice(0, this.offset), PLAIN);
    else this.eraseRight();
    this.offset = 0;
  }

  /** Adds text at the end. */
  append(piece: string, style: Style): void {
    if (piece === "") return;
    const end = this.length + piece.length;
    if (!isPlain(style)) {
      const last = this.spans.at(-1);
      if (last?.end === this.length && sameStyle(last.style, style))
        this.spans[this.spans.length - 1] = { ...last, end };
      else this.spans.push({ start: this.length, end, style });
    }
    this.parts.push(piece);
    this.length = end;
  }

  /** Removes the beginning of the text; the cursor returns to the start. */
  keepFrom(at: number): void {
    const { text, spans } = this.flush();
    this.parts = [text.slice(at)];
    this.length = text.length - at;
    this.spans = spans.flatMap((span) =>
      span.end > at ? [{ ...span, start: Math.max(0, span.start - at), end: span.end - at }] : [],
    );
    this.toStart();
  }

  /** Returns the line so far, which later text does not change. */
  read(): StyledText {
    return { text: this.parts.join(""), spans: [...this.spans] };
  }

  /** Returns the line and clears it. */
  flush(): StyledText {
    const taken = { text: this.parts.join(""), spans: this.spans };
    this.clear();
    return taken;
  }

  /** Removes the text; the cursor returns to the start. */
  clear(): void {
    this.parts = [];
    this.spans = [];
    this.length = 0;
    this.offset = 0;
    this.atStart = false;
    this.overwritten = undefined;
  }

  private get column(): number {
    return this.atStart ? 0 : this.length + this.offset;
  }

  /** Removes characters from the end, without splitting surrogate pairs. */
  private dropLast(count: number): void {
    let excess = Math.min(count, this.length);
    while (excess > 0) {
      const part = this.parts.pop() ?? "";
      const keep = Math.max(0, part.length - excess);
      excess -= part.length - keep;
      this.length -= part.length - keep;
      if (keep > 0) this.parts.push(part.slice(0, keep));
      if (excess === 0 && isHighSurrogate(this.parts.at(-1))) excess = 1;
    }
    let last = this.spans.at(-1);
    while (last && last.end > this.length) {
      this.spans.pop();
      if (last.start < this.length) this.spans.push({ ...last, end: this.length });
      last = this.spans.at(-1);
    }
  }
}

function isHighSurrogate(part: string | undefined): boolean {
  const last = part?.charCodeAt(part.length - 1) ?? 0;
  return last >= 0xd800 && last <= 0xdbff;
}

/** Returns the first `length` characters of a styled text. */
export function cutStyled({ text, spans }: StyledText, length: number): StyledText {
  if (length >= text.length) return { text, spans };
  return {
    text: text.slice(0, length),
    spans: spans.flatMap((span) => (span.start >= length ? [] : [{ ...span, end: Math.min(span.end, length) }])),
  };
}
