import { ownText } from "../base/ownText.ts";
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

type MutableRange = { -readonly [Key in keyof SectionRange]: SectionRange[Key] };

/** Limit of sections in the outline; VS Code folds 5,000 by default. */
const LIMIT = 20_000;
/** Limit of a title's length; the outline shows less. */
const TITLE_LIMIT = 400;

/** Collects the line ranges of sections from the lines of a log in order. The sections that ended last are kept. */
export class SectionRanges {
  private readonly limit: number;
  /** In order of their headings. A quarter over the limit, so that dropping some does not happen at each section. */
  private ranges: MutableRange[] = [];
  private readonly open: { readonly section: Section; readonly range: MutableRange }[] = [];
  private firstLine = 0;

  constructor(limit = LIMIT) {
    this.limit = limit;
  }

  /**
   * Adds a line.
   * @param at its number, greater than all previous ones
   */
  add(line: LogLine, at: number): void {
    if (line.kind === "sectionStart") this.start(line.section, line.text, at);
    else if (line.kind === "sectionEnd") this.end(line.section, line.duration, at);
  }

  /** Drops the sections that end before a line, which is the first that is kept. */
  dropBefore(line: number): void {
    this.firstLine = line;
  }

  /**
   * Returns the sections in order of their headings.
   * @param from the first shown line; earlier sections are omitted or start here
   * @param to the last shown line; open sections end here
   */
  shown(from: number, to: number): readonly SectionRange[] {
    return this.newest(from)
      .filter(({ start }) => start <= to)
      .map((range) => ({ ...range, start: Math.max(from, range.start), end: Math.min(to, range.end ?? to) }));
  }

  private start(section: Section, header: string, at: number): void {
    // The end marker of an inner section is missing.
    while (this.open.length > 0 && (this.open.at(-1)?.section.depth ?? 0) >= section.depth) this.close(at - 1);
    if (this.ranges.length >= this.limit * 1.25) this.ranges = this.newest(this.firstLine);
    const title = header.trim() === "" ? section.name : header.trim();
    const range: MutableRange = {
      title: ownText(title.slice(0, TITLE_LIMIT)),
      start: at,
      depth: this.open.length,
      ...(section.options["collapsed"] === "true" && { collapsed: true }),
    };
    this.open.push({ section, range });
    this.ranges.push(range);
  }

  private end(section: Section, duration: number, at: number): void {
    if (!this.open.some((one) => one.section === section)) return;
    while (this.open.at(-1)?.section !== section) this.close(at - 1);
    this.close(at, section.options["hide_duration"] === "true" ? undefined : duration);
  }

  private close(end: number, duration?: number): void {
    const range = this.open.pop()?.range;
    if (!range) return;
    range.end = Math.max(range.start, end);
    if (duration !== undefined) range.duration = duration;
  }

  /** Returns the ranges that reach a line, up to the limit: the open ones, and those that ended last. */
  private newest(from: number): MutableRange[] {
    const reaching = this.ranges.filter(({ end }) => end === undefined || end >= from);
    const excess = reaching.length - this.limit;
    if (excess <= 0) return reaching;
    const ended = reaching.flatMap((range) => (range.end === undefined ? [] : [{ range, end: range.end }]));
    // Inner sections go before those around them.
    ended.sort((a, b) => a.end - b.end || b.range.start - a.range.start);
    const dropped = new Set(ended.slice(0, excess).map(({ range }) => range));
    return reaching.filter((range) => !dropped.has(range));
  }
}
