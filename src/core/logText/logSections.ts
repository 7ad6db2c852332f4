import type { LogLine, Section } from "./sections.ts";

/** Where a section of a log is shown. */
export interface SectionRange {
  /** Its header, or its name where it has none. */
  readonly title: string;
  /** Line of its heading. */
  readonly start: number;
  /** Its last line; undefined while it goes on. */
  readonly end?: number;
  /** Seconds; undefined where no end tells. */
  readonly duration?: number;
  /** Ranges around it. */
  readonly depth: number;
  /** Whether the job wants it folded at first. */
  readonly collapsed?: true;
}

/** More than anybody reads in an outline; VS Code itself folds no more than 5,000 unless told otherwise. */
const LIMIT = 20_000;

/** Where the sections of a log are shown, from its lines in their order. */
export class SectionRanges {
  private ranges: SectionRange[] = [];
  private readonly open: { readonly section: Section; readonly range: number }[] = [];

  /** @param at the line's number, above every one before. */
  add(line: LogLine, at: number): void {
    if (line.kind === "sectionStart") this.start(line.section, line.text, at);
    else if (line.kind === "sectionEnd") this.end(line.section, line.duration, at);
  }

  /**
   * The sections as they stand, in the order of their headings.
   * @param from the first line that is shown: sections that ended before it are left out, others begin there.
   * @param to the last line that is shown; sections that go on end there.
   */
  shown(from: number, to: number): readonly SectionRange[] {
    return this.ranges
      .filter(({ start, end }) => start <= to && (end === undefined || end >= from))
      .map((range) => ({ ...range, start: Math.max(from, range.start), end: Math.min(to, range.end ?? to) }));
  }

  private start(section: Section, header: string, at: number): void {
    // An end that never came, for an outer one that did.
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
