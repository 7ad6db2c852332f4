import { hideConcealed } from "./conceal.ts";
import { cutStyled, LineBuffer, type StyledText } from "./line.ts";
import { type Marker, markerAtEnd, markerStart } from "./marker.ts";
import { applySgr } from "./sgr.ts";
import type { Style } from "./style.ts";

/** Length at which lines are wrapped; VS Code stops rendering at 10,000 characters. */
export const LINE_LIMIT = 8000;

/** Longer control sequences are ignored. */
const PARAMETER_LIMIT = 256;

export type AnsiItem =
  | (StyledText & {
      readonly kind: "line";
      /** The line was longer than LINE_LIMIT and continues in the next item. */
      readonly wrapped: boolean;
      /** Whether it is the rest of a line: after a section marker, or after an interruption. */
      readonly rest: boolean;
      /** When it was written, in milliseconds since the epoch. */
      readonly time: number | undefined;
    })
  | (Marker & { readonly kind: "marker" });

type State = "text" | "escape" | "intermediate" | "csi" | "string" | "stringEscape";

// eslint-disable-next-line no-control-regex -- control characters are what this file is about
const CONTROL = /[\x00-\x08\x0a-\x1f\x7f-\x9f]/g;
// eslint-disable-next-line no-control-regex -- as above: BEL, ESC, ST, and a line break, which ends a string nobody closed
const STRING_END = /[\x07\x1b\x9c\n]/g;

/** What a terminal writes with. */
export interface Pen {
  style: Style;
}

/**
 * Interprets the terminal output of one stream as finished lines. Output channels can only append, so lines are
 * returned when complete; of a progress line that overwrites itself only the final state is.
 * `\n` ends a line, ignoring carriage returns before it; text replaces what is right of the cursor, which a carriage
 * return (or `ESC[G`) moves to the start, backspace to the left, and `ESC[C` to the right. `ESC[0K` clears what is
 * right of the cursor; `ESC[1K` and `ESC[2K` clear the line, and the cursor stays in its column, as in a terminal (the
 * host's own log ignores all of these, and shows text that the program erased). SGR sequences become spans, concealed
 * text blanks; all other
 * sequences and control characters are dropped. The result does not depend on how the input is split, and takes linear
 * time.
 */
export class AnsiLines {
  private readonly items: AnsiItem[];
  private readonly pen: Pen;
  private readonly line = new LineBuffer();
  private state: State = "text";
  private parameters = "";
  private begun = false;
  /** Whether something of the line was already returned. */
  private rest = false;
  private time: number | undefined;
  /** Whether a marker waits for the rest of its sequence since the line was interrupted. */
  private held = false;
  /** Number of characters processed, to measure the effort. */
  work = 0;

  /**
   * Creates a reader at the start of a line.
   * @param items receives the items
   * @param pen shared by the streams of a log, as of a terminal
   */
  constructor(items: AnsiItem[], pen: Pen) {
    this.items = items;
    this.pen = pen;
  }

  push(text: string): void {
    let at = 0;
    while (at < text.length) {
      const next = this.step(text, at);
      this.work += next - at + 1;
      at = next;
    }
  }

  /**
   * Begins a line, or continues the last one.
   * @param time when this part was written
   */
  begin(continues: boolean, time: number | undefined): void {
    if (this.begun && !continues) this.push("\n");
    this.begun = true;
    this.time = continues ? (this.time ?? time) : time;
  }

  /** Returns whether nothing of a line was read. */
  get isAtStart(): boolean {
    return this.state === "text" && !this.rest && !this.held && this.line.isEmpty;
  }

  /** Ends the line before lines that are read elsewhere. */
  endBefore(): void {
    if (this.begun) this.push("\n");
    this.begun = false;
  }

  /**
   * Returns the unfinished line, because a line of another stream follows; what continues it becomes a line of its own.
   * A section marker is held back until its `ESC[0K`.
   */
  interrupt(): void {
    const shown = this.line.read();
    this.work += shown.text.length;
    const found = this.line.returned && !this.held ? markerAtEnd(shown.text) : undefined;
    if (found) {
      const before = this.beforeMarker(shown, found.at);
      if (before || this.rest) this.emit(before ?? { text: "", spans: [] });
      this.line.keepFrom(found.at);
    } else this.emit(this.line.flush());
    this.held = found !== undefined;
    this.rest = true;
    this.time = undefined;
  }

  /** Returns the unfinished line without the beginning of a section marker. */
  peek(): StyledText {
    const shown = this.line.read();
    return hideConcealed(cutStyled(shown, markerStart(shown.text)));
  }

  /** Returns the last line if it has no line break. */
  end(): void {
    if (this.line.length > 0) this.endLine();
  }

  /** Processes input from `at` on and returns the next position, which is `at` itself if only the state changed. */
  private step(text: string, at: number): number {
    switch (this.state) {
      case "text":
        return this.readText(text, at);
      case "escape":
        return this.readEscape(text, at);
      case "intermediate": {
        const c = text.charCodeAt(at);
        if (c >= 0x20 && c <= 0x2f) return at + 1;
        this.state = "text";
        return c >= 0x30 && c <= 0x7e ? at + 1 : at;
      }
      case "csi":
        return this.readCsi(text, at);
      case "string": {
        STRING_END.lastIndex = at;
        const end = STRING_END.exec(text)?.index;
        if (end === undefined) return text.length;
        const c = text.charCodeAt(end);
        this.state = c === 0x1b ? "stringEscape" : "text";
        return c === 0x0a ? end : end + 1;
      }
      case "stringEscape":
        this.state = text.charAt(at) === "\\" ? "text" : "escape";
        return this.state === "text" ? at + 1 : at;
    }
  }

  private readText(text: string, at: number): number {
    CONTROL.lastIndex = at;
    const end = CONTROL.exec(text)?.index ?? text.length;
    if (end > at) {
      this.print(text.slice(at, end));
      return end;
    }
    switch (text.charCodeAt(at)) {
      case 0x0a:
        this.endLine();
        break;
      case 0x0d:
        this.line.toStart();
        break;
      case 0x08:
        this.line.moveLeft();
        break;
      case 0x1b:
        this.state = "escape";
        break;
      case 0x9b:
        this.startCsi();
        break;
      case 0x90: // DCS, SOS, OSC, PM and APC in their one-character form
      case 0x98:
      case 0x9d:
      case 0x9e:
      case 0x9f:
        this.state = "string";
        break;
    }
    return at + 1;
  }

  private readEscape(text: string, at: number): number {
    const c = text.charCodeAt(at);
    if (c === 0x1b) return at + 1;
    if (c === 0x5b) this.startCsi();
    else if ("]PX^_".includes(text.charAt(at))) this.state = "string";
    else if (c >= 0x20 && c <= 0x2f) this.state = "intermediate";
    else {
      this.state = "text";
      return c >= 0x30 && c <= 0x7e ? at + 1 : at;
    }
    return at + 1;
  }

  private startCsi(): void {
    this.state = "csi";
    this.parameters = "";
  }

  private readCsi(text: string, at: number): number {
    const c = text.charCodeAt(at);
    if (c >= 0x20 && c <= 0x3f) {
      if (this.parameters.length <= PARAMETER_LIMIT) this.parameters += text.charAt(at);
      return at + 1;
    }
    this.state = "text";
    if (c < 0x40 || c > 0x7e) return at;
    if (this.parameters.length <= PARAMETER_LIMIT) this.applyCommand(text.charAt(at), this.parameters);
    return at + 1;
  }

  private applyCommand(command: string, parameters: string): void {
    if (command === "m" && /^[\d;:]*$/.test(parameters)) this.pen.style = applySgr(this.pen.style, parameters);
    else if (command === "G" && /^[01]?$/.test(parameters)) this.line.toStart();
    else if (command === "C" && /^\d*$/.test(parameters)) this.line.moveRight(Math.max(1, Number(parameters)));
    else if (command === "K" && /^0?$/.test(parameters)) this.eraseToEnd();
    else if (command === "K" && /^[12]$/.test(parameters)) this.line.erase();
  }

  private print(run: string): void {
    this.line.seek();
    const { style } = this.pen;
    let rest = run;
    while (this.line.length + rest.length > LINE_LIMIT) {
      const room = LINE_LIMIT - this.line.length;
      const split = (rest.codePointAt(room - 1) ?? 0) > 0xffff ? room - 1 : room;
      this.line.append(rest.slice(0, split), style);
      this.emit(this.line.flush(), true);
      rest = rest.slice(split);
    }
    this.line.append(rest, style);
  }

  /** Handles `ESC[0K`, which also completes a section marker after a carriage return. */
  private eraseToEnd(): void {
    if (!this.line.returned) {
      this.line.eraseRight();
      return;
    }
    const shown = this.line.read();
    this.work += shown.text.length;
    const found = markerAtEnd(shown.text);
    if (found) {
      const before = this.beforeMarker(shown, found.at);
      if (before) this.emit(before);
      this.items.push({ kind: "marker", ...found.marker });
      this.rest = true;
    }
    this.held = false;
    this.line.clear();
  }

  /** Returns the text before a marker, which is the progress line that it replaced if it has none on its own line. */
  private beforeMarker(shown: StyledText, at: number): StyledText | undefined {
    return at > 0 ? cutStyled(shown, at) : this.line.replaced;
  }

  private endLine(): void {
    this.emit(this.line.flush());
    this.rest = false;
    this.held = false;
  }

  private emit(line: StyledText, wrapped = false): void {
    const { text, spans } = hideConcealed(line);
    this.work += text.length;
    this.items.push({ kind: "line", text, spans, wrapped, rest: this.rest, time: this.time });
  }
}
