import type { LogLine, Section } from "./sections.ts";

/** Lines of a section in the document. */
export interface SectionRange {
  /** The header, or the name if there is none. */
  readonly title: string;
  /** First line, with the heading. */
  readonly start: number;
  /** Last line; undefined while the section is open. */
  readonly end?: number;
  /** Duration in seconds; undefined without an end marker. */
  readonly duration?: number;
  /** Number of enclosing ranges. */
  readonly depth: number;
  /** Whether the job asks to collapse it initially. */
  readonly collapsed?: true;
}

/** Limit of sections in the outline; VS Code folds 5,000 by default. */
const LIMIT = 20_000;

/** Collects the line ranges of sections from the lines of a log in order. */
export class SectionRanges {
  private ranges: SectionRange[] = [];
  private readonly open: { readonly section: Section; readonly range: number }[] = [];

  /**
   * Adds a line.
   * @param at its number, greater than all previous ones
   */
  add(line: LogLine, at: number): void {
    if (line.kind === "sectionStart") this.start(line.section, line.text, at);
    else if (line.kind === "sectionEnd") this.end(line.section, line.duration, at);
  }

  /**
   * Returns the sections in order of their headings.
   * @param from the first shown line; earlier sections are omitted or start here
   * @param to the last shown line; open sections end here
   */
  shown(from: number, to: number): readonly SectionRange[] {
    return this.ranges
      .filter(({ start, end }) => start <= to && (end === undefined || end >= from))
      .map((range) => ({ ...range, start: Math.max(from, range.start), end: Math.min(to, range.end ?? to) }));
  }

  private start(section: Section, header: string, at: number): void {
    // The end marker of an inner section is missing.
    while (this.open.length > 0 && (this.open.at(-1)?.section.depth ?? 0) >= section.depth) this.close(at - 1);
    if (this.ranges.length >= LIMIT) return;
    const title = header.trim() === "" ? section.name : header.trim();
    this.open.push({ section, range: this.ranges.length });
    this.ranges.push({
      title,
      start: at,
      depth: this.open.length - 1,
      ...(section.options["collapsed"] === "true" && { collapsed: true }),
    });
  }

  private end(section: Section, duration: number, at: number): void {
    if (!this.open.some((one) => one.section === section)) return;
    while (this.open.at(-1)?.section !== section) this.close(at - 1);
    this.close(at, section.options["hide_duration"] === "true" ? undefined : duration);
  }

  private close(end: number, duration?: number): void {
    const range = this.open.pop()?.range ?? -1;
    const known = this.ranges[range];
    if (known)
      this.ranges[range] = { ...known, end: Math.max(known.start, end), ...(duration !== undefined && { duration }) };
  }
}
