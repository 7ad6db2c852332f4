import { isPlain, sameStyle, type StyledSpan, type Style } from "./style.ts";

/** A text and its styled ranges. */
export interface StyledText {
  readonly text: string;
  readonly spans: readonly StyledSpan[];
}

/** The line being written. Text is kept in pieces, so that appending and cutting do not copy the whole line. */
export class LineBuffer {
  private parts: string[] = [];
  private spans: StyledSpan[] = [];
  length = 0;

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

  /** Removes characters from the end, without splitting surrogate pairs. */
  dropLast(count: number): void {
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

  read(): StyledText {
    return { text: this.parts.join(""), spans: this.spans };
  }

  /** Returns the line and clears it. */
  flush(): StyledText {
    const taken = this.read();
    this.clear();
    return taken;
  }

  clear(): void {
    this.parts = [];
    this.spans = [];
    this.length = 0;
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
