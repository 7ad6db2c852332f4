import {
  Composer,
  type CST,
  type Document,
  type DocumentOptions,
  type ParseOptions,
  Parser,
  type SchemaOptions,
} from "yaml";
import { HostLexer, hostErrors, isTolerated, withKnownBreaks } from "./hostYaml.ts";

/**
 * Number of characters beyond which a CI file or template is not parsed: it would hold up all extensions. The largest of 522 CI files and
 * templates of public projects has 33,000 characters, 1,400 lines, 1,700 marks and 200 names, and takes 40 ms; a text at any limit takes up to 100.
 */
export const longestYaml = 80_000;
/** Limits of the lines and documents of such a text. */
const maxLines = 5_000;
const maxDocuments = 100;
/** Limit of what may be an alias, an anchor or a tag. */
const maxNames = 2_000;
/** Limit of quotes, brackets, commas, and what begins an item, a key or a value. */
const maxMarks = 5_000;
/** Limit of nesting, which takes long to parse and fills the stack. Of 522 public CI files the deepest has 15 levels. */
const maxDepth = 100;
/** Number of syntax errors that are reported; each costs as much as a hundred characters. */
const maxErrors = 100;

/**
 * Parses the documents of a YAML text as hosts do, errors included; without positions as text in the messages, whose making takes as long as
 * everything before the error. Nothing but this parses YAML.
 * @throws RangeError when the text is too large (`isLargeYaml`), or nested too deeply
 */
export function parseYaml(
  text: string,
  options: Omit<ParseOptions & DocumentOptions, "prettyErrors" | "logLevel"> & SchemaOptions,
): Document.Parsed[] {
  if (isLargeYaml(text))
    throw new RangeError(`longer than ${longestYaml} characters or ${maxLines} lines, or with too many marks`);
  const known = withKnownBreaks(text);
  const composer = new Composer({ ...options, keepSourceTokens: true, prettyErrors: false, logLevel: "silent" });
  const lexer = new HostLexer(known);
  const documents: Document.Parsed[] = [];
  for (const token of tokensOf(lexer)) documents.push(...composer.next(token));
  documents.push(...composer.end(/^%/m.test(known), text.length));
  const errors = [...lexer.errors, ...hostErrors(text, documents)];
  documents.forEach((document, index) => {
    const end = documents[index + 1]?.range[0] ?? Infinity;
    const own = errors.filter(({ pos: [at] }) => at < end && (index === 0 || at >= document.range[0]));
    const refused = document.warnings.filter(({ code }) => code === "BAD_DIRECTIVE");
    document.errors = [...document.errors.filter((error) => !isTolerated(error)), ...refused, ...own]
      .sort((a, b) => a.pos[0] - b.pos[0])
      .filter(({ pos: [at] }, position, all) => at !== all[position - 1]?.pos[0])
      .slice(0, maxErrors);
  });
  return documents;
}

/** Returns whether a text is so long, or has so many lines, documents or marks, that it is not parsed. */
export function isLargeYaml(text: string): boolean {
  if (text.length > longestYaml) return true;
  if ((text.match(/[*&!](?=[\w!])/g)?.length ?? 0) > maxNames) return true;
  if ((text.match(/["'[\]{},]|[-:?](?=\s)/g)?.length ?? 0) > maxMarks) return true;
  let [lines, documents] = [0, 0];
  for (const [mark] of text.matchAll(/(?:\r\n?|\n)(?:---|\.\.\.)?/g)) {
    lines += 1;
    if (mark.length > 2) documents += 1;
  }
  return lines > maxLines || documents > maxDocuments;
}

/** Yields what the parser does, without the errors beyond the limit. @throws RangeError when the text is nested too deeply */
function* tokensOf(lexer: HostLexer): Generator<CST.Token, void> {
  let errors = 0;
  for (const token of deepTokensOf(lexer)) if (token.type !== "error" || ++errors <= maxErrors) yield token;
}

function* deepTokensOf(lexer: HostLexer): Generator<CST.Token, void> {
  const parser = new Parser();
  for (const lexeme of lexer.lexemes()) {
    if (lexer.beginsDirective) yield* parser.end();
    yield* parser.next(lexeme);
    if (parser.stack.length > maxDepth) throw new RangeError(`nested more than ${maxDepth} levels deep`);
  }
  yield* parser.end();
}
