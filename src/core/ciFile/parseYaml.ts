import {
  Composer,
  type CST,
  type Document,
  type DocumentOptions,
  Lexer,
  type ParseOptions,
  Parser,
  type SchemaOptions,
} from "yaml";

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
 * Parses the documents of a YAML text, errors included; without positions as text in the messages, whose making takes as long as
 * everything before the error. Nothing but this parses YAML.
 * @throws RangeError when the text is too large (`isLargeYaml`), or nested too deeply
 */
export function parseYaml(
  text: string,
  options: Omit<ParseOptions & DocumentOptions, "prettyErrors" | "logLevel"> & SchemaOptions,
): Document.Parsed[] {
  if (isLargeYaml(text))
    throw new RangeError(`longer than ${longestYaml} characters or ${maxLines} lines, or with too many marks`);
  const composer = new Composer({ ...options, prettyErrors: false, logLevel: "silent" });
  return [...composer.compose(tokensOf(text))];
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
function* tokensOf(text: string): Generator<CST.Token, void> {
  let errors = 0;
  for (const token of deepTokensOf(text)) if (token.type !== "error" || ++errors <= maxErrors) yield token;
}

function* deepTokensOf(text: string): Generator<CST.Token, void> {
  const parser = new Parser();
  for (const lexeme of new Lexer().lex(text)) {
    yield* parser.next(lexeme);
    if (parser.stack.length > maxDepth) throw new RangeError(`nested more than ${maxDepth} levels deep`);
  }
  yield* parser.end();
}
