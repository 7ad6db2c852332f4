import { severityOf } from "./parenthesized.ts";
import { numberOf, type LogProblem, type Matcher, type ReportProblem, type Severity } from "./problem.ts";

/** Named parts of an expression: `path`, `line`, `column`, `kind`, `code`, `message`. */
export type Parts = Readonly<Record<string, string | undefined>>;

interface Shape {
  /** Name of the tool, if it does not depend on the line. */
  readonly source: string | ((parts: Parts) => string);
  /** By default that of the part `kind`, or an error. */
  readonly severity?: (parts: Parts) => Severity;
  /** Whether the tool's first column is 0. */
  readonly columnsFromZero?: boolean;
}

/** A tool's message on one line. */
export interface LineShape extends Shape {
  /** What each message contains: a cheap test. */
  readonly hint: string;
  readonly line: RegExp;
}

/** A tool's message whose place follows in a line of its own. */
export interface PlaceBelow extends Shape {
  readonly title: RegExp;
  readonly place: RegExp;
  /** Number of lines below the title, at most, up to the place. */
  readonly within: number;
  /** Number of lines with text below the title that belong to the message. */
  readonly lines: number;
  /** Lines that do not belong to the message. */
  readonly not?: RegExp;
}

/** A tool's place whose message follows below. */
export interface MessageBelow extends Shape {
  readonly title: RegExp;
  /** The lines that belong to the message; their parts complete those of the title. */
  readonly message: RegExp;
  /** Number of lines below the title, at most, up to the end of the message. */
  readonly within: number;
  readonly lines: number;
}

/** What follows a place in all shapes of one line: a cheap test. */
const FOLLOWED = /\d(?:\)?: |:in | - | -{2}| •|$)|:\d{1,7}[ :]\S|line \d{1,7}\.$|: \d{1,7}\)$/;

/** Finds messages of one line. */
export function lineMatcher(shapes: readonly LineShape[]): Matcher {
  return {
    line(text, at, found) {
      if (!FOLLOWED.test(text)) return false;
      for (const shape of shapes) {
        if (!text.includes(shape.hint)) continue;
        const parts = shape.line.exec(text)?.groups;
        if (!parts) continue;
        found(problemOf(shape, parts, at, parts["message"] ?? ""));
        return true;
      }
      return false;
    },
  };
}

interface OpenTitle {
  readonly at: number;
  readonly parts: Parts;
  readonly below: string[];
}

/** The left side of a frame around a message. */
const FRAME = /^ {0,4}[│┊├┐] {0,4}/;

/** Finds messages whose place is in a line below. */
export class PlacesBelow implements Matcher {
  private readonly shape: PlaceBelow;
  private open: OpenTitle | undefined;

  constructor(shape: PlaceBelow) {
    this.shape = shape;
  }

  get isOpen(): boolean {
    return this.open !== undefined;
  }

  line(text: string, at: number, found: ReportProblem): boolean {
    const { open, shape } = this;
    const place = open && shape.place.exec(text)?.groups;
    if (open && place) {
      this.open = undefined;
      const parts = { ...open.parts, ...place };
      found(problemOf(shape, parts, open.at, joined([open.parts["message"], ...open.below, place["message"]])));
      return true;
    }
    const title = shape.title.exec(text)?.groups;
    if (title) this.open = { at, parts: title, below: [] };
    else if (open && at - open.at >= shape.within) this.open = undefined;
    else if (open && open.below.length < shape.lines && text.trim() !== "" && !shape.not?.test(text))
      open.below.push(text.replace(FRAME, "").trim());
    return false;
  }
}

/** Finds places whose message is in the lines below. */
export class MessagesBelow implements Matcher {
  private readonly shape: MessageBelow;
  private open: OpenTitle | undefined;

  constructor(shape: MessageBelow) {
    this.shape = shape;
  }

  get isOpen(): boolean {
    return this.open !== undefined;
  }

  line(text: string, at: number, found: ReportProblem): boolean {
    const title = this.shape.title.exec(text)?.groups;
    if (title) {
      this.end(found);
      this.open = { at, parts: title, below: [] };
      return true;
    }
    const { open } = this;
    if (!open) return false;
    const message = this.shape.message.exec(text);
    if (message) {
      open.below.push((message.groups?.["message"] ?? text).trim());
      this.open = { ...open, parts: { ...open.parts, ...message.groups } };
    }
    if (
      open.below.length >= this.shape.lines ||
      at - open.at >= this.shape.within ||
      (!message && open.below.length > 0)
    )
      this.end(found);
    return message !== null;
  }

  end(found: ReportProblem): void {
    const { open, shape } = this;
    this.open = undefined;
    if (open && (open.below.length > 0 || open.parts["message"] !== undefined))
      found(problemOf(shape, open.parts, open.at, joined(open.below)));
  }
}

const joined = (lines: readonly (string | undefined)[]): string =>
  lines.filter((line) => line !== undefined && line !== "").join("\n");

function problemOf(shape: Shape, parts: Parts, logLine: number, message: string): LogProblem {
  const { path = "", line, column, kind, code } = parts;
  const start = numberOf(column);
  return {
    logLine,
    path,
    line: Number(line),
    ...(start !== undefined &&
      (start > 0 || shape.columnsFromZero) && { column: start + (shape.columnsFromZero ? 1 : 0) }),
    severity: shape.severity?.(parts) ?? (kind === undefined ? "error" : severityOf(kind)),
    message,
    ...(code !== undefined && { code }),
    source: typeof shape.source === "string" ? shape.source : shape.source(parts),
  };
}
