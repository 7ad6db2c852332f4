import { LineColors } from "./colors.ts";
import type { LogPiece } from "./lineBlock.ts";
import type { LogLine } from "./sections.ts";
import { FLAGS, type StyledSpan } from "./style.ts";

const HEADING_STYLE = { fg: -1, bg: -1, flags: FLAGS.bold };

/**
 * The text of a job's output channel. Channels can only append, so each method returns the text to append; the line
 * numbers are tracked for the colors.
 */
export class Transcript {
  readonly colors = new LineColors();
  private line = 0;
  /** The unfinished line that is already shown. */
  private shown: string | undefined;
  /** An unfinished line that was interrupted by a message, and its line number. */
  private interrupted: { readonly text: string; readonly line: number } | undefined;

  /** Returns the number of line breaks so far, which is the current line's number. */
  get lines(): number {
    return this.line;
  }

  /** Appends finished lines. */
  add(pieces: readonly LogPiece[]): string {
    return pieces.map((piece) => this.addPiece(piece).text.toString()).join("");
  }

  /** Appends a finished line or a block of them. */
  addPiece(piece: LogPiece): AppendedText {
    if (piece.kind !== "block") return measured(this.finish(piece));
    if (this.shown !== undefined || this.interrupted !== undefined) return measured(this.add(piece.logLines()));
    this.colors.addBlock(this.line, piece);
    this.line += piece.lines;
    return { text: piece.takeText(), bytes: piece.bytes };
  }

  /**
   * Appends the unfinished line when the log has been quiet for a while. Later text continues it, or follows below if
   * the line was overwritten; after an interrupting message, a changed line is repeated as a whole.
   */
  unfinished(line: LogLine | undefined): string {
    if (!line) return "";
    const { text } = renderLine(line);
    const shown = this.shown ?? "";
    if (text === shown || text === this.interrupted?.text) return "";
    this.interrupted = undefined;
    this.shown = text;
    if (text.startsWith(shown)) return text.slice(shown.length);
    this.line++;
    return `\n${text}`;
  }

  /** Appends a message of one or more lines. */
  note(text: string): string {
    const interrupts = this.shown !== undefined && this.shown !== "";
    if (interrupts) this.interrupted = { text: this.shown ?? "", line: this.line };
    const lead = interrupts ? "\n" : "";
    this.shown = undefined;
    const appended = `${lead}${text}\n`;
    this.line += appended.split("\n").length - 1;
    return appended;
  }

  private finish(line: LogLine): string {
    const { text, spans } = renderLine(line);
    const { interrupted: left } = this;
    this.interrupted = undefined;
    if (left?.text === text) {
      this.colors.add(left.line, text, spans);
      return "";
    }
    const shown = this.shown ?? "";
    this.shown = undefined;
    const goesOn = text.startsWith(shown);
    if (!goesOn) this.line++;
    this.colors.add(this.line, text, spans);
    this.line++;
    return goesOn ? `${text.slice(shown.length)}\n` : `\n${text}\n`;
  }
}

/** Text to append, that of blocks in UTF-8, and its size in UTF-8. */
export interface AppendedText {
  readonly text: string | Buffer;
  readonly bytes: number;
}

const measured = (text: string): AppendedText => ({ text, bytes: Buffer.byteLength(text) });

/** A line as shown. */
export interface RenderedLine {
  readonly text: string;
  readonly spans: readonly StyledSpan[];
}

/**
 * Returns a line as channels and documents show it: start and end of sections are marked and indented, the end with its
 * duration.
 */
export function renderLine(line: LogLine): RenderedLine {
  switch (line.kind) {
    case "text":
      return line.wrapped ? { text: `${line.text} ↩`, spans: line.spans } : line;
    case "sectionStart": {
      const lead = `${indent(line.section.depth)}▾ `;
      if (line.text !== "") {
        const spans = line.spans.map(({ start, end, style }) => ({
          start: start + lead.length,
          end: end + lead.length,
          style,
        }));
        return { text: lead + line.text, spans: [{ start: 0, end: lead.length, style: HEADING_STYLE }, ...spans] };
      }
      const text = lead + line.section.name;
      return { text, spans: [{ start: 0, end: text.length, style: HEADING_STYLE }] };
    }
    case "sectionEnd": {
      const time = line.section.options["hide_duration"] === "true" ? "" : ` · ${clockTime(line.duration)}`;
      const text = `${indent(line.section.depth)}▴ ${line.section.name}${time}`;
      return { text, spans: [{ start: 0, end: text.length, style: { fg: -1, bg: -1, flags: FLAGS.faint } }] };
    }
  }
}

const indent = (depth: number): string => "  ".repeat(Math.min(depth, 8));

/** Formats seconds as `00:07`, `12:34` or `1:02:03`. */
export function clockTime(seconds: number): string {
  const whole = Math.round(seconds);
  const [hours, minutes, rest] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60];
  const pad = (value: number): string => String(value).padStart(2, "0");
  return hours > 0 ? `${hours}:${pad(minutes)}:${pad(rest)}` : `${pad(minutes)}:${pad(rest)}`;
}
