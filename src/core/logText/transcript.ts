import { LineColors } from "./colors.ts";
import type { LogLine } from "./sections.ts";
import { FLAGS, type StyledSpan } from "./style.ts";

const HEADING_STYLE = { fg: -1, bg: -1, flags: FLAGS.bold };

/**
 * The text of a job's output channel. A channel can only append, so each method returns what to append now, and the
 * transcript remembers on which line of the channel that is, for the colours.
 */
export class Transcript {
  readonly colors = new LineColors();
  private line = 0;
  /** An unfinished line that is shown already. */
  private shown: string | undefined;
  /** An unfinished line that words of our own came behind, and where it stands. */
  private left: { readonly text: string; readonly line: number } | undefined;

  /** Line breaks appended so far; the number of the line being written. */
  get lines(): number {
    return this.line;
  }

  /** Finished lines of the log. */
  add(lines: readonly LogLine[]): string {
    return lines.map((line) => this.finish(line)).join("");
  }

  /**
   * The log's unfinished line, when nothing has come for a while. What it becomes later goes on behind it,
   * or below it where it was overwritten meanwhile; where words of our own stand behind it, it comes again as a whole,
   * unless it is the same.
   */
  unfinished(line: LogLine | undefined): string {
    if (!line) return "";
    const { text } = rendered(line);
    const shown = this.shown ?? "";
    if (text === shown || text === this.left?.text) return "";
    this.left = undefined;
    this.shown = text;
    if (text.startsWith(shown)) return text.slice(shown.length);
    this.line++;
    return `\n${text}`;
  }

  /**
   * The end of what was given last is not appended after all.
   * @param atLineStart whether the channel now ends with a line break, or is empty.
   */
  drop(text: string, atLineStart: boolean): void {
    this.line -= text.split("\n").length - 1;
    this.left = undefined;
    this.shown = atLineStart ? undefined : "…";
    this.colors.dropFrom(this.line);
  }

  /** Words of our own: a line, or several, apart from the log's lines. */
  note(text: string): string {
    const interrupts = this.shown !== undefined && this.shown !== "";
    if (interrupts) this.left = { text: this.shown ?? "", line: this.line };
    const lead = interrupts ? "\n" : "";
    this.shown = undefined;
    const said = `${lead}${text}\n`;
    this.line += said.split("\n").length - 1;
    return said;
  }

  private finish(line: LogLine): string {
    const { text, spans } = rendered(line);
    const { left } = this;
    this.left = undefined;
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

/** How a line is shown. */
export interface Rendered {
  readonly text: string;
  readonly spans: readonly StyledSpan[];
}

/** A line as a channel or a document shows it: headings and ends of sections are marked and indented, the latter with their duration. */
export function rendered(line: LogLine): Rendered {
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

/** Seconds as `00:07`, `12:34` or `1:02:03`. */
export function clockTime(seconds: number): string {
  const whole = Math.round(seconds);
  const [hours, minutes, rest] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60];
  const pad = (value: number): string => String(value).padStart(2, "0");
  return hours > 0 ? `${hours}:${pad(minutes)}:${pad(rest)}` : `${pad(minutes)}:${pad(rest)}`;
}
