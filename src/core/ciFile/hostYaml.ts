import {
  type CST,
  type Document,
  isMap,
  isNode,
  Lexer,
  type Pair,
  type ScalarTag,
  type Tags,
  visit,
  YAMLParseError,
} from "yaml";

/*
 * How hosts read YAML: by libyaml 0.2.5, which is laxer and stricter than the specification that the package `yaml` follows. What it
 * answers to texts that the two read differently is in the tests.
 */

/** Fields of a lexer of `yaml`, which has no option to ignore indentation in flow collections and quoted texts as libyaml does. */
interface LexerParts {
  readonly pos: number;
  readonly flowLevel: number;
  /** Least indentation of the next lines. */
  indentNext: number;
  parseFlowCollection(): Generator<string, unknown>;
  parseQuotedScalar(): Generator<string, unknown>;
}

/** Lexemes without text: the beginning of a document and of a scalar, and the end of a flow collection that is not closed. */
const [documentMark, scalarMark, flowEndMark] = ["\u0002", "\u001f", "\u0018"];
const quoted = /'[^']*(?:''[^']*)*'|"[^"\\]*(?:\\[^][^"\\]*)*"/y;
/** What may follow a quoted text of a block: the end of its line, a comment or a colon. */
const afterQuoted = /[ \t]*(?:$|[\r\n#]|:(?:\s|$))/y;
/** What decides where a flow collection ends. Quotes begin a text only where a value may begin. */
const flowMark = /(?<=[[\]{},\s]|["'\]}]:)(?:["']|#.*)|[[\]{}]|\n(?:---|\.\.\.)(?=\s|$)/g;
/** Limit of characters in which ends are looked for, as a multiple of the text's length. */
const maxLookahead = 4;

/** Replaces the line breaks of YAML 1.1 that `yaml` does not know; offsets stay. */
export const withKnownBreaks = (text: string): string => text.replace(/\r(?!\n)|[\u0085\u2028\u2029]/g, "\n");

/** The lexemes of a text, and its errors that show in them. */
export class HostLexer {
  readonly errors: YAMLParseError[] = [];
  /** Whether the last lexeme is a directive. */
  beginsDirective = false;
  private readonly text: string;
  private readonly hasTabs: boolean;
  private readonly lexer = new Lexer();
  private readonly parts = this.lexer as unknown as LexerParts;
  private lookahead: number;
  /** Least indentation of the block around the current flow collection. */
  private outerIndent: number | undefined;
  private isFlowClosed = false;

  constructor(text: string) {
    this.text = text;
    this.hasTabs = text.includes("\t");
    this.lookahead = maxLookahead * text.length;
    const { parts } = this;
    const [parseFlow, parseQuoted] = [parts.parseFlowCollection.bind(parts), parts.parseQuotedScalar.bind(parts)];
    parts.parseFlowCollection = () => this.flow(parseFlow);
    parts.parseQuotedScalar = () => this.quoted(parseQuoted);
  }

  *lexemes(): Generator<string, void> {
    const { text } = this;
    let offset = 0;
    let [isScalar, isDash] = [false, false];
    // Whether a key or an item may begin here; libyaml takes no tab before one.
    let mayBegin = true;
    // Whether only white space has followed a plain scalar, whose end it may be.
    let afterScalar = false;
    for (const lexeme of this.lexer.lex(text)) {
      const start = offset;
      if (lexeme !== documentMark && lexeme !== scalarMark && lexeme !== flowEndMark) offset += lexeme.length;
      const inFlow = this.outerIndent !== undefined;
      this.beginsDirective = false;
      if (lexeme === scalarMark) {
        isScalar = true;
        continue;
      }
      if (isScalar) {
        isScalar = false;
        if (lexeme === "" && isDash) continue;
        // A directive, also without the end of the document before.
        this.beginsDirective = !inFlow && lexeme.startsWith("%") && text[start - 1] === "\n";
        if (!this.beginsDirective) yield scalarMark;
        afterScalar = !lexeme.endsWith("\n");
        mayBegin = !afterScalar;
        if (inFlow && lexeme.startsWith(":")) this.error(start, "A value cannot begin with a colon here");
        if (afterScalar) this.checkTabs(start, offset);
        else this.checkBlockTabs(start, lexeme);
      } else if (/^\s/.test(lexeme)) {
        if (lexeme.includes("\n")) mayBegin = true;
        else if (mayBegin && !inFlow && !afterScalar && lexeme.includes("\t"))
          this.error(start + lexeme.indexOf("\t"), "Tabs are not allowed as indentation");
      } else if (lexeme !== documentMark) {
        afterScalar = false;
        mayBegin &&= /^[-?:]$/.test(lexeme);
        // An anchor or alias in front of a colon: libyaml takes it for a key.
        if (/^[*&].*:$/.test(lexeme) && /^\s?$/.test(text.charAt(offset))) {
          yield lexeme.slice(0, -1);
          yield ":";
          continue;
        }
        // A dash in front of a comma or bracket: libyaml takes it for text.
        isDash = inFlow && lexeme === "-" && /[,[\]{}]/.test(text.charAt(offset));
        if (isDash) yield scalarMark;
        this.check(lexeme, start, offset, inFlow);
      }
      yield lexeme;
    }
  }

  private *flow(parse: () => Generator<string, unknown>): Generator<string, unknown> {
    const { parts } = this;
    if (this.outerIndent === undefined) this.isFlowClosed = this.isClosed(parts.pos);
    this.outerIndent ??= parts.indentNext;
    // One that is not closed ends where the indentation does, so that the rest of the text is read.
    if (this.isFlowClosed) parts.indentNext = 0;
    const next = yield* parse();
    parts.indentNext = this.outerIndent;
    if (parts.flowLevel === 0) this.outerIndent = undefined;
    return next;
  }

  private *quoted(parse: () => Generator<string, unknown>): Generator<string, unknown> {
    const { parts } = this;
    const { indentNext } = parts;
    if (parts.flowLevel === 0) {
      const end = this.quoteEnd(parts.pos);
      afterQuoted.lastIndex = end ?? 0;
      if (end !== undefined && afterQuoted.test(this.text)) parts.indentNext = 0;
    }
    const next = yield* parse();
    parts.indentNext = indentNext;
    return next;
  }

  /** Returns whether the flow collection that begins before an offset is closed. */
  private isClosed(start: number): boolean {
    let [depth, at] = [1, start];
    while (depth > 0 && this.lookahead > 0) {
      flowMark.lastIndex = at;
      const found = flowMark.exec(this.text);
      const mark = found?.[0] ?? "\n";
      const end = mark === "'" || mark === '"' ? this.quoteEnd(flowMark.lastIndex - 1) : flowMark.lastIndex;
      this.lookahead -= (found ? flowMark.lastIndex : this.text.length) - at;
      if (mark.startsWith("\n") || end === undefined) return false;
      if (mark === "[" || mark === "{") depth += 1;
      if (mark === "]" || mark === "}") depth -= 1;
      at = end;
    }
    return depth === 0;
  }

  private quoteEnd(start: number): number | undefined {
    if (this.lookahead <= 0) return undefined;
    quoted.lastIndex = start;
    const end = quoted.test(this.text) ? quoted.lastIndex : undefined;
    this.lookahead -= (end ?? this.text.length) - start;
    return end;
  }

  private check(lexeme: string, start: number, end: number, inFlow: boolean): void {
    const next = this.text.charAt(end);
    if (lexeme.startsWith("!") && !/^[\s,]?$/.test(next)) this.error(end, "Tags must be followed by white space");
    if (/^[*&]/.test(lexeme) && !/^.[\w-]+$/.test(lexeme))
      this.error(start, "Names of anchors consist of letters, digits, hyphens and underscores");
    if (inFlow && lexeme === ":" && /[^\s"'[\]{},]/.test(this.text.charAt(start - 1)) && /[,?[\]{}]/.test(next))
      this.error(start, "A colon must be followed by white space");
  }

  /** Reports a tab that indents a line of a plain scalar, or a blank line behind it, by less than the scalar's own lines. */
  private checkTabs(start: number, end: number): void {
    if (!this.hasTabs) return;
    const indent = this.outerIndent ?? this.parts.indentNext;
    const blank = /\s*/y;
    blank.lastIndex = end;
    blank.test(this.text);
    for (const { 1: spaces = "", index } of this.text.slice(start, blank.lastIndex).matchAll(/\n( *)\t/g))
      if (spaces.length < indent) this.error(start + index + 1 + spaces.length, "Tabs are not allowed as indentation");
  }

  /** Reports a tab that indents a line of a block scalar, or stands where its indentation is to be found. */
  private checkBlockTabs(start: number, lexeme: string): void {
    const first = this.hasTabs ? /^(?: *\r?\n)* *\t/.exec(lexeme) : null;
    if (first && !/[|>][-+]?[1-9].*\r?\n$/.test(this.text.slice(Math.max(0, start - 200), start)))
      this.error(start + first[0].length - 1, "Tabs are not allowed as indentation");
  }

  private error(at: number, message: string): void {
    this.errors.push(new YAMLParseError([at, at + 1], "UNEXPECTED_TOKEN", message));
  }
}

/** What libyaml takes for no character. */
const forbidden = /[^\t\n\r -~\u0085\u00a0-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/u;
/** An escape for half of a character, or for none; behind an even number of backslashes. */
const badEscape = /(?<!\\)(?:\\\\)*\\(?:u[dD][89a-fA-F]|U0000[dD][89a-fA-F])/;

/** Returns the errors of documents as libyaml has them. */
export function hostErrors(text: string, documents: readonly Document.Parsed[]): YAMLParseError[] {
  const found: YAMLParseError[] = [];
  const report = (at: number, message: string): unknown =>
    found.push(new YAMLParseError([at, at + 1], "UNEXPECTED_TOKEN", message));
  const character = forbidden.exec(text);
  if (character) report(character.index, "Control characters are not allowed");
  documents.forEach((document, index) => {
    if (index > 0 && document.directives.docStart !== true)
      report(document.range[0], "A document after ... must begin with ---");
    visit(document, {
      Scalar: (_, { type, range }) => {
        if (type !== "QUOTE_DOUBLE" || !range) return;
        const escape = badEscape.exec(text.slice(range[0], range[1]));
        if (escape) report(range[0] + escape.index, "Surrogates are not allowed in escapes");
      },
      Pair: (_, pair, path) => checkKey(text, pair, path.at(-1), report),
    });
  });
  return found;
}

function checkKey(
  text: string,
  { key, srcToken }: Pair,
  parent: unknown,
  report: (at: number, message: string) => unknown,
): void {
  const { start, key: keyToken, sep } = (srcToken ?? {}) as Partial<CST.FlowCollection["items"][number]>;
  const colon = sep?.find(({ type }) => type === "map-value-ind");
  if (!colon || start?.some(({ type }) => type === "explicit-key-ind") === true) return;
  if (!keyToken) report(colon.offset, "A key is missing before the colon");
  else if (isMap(parent) && parent.flow === true && isNode(key) && key.range) {
    const written = text.slice(key.range[0], colon.offset);
    if (written.includes("\n") || written.length > 1024)
      report(key.range[0], "Keys must be on a single line, with at most 1024 characters");
  }
}

/** Returns whether libyaml takes what the parser refuses: comments directly behind other tokens. */
export const isTolerated = ({ code, message }: YAMLParseError): boolean =>
  code === "MISSING_CHAR" && message.startsWith("Comments must be separated");

const scalarTag = (name: string, test: RegExp, resolve: ScalarTag["resolve"]): ScalarTag => ({
  tag: `tag:yaml.org,2002:${name}`,
  default: true,
  test,
  resolve,
});
const integer = (text: string, base: number): number =>
  parseInt(text.replace(/^([-+]?)(?:0[bx]?(?=.))?|[_,]/g, "$1"), base);
/** Number of base 60: `1:30:00`. Ruby takes its first part for hours. */
const sexagesimal = (text: string): number =>
  text
    .replaceAll("_", "")
    .split(":")
    .reduce((sum, part, index) => sum + Number(part) * 60 ** Math.abs(index - 2), 0);

/** Schema of CI files: what Ruby takes unquoted scalars for; everything else is text. */
export const hostSchema = {
  schema: "failsafe",
  resolveKnownTags: false,
  customTags: (tags: Tags): Tags => [
    ...tags,
    scalarTag("null", /^(?:~|null)?$/i, () => null),
    scalarTag("bool", /^(?:yes|true|on)$/i, () => true),
    scalarTag("bool", /^(?:no|false|off)$/i, () => false),
    scalarTag("int", /^[-+]?[0-9][0-9_]*(?::[0-5]?[0-9]){1,2}(?:\.[0-9_]*)?$/, sexagesimal),
    scalarTag("float", /^[-+]?(?=\.?[0-9])(?:[0-9][0-9_,]*)?\.[0-9]*(?:e[-+][0-9]+)?$/i, (text) =>
      Number(text.replace(/[_,]/g, "")),
    ),
    scalarTag("int", /^[-+]?0b[01_,]+$/, (text) => integer(text, 2)),
    scalarTag("int", /^[-+]?0[0-7_,]+$/, (text) => integer(text, 8)),
    scalarTag("int", /^[-+]?(?:0|[1-9](?:[0-9]|[,_][0-9])*)$/, (text) => integer(text, 10)),
    scalarTag("int", /^[-+]?0x[0-9a-f_,]+$/i, (text) => integer(text, 16)),
  ],
} as const;
