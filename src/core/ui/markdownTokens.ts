/**
 * Markdown of hosts, parsed within limits. The time that `marked` takes grows with the square of some texts, and its memory with what
 * tables leave out; it cannot be stopped, but for where it calls a tokenizer.
 */
import { Lexer, type Token, Tokenizer, type Tokens, type TokensList } from "marked";
import { computed } from "../base/computed.ts";
import { inlineCost, maxCells, maxInlineCost, maxNesting } from "./markdownCost.ts";

/** Milliseconds of work that parsing one text may take. */
export const maxParsing = 30;
/** Steps from which on the time counts: the first texts take longer, as nothing is compiled yet. */
const firstSteps = 500;
/** How much inline Markdown costs as a step, in marks times characters. */
const stepCost = maxInlineCost / firstSteps;
/** How many characters within lists and quotes count as a step. */
const stepLength = 500;

export interface ParsedMarkdown {
  readonly tokens: readonly Token[];
  /** The end of the text that was not parsed, from the start of a block. */
  readonly rest: string;
}

/**
 * Parses a text up to where it takes too long or is nested too deeply. Paragraphs that would cost too much stay as they are written.
 * @param isOver whether there is no time left; by default after `maxParsing`
 */
export function parseMarkdown(text: string, isOver: () => boolean = after(maxParsing)): ParsedMarkdown {
  const tokenizer = new BoundedTokenizer(isOver);
  const lexer = new BoundedLexer(tokenizer);
  const rest = lexer.blocks(text.replace(/\r\n?/g, "\n"));
  for (const { src, tokens } of lexer.inlineQueue) lexer.paragraph(src, tokens);
  return { tokens: lexer.tokens, rest };
}

/** Returns whether more work was done than fits into milliseconds. */
export function after(milliseconds: number): () => boolean {
  const end = computed() + milliseconds;
  return () => computed() > end;
}

class OverLimit extends Error {}

class BoundedLexer extends Lexer {
  private readonly bounded: BoundedTokenizer;

  constructor(bounded: BoundedTokenizer) {
    super({ gfm: true, tokenizer: bounded });
    this.bounded = bounded;
    // Lists look for it in each of their lines.
    const leadingSpaceTab = new WatchedExpression(bounded.rules.other.leadingSpaceTab, () => bounded.step());
    bounded.rules = { ...bounded.rules, other: { ...bounded.rules.other, leadingSpaceTab } };
  }

  /** Parses the blocks of a text. @returns what was not parsed */
  blocks(text: string): string {
    try {
      super.blockTokens(text, this.tokens);
      return "";
    } catch (error) {
      if (!(error instanceof OverLimit)) throw error;
      // The blocks inside of one that is not finished are in no token.
      this.inlineQueue.length = this.bounded.finished;
      return this.bounded.rest;
    }
  }

  /** Parses a paragraph, or leaves it as it is written. */
  paragraph(text: string, tokens: Token[]): void {
    const cost = inlineCost(text);
    if (cost <= maxInlineCost && !this.bounded.isEnded)
      try {
        this.bounded.step(cost / stepCost);
        this.inlineTokens(text, tokens);
        return;
      } catch (error) {
        if (!(error instanceof OverLimit)) throw error;
      }
    tokens.splice(0, tokens.length, { type: "text", raw: text, text });
  }

  override blockTokens(src: string, tokens?: Token[], lastParagraphClipped?: boolean): Token[];
  override blockTokens(src: string, tokens?: TokensList, lastParagraphClipped?: boolean): TokensList;
  override blockTokens(src: string, tokens: Token[] = [], lastParagraphClipped?: boolean): Token[] {
    if (this.bounded.depth >= maxNesting) throw new OverLimit();
    this.bounded.step(src.length / stepLength);
    this.bounded.depth += 1;
    const made = super.blockTokens(src, tokens, lastParagraphClipped);
    this.bounded.depth -= 1;
    return made;
  }
}

/** Is asked for a space first wherever a block begins, and for an escape wherever a part of a paragraph does. */
class BoundedTokenizer extends Tokenizer {
  depth = 0;
  /** The text from the block on, outside of any other, that is being parsed; and how many paragraphs wait for their inline tokens then. */
  rest = "";
  finished = 0;
  private readonly isOver: () => boolean;
  private steps = 0;
  /** Whether the time is over. */
  isEnded = false;

  constructor(isOver: () => boolean) {
    super();
    this.isOver = isOver;
  }

  /** Counts a step. @throws OverLimit when the time is over */
  step(count = 1): void {
    this.steps += count;
    this.isEnded ||= this.steps > firstSteps && this.isOver();
    if (this.isEnded) throw new OverLimit();
  }

  override space(src: string): Tokens.Space | undefined {
    if (this.depth === 0) [this.rest, this.finished] = [src, this.lexer.inlineQueue.length];
    this.step();
    return super.space(src);
  }

  override escape(src: string): Tokens.Escape | undefined {
    this.step();
    return super.escape(src);
  }

  override table(src: string): Tokens.Table | undefined {
    // `marked` makes the cells that the rows lack.
    const [whole = "", header = ""] = this.rules.block.table.exec(src) ?? [];
    const cells = header.split("|").length * whole.split("\n").length;
    // As paragraphs, its lines would each be tried as a table again.
    if (cells > maxCells) throw new OverLimit();
    return whole === "" ? undefined : super.table(src);
  }
}

class WatchedExpression extends RegExp {
  private readonly before: () => void;

  constructor(expression: RegExp, before: () => void) {
    super(expression);
    this.before = before;
  }

  override exec(text: string): RegExpExecArray | null {
    this.before();
    return super.exec(text);
  }
}
