import { cutStyled, LineBuffer, type StyledText } from "./line.ts";
import { type Marker, markerAtEnd, markerStart } from "./marker.ts";
import { applySgr } from "./sgr.ts";
import { PLAIN, type Style } from "./style.ts";

/** Length at which lines are wrapped; VS Code stops rendering at 10,000 characters. */
export const LINE_LIMIT = 8000;

/** Longer control sequences are ignored. */
const PARAMETER_LIMIT = 256;

export type AnsiItem =
  | (StyledText & {
      readonly kind: "line";
      /** The line was longer than LINE_LIMIT and continues in the next item. */
      readonly wrapped: boolean;
      /** Whether a section marker precedes it on the same line. */
      readonly afterMarker: boolean;
      /** Number of line breaks before it in the input. */
      readonly source: number;
    })
  | (Marker & { readonly kind: "marker" });

type State = "text" | "escape" | "intermediate" | "csi" | "string" | "stringEscape";

// eslint-disable-next-line no-control-regex -- control characters are what this file is about
const CONTROL = /[\x00-\x08\x0a-\x1f\x7f-\x9f]/g;
// eslint-disable-next-line no-control-regex -- as above: BEL, ESC, ST, and a line break, which ends a string nobody closed
const STRING_END = /[\x07\x1b\x9c\n]/g;

/**
 * Interprets terminal output as finished lines. Output channels can only append, so lines are returned when complete;
 * of a progress line that overwrites itself only the final state is.
 * `\n` ends a line, ignoring carriage returns before it; text after a carriage return (or `ESC[G`) replaces the line;
 * `ESC[0K` after one clears it, otherwise it has no effect; `ESC[1K` and `ESC[2K` always clear the line; backspace
 * deletes a character. SGR sequences become spans; all other sequences and control characters are dropped. The result
 * does not depend on how the input is split, and takes linear time.
 */
export class AnsiLines {
  private state: State = "text";
  private parameters = "";
  private style: Style = PLAIN;
  private readonly line = new LineBuffer();
  /** Whether the cursor is at the line's start, so that the next text replaces the line. */
  private returned = false;
  private back = 0;
  private afterMarker = false;
  /** Text replaced after a carriage return: the final state of a progress line if a marker follows. */
  private replaced: StyledText | undefined;
  private items: AnsiItem[] = [];
  private breaks = 0;
  /** Number of characters processed, to measure the effort. */
  work = 0;

  push(text: string): AnsiItem[] {
    let at = 0;
    while (at < text.length) {
      const next = this.step(text, at);
      this.work += next - at + 1;
      at = next;
    }
    return this.takeItems();
  }

  /** Returns the unfinished line without the beginning of a section marker. */
  peek(): StyledText {
    const shown = this.line.read();
    return cutStyled(shown, markerStart(shown.text));
  }

  /** Returns the last line if it has no line break. */
  end(): AnsiItem[] {
    if (this.line.length > 0) this.endLine();
    return this.takeItems();
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
        this.toLineStart();
        break;
      case 0x08:
        if (!this.returned) this.back++;
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
    if (command === "m" && /^[\d;:]*$/.test(parameters)) this.style = applySgr(this.style, parameters);
    else if (command === "G" && /^[01]?$/.test(parameters)) this.toLineStart();
    else if (command === "K" && /^0?$/.test(parameters)) this.eraseToEnd();
    else if (command === "K" && /^[12]$/.test(parameters)) this.clearLine();
  }

  private toLineStart(): void {
    this.returned = true;
    this.back = 0;
  }

  private print(run: string): void {
    if (this.returned) {
      if (this.line.length > 0) this.replaced = this.line.flush();
      this.returned = false;
    } else if (this.back > 0) this.line.dropLast(this.back);
    this.back = 0;
    let rest = run;
    while (this.line.length + rest.length > LINE_LIMIT) {
      const room = LINE_LIMIT - this.line.length;
      const split = (rest.codePointAt(room - 1) ?? 0) > 0xffff ? room - 1 : room;
      this.line.append(rest.slice(0, split), this.style);
      this.emitLine(true);
      rest = rest.slice(split);
    }
    this.line.append(rest, this.style);
  }

  /** Handles `ESC[0K`, which also completes a section marker after a carriage return. */
  private eraseToEnd(): void {
    if (!this.returned) return;
    const shown = this.line.read();
    this.work += shown.text.length;
    const found = markerAtEnd(shown.text);
    if (found) {
      const before = found.at > 0 ? cutStyled(shown, found.at) : this.replaced;
      if (before)
        this.items.push({
          kind: "line",
          ...before,
          wrapped: false,
          afterMarker: this.afterMarker,
          source: this.breaks,
        });
      this.items.push({ kind: "marker", ...found.marker });
      this.afterMarker = true;
    }
    this.clearLine();
  }

  private clearLine(): void {
    this.line.clear();
    this.replaced = undefined;
    this.returned = false;
    this.back = 0;
  }

  private endLine(): void {
    this.emitLine(false);
    this.breaks++;
    this.clearLine();
    this.afterMarker = false;
  }

  private emitLine(wrapped: boolean): void {
    this.work += this.line.length;
    this.items.push({
      kind: "line",
      ...this.line.flush(),
      wrapped,
      afterMarker: this.afterMarker,
      source: this.breaks,
    });
  }

  private takeItems(): AnsiItem[] {
    const items = this.items;
    this.items = [];
    return items;
  }
}
