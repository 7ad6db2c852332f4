import { ownText } from "../base/ownText.ts";
import type { AnsiItem } from "./ansi.ts";
import type { StyledText } from "./line.ts";

/** A collapsible section of a log. */
export interface Section {
  /** Displayed name: lower case, with `-` for everything but letters and digits. */
  readonly name: string;
  /** Unix time in seconds. */
  readonly start: number;
  /** Options of the marker, e.g. `collapsed: "true"`, `hide_duration: "true"`. */
  readonly options: Readonly<Record<string, string>>;
  /** Number of enclosing open sections. */
  readonly depth: number;
}

/** A finished line of a log. */
export type LogLine = StyledText & {
  /** When it was written, in milliseconds since the epoch, if known. */
  readonly time?: number;
} & (
    | { readonly kind: "text"; /** Goes on in the next line. */ readonly wrapped: boolean }
    | { readonly kind: "sectionStart"; readonly section: Section }
    | { readonly kind: "sectionEnd"; readonly section: Section; /** Seconds. */ readonly duration: number }
  );

/** Limit of nested sections; no runner nests deeper, and a log of nothing but markers must not use unlimited memory. */
const DEPTH_LIMIT = 64;

/**
 * Turns markers into headings: a `sectionStart` line with the header behind the marker (possibly empty) and a
 * `sectionEnd` line with the duration. An end marker closes the innermost open section of its name and all sections
 * inside; end markers without start are ignored. The rest of a marker's line is shown only if it has text.
 */
export class Sections {
  private readonly open: Section[] = [];
  private awaitingHeader: Section | undefined;

  /** Returns whether the next line is the header of a section. */
  get isWaiting(): boolean {
    return this.awaitingHeader !== undefined;
  }

  push(items: readonly AnsiItem[]): LogLine[] {
    const lines: LogLine[] = [];
    for (const item of items) {
      if (item.kind === "line") {
        const { text, spans, time } = item;
        const line = time === undefined ? { text, spans } : { text, spans, time };
        if (this.awaitingHeader) this.heading(lines, line);
        else if (text !== "" || !item.rest) lines.push({ kind: "text", ...line, wrapped: item.wrapped });
        continue;
      }
      if (this.awaitingHeader) this.heading(lines, { text: "", spans: [] });
      if (item.which === "start") this.start(item.name, item.time, item.options);
      else this.close(lines, item.name, item.time);
    }
    return lines;
  }

  /** Returns the unfinished line; undefined if there is nothing to show. */
  peek(unfinished: StyledText): LogLine | undefined {
    const { text, spans } = unfinished;
    if (text === "") return undefined;
    if (this.awaitingHeader) return { kind: "sectionStart", section: this.awaitingHeader, text, spans };
    return { kind: "text", text, spans, wrapped: false };
  }

  /** Returns the heading whose header is missing at the end. */
  end(): LogLine[] {
    const lines: LogLine[] = [];
    if (this.awaitingHeader) this.heading(lines, { text: "", spans: [] });
    return lines;
  }

  private heading(lines: LogLine[], header: StyledText & { readonly time?: number }): void {
    if (this.awaitingHeader) lines.push({ kind: "sectionStart", section: this.awaitingHeader, ...header });
    this.awaitingHeader = undefined;
  }

  private start(name: string, start: number, options: Section["options"]): void {
    if (this.open.length >= DEPTH_LIMIT) this.open.shift();
    const section = { name: shownName(name), start, options, depth: this.open.length };
    this.open.push(section);
    this.awaitingHeader = section;
  }

  private close(lines: LogLine[], name: string, time: number): void {
    const shown = shownName(name);
    const at = this.open.findLastIndex((section) => section.name === shown);
    const section = this.open[at];
    if (!section) return;
    this.open.length = at;
    lines.push({ kind: "sectionEnd", section, duration: Math.max(0, time - section.start), text: "", spans: [] });
  }
}

function shownName(name: string): string {
  return ownText(name.toLowerCase().replace(/[^a-z0-9]/g, "-"));
}
