/**
 * Fenced code in Markdown, found as CommonMark says: in lists and quotes, too. By hand, since `marked` keeps no lines, loses the tabs of code
 * in lists, and takes a time that has to be limited; this takes each line once.
 */
import { maxNesting } from "./markdownCost.ts";

export interface Fence {
  /** The lines from the opening one to the closing one, counted from 0. */
  readonly first: number;
  last: number;
  /** What stands before the fence in its line: spaces and the marks of lists and quotes. */
  readonly prefix: string;
  /** Backticks or tildes. */
  readonly mark: string;
  /** What stands behind it. */
  readonly info: string;
  readonly content: string[];
  /** Without a closing line it ends with the text, or with the list or quote around it. */
  isClosed: boolean;
}

export interface FencedText {
  readonly fences: readonly Fence[];
  /** The numbers of lines that are neither in fenced code nor in HTML. */
  readonly others: readonly number[];
}

/** The lines that a suggestion replaces, above and below the one that it is on. */
export interface ReplacedLines {
  readonly above: number;
  readonly below: number;
}

/** Returns what a block of code replaces, by what stands behind its fence, as hosts read that; undefined if it is no suggestion. */
export function suggestionIn(info: string): ReplacedLines | undefined {
  const [, range] = /^suggestion(?![^\s:]):?\s*(.*)$/.exec(info.trim()) ?? [];
  if (range === undefined) return undefined;
  const [, above = "0", below = "0"] = rangeOfLines.exec(range) ?? [];
  return { above: Number(above), below: Number(below) };
}

/** "-2", "+1" or "-2+1", or nothing. Hosts take anything else for nothing. */
export const rangeOfLines = /^(?:-(\d+))?(?:\+(\d+))?$/;

/** A quote, or an item of a list. */
type Container =
  | { readonly kind: "quote" }
  | { readonly kind: "item"; /** Columns before its content. */ readonly width: number; isEmpty: boolean };

/** What is open in the innermost container. */
type Leaf =
  | { readonly kind: "paragraph" }
  | { readonly kind: "fence"; readonly fence: Fence; readonly indent: number }
  | { readonly kind: "html"; /** What ends it; undefined for an empty line. */ readonly end: RegExp | undefined };

const blockTags =
  "address|article|aside|base|basefont|blockquote|body|caption|center|col|colgroup|dd|details|dialog|dir|div|dl|dt|fieldset|figcaption|figure|footer|form|frame|frameset|h[1-6]|head|header|hr|html|iframe|legend|li|link|main|menu|menuitem|nav|noframes|ol|optgroup|option|p|param|search|section|summary|table|tbody|td|tfoot|th|thead|title|tr|track|ul";

/** How HTML begins and ends that may follow a paragraph at once. */
const htmlBlocks: readonly (readonly [RegExp, RegExp | undefined])[] = [
  [/^<(?:script|pre|textarea|style)(?:[\s>]|$)/i, /<\/(?:script|pre|textarea|style)>/i],
  [/^<!--/, /-->/],
  [/^<\?/, /\?>/],
  [/^<![a-z]/i, />/],
  [/^<!\[CDATA\[/, /\]\]>/],
  [new RegExp(`^</?(?:${blockTags})(?:\\s|/?>|$)`, "i"), undefined],
];
/** A line that is one tag. */
const loneTag =
  /^<(?:[a-z][a-z\d-]*(?:\s+[a-z_:][\w.:-]*(?:\s*=\s*(?:[^\s"'=<>`]+|'[^']*'|"[^"]*"))?)*\s*\/?|\/[a-z][a-z\d-]*\s*)>\s*$/i;
const rule = /^(?:(?:\*[ \t]*){3,}|(?:_[ \t]*){3,}|(?:-[ \t]*){3,})$/;
const fenceStart = /^(?:(`{3,})([^`]*)|(~{3,})(.*))$/;
const itemStart = /^(?:[-+*]|(\d{1,9})[.)])(?=[ \t]|$)/;

/** Finds the fenced code of a text. */
export function fencesOf(text: string): FencedText {
  const reader = new FenceReader();
  for (const line of text.split(/\r\n|[\r\n]/)) reader.take(line);
  return reader;
}

class FenceReader implements FencedText {
  readonly fences: Fence[] = [];
  readonly others: number[] = [];
  private number = -1;
  private open: Container[] = [];
  private leaf: Leaf | undefined;

  take(source: string): void {
    this.number += 1;
    const line = new Line(source);
    const kept = this.open.findIndex((container) => !continues(container, line));
    const isWhole = kept === -1;
    if (isWhole && this.leaf?.kind === "fence") {
      takeCode(this.leaf, line, this.number);
      if (this.leaf.fence.isClosed) this.leaf = undefined;
      return;
    }
    if (isWhole && this.leaf?.kind === "html") {
      this.endHtml(this.leaf.end, line);
      return;
    }
    // A paragraph goes on below a line that leaves its list or quote, unless that begins something.
    const goesOn = this.leaf?.kind === "paragraph";
    const open = isWhole ? [...this.open] : this.open.slice(0, kept);
    const before = open.length;
    for (;;) {
      const isNew = open.length > before;
      const container =
        line.indent < 4 && !(isNew && open.length >= maxNesting)
          ? containerAt(line, isWhole && goesOn && !isNew)
          : undefined;
      if (container === undefined) break;
      fill(open);
      open.push(container);
    }
    const begin = (): void => {
      this.open = open;
      this.leaf = undefined;
    };
    const isText = goesOn && open.length === before;
    if (!isText || line.isBlank) begin();
    if (line.isBlank) return;
    this.others.push(this.number);
    // Code by its indent, unless a paragraph goes on.
    if (line.indent < 4) {
      const { rest } = line;
      const leaf = this.fenceAt(line) ?? htmlAt(rest, isText);
      const isLine =
        rule.test(rest) || /^#{1,6}(?:[ \t]|$)/.test(rest) || (isText && isWhole && /^(?:=+|-+)[ \t]*$/.test(rest));
      if (leaf || isLine) begin();
      else this.leaf = { kind: "paragraph" };
      if (leaf) {
        this.others.pop();
        this.leaf = leaf;
        if (leaf.kind === "html") this.endHtml(leaf.end, line);
      }
    }
    fill(this.open);
  }

  private fenceAt(line: Line): Leaf | undefined {
    const [, ticks, info = "", tildes, other = info] = fenceStart.exec(line.rest) ?? [];
    const mark = ticks ?? tildes;
    if (mark === undefined) return undefined;
    const prefix = line.source.slice(0, -line.rest.length);
    const at = { first: this.number, last: this.number };
    const fence: Fence = { ...at, prefix, mark, info: other.trim(), content: [], isClosed: false };
    this.fences.push(fence);
    return { kind: "fence", fence, indent: line.indent };
  }

  private endHtml(end: RegExp | undefined, line: Line): void {
    if (end ? end.test(line.rest) : line.isBlank) this.leaf = undefined;
  }
}

/** Notes that there is something in containers. */
function fill(containers: readonly Container[]): void {
  for (const container of containers) if (container.kind === "item") container.isEmpty = false;
}

/** Whether a line belongs to a container, whose marks it then passes. */
function continues(container: Container, line: Line): boolean {
  if (container.kind === "quote") return line.indent < 4 && line.passQuote();
  // An item may begin with one empty line.
  if (line.isBlank) return !container.isEmpty && line.skip(line.indent);
  return line.indent >= container.width && line.skip(container.width);
}

/** Passes the mark of a quote or an item that begins here. @param interrupts whether it follows a line of a paragraph */
function containerAt(line: Line, interrupts: boolean): Container | undefined {
  if (line.passQuote()) return { kind: "quote" };
  const { rest, indent } = line;
  const [mark = "", number] = itemStart.exec(rest) ?? [];
  if (mark === "" || rule.test(rest)) return undefined;
  const isEmpty = rest.slice(mark.length).trim() === "";
  if (interrupts && (isEmpty || (number !== undefined && Number(number) !== 1))) return undefined;
  line.skip(indent);
  line.pass(mark.length);
  const spaces = isEmpty || line.indent > 4 ? 1 : line.indent;
  line.skip(spaces);
  return { kind: "item", width: indent + mark.length + spaces, isEmpty };
}

function takeCode({ fence, indent }: Extract<Leaf, { kind: "fence" }>, line: Line, number: number): void {
  fence.last = number;
  const { mark } = fence;
  if (line.indent < 4 && runOf(line.rest, mark) === line.rest.trimEnd().length && line.rest.startsWith(mark)) {
    fence.isClosed = true;
    return;
  }
  line.skip(Math.min(indent, line.indent));
  fence.content.push(line.text);
}

/** Returns how many marks a text begins with. @param mark made of them */
export function runOf(text: string, mark: string): number {
  let length = 0;
  while (text[length] === mark[0]) length += 1;
  return length;
}

function htmlAt(rest: string, interrupts: boolean): Leaf | undefined {
  if (!rest.startsWith("<")) return undefined;
  const found = htmlBlocks.find(([start]) => start.test(rest));
  if (found) return { kind: "html", end: found[1] };
  return !interrupts && loneTag.test(rest) ? { kind: "html", end: undefined } : undefined;
}

/** A line that is passed from its left, tabs by their columns. */
class Line {
  readonly source: string;
  private at = 0;
  private column = 0;
  /** Columns that are left of a tab. */
  private ofTab = 0;

  constructor(source: string) {
    this.source = source;
  }

  /** What is left of it, without the spaces before it. */
  get rest(): string {
    return this.source.slice(this.at).trimStart();
  }

  /** What is left of it. */
  get text(): string {
    return " ".repeat(this.ofTab) + this.source.slice(this.ofTab > 0 ? this.at + 1 : this.at);
  }

  get isBlank(): boolean {
    return this.source.slice(this.at).trim() === "";
  }

  /** Columns of spaces and tabs. */
  get indent(): number {
    let columns = this.ofTab;
    for (let at = this.ofTab > 0 ? this.at + 1 : this.at; ; at++) {
      const char = this.source[at];
      if (char === " ") columns += 1;
      else if (char === "\t") columns += 4 - ((this.column + columns) % 4);
      else return columns;
    }
  }

  /** Passes columns of spaces and tabs. */
  skip(columns: number): true {
    for (let left = columns; left > 0 && " \t".includes(this.source[this.at] ?? "x"); left--) {
      if (this.ofTab === 0 && this.source[this.at] === "\t") this.ofTab = 4 - (this.column % 4);
      this.column += 1;
      this.ofTab = Math.max(0, this.ofTab - 1);
      if (this.ofTab === 0) this.at += 1;
    }
    return true;
  }

  /** Passes characters that are no spaces. */
  pass(count: number): void {
    this.at += count;
    this.column += count;
  }

  passQuote(): boolean {
    if (!this.rest.startsWith(">")) return false;
    this.skip(this.indent);
    this.pass(1);
    this.skip(Math.min(1, this.indent));
    return true;
  }
}
