/** Characters up to which any text is parsed at once. */
const small = 100_000;
/** Levels: more than any record has, fewer than what fills the stack. */
export const maxDepth = 500;
/** Limits of large texts, several times what real answers of that size have. */
const maxRecords = 250_000;
const maxValues = 2_000_000;
const maxNames = 10_000;

/**
 * Returns why a text costs the parser more than its length says, in the words of `UnexpectedBody`: the engine cannot be stopped, and takes
 * seconds and hundreds of megabytes for ten megabytes of brackets or of names that are all different.
 */
export function jsonProblem(text: string): string | undefined {
  if (text.length <= small) return undefined;
  const names = new Set<string>();
  let [depth, records, values] = [0, 0, 0];
  for (let at = 0; at < text.length; at++) {
    const mark = text.charCodeAt(at);
    if (mark === quote) {
      const end = endOfString(text, at);
      if (text.charCodeAt(end + 1) === colon && names.size <= maxNames) names.add(text.slice(at, end));
      at = end;
      values += 1;
    } else if (mark === comma) values += 1;
    else if (mark === brace || mark === bracket) {
      records += 1;
      depth += 1;
      if (depth > maxDepth) return "is nested too deeply";
    } else if (mark === brace + 2 || mark === bracket + 2) depth -= 1;
    if (records > maxRecords || values > maxValues || names.size > maxNames) return "has too many values";
  }
  return undefined;
}

const [quote, colon, comma, brace, bracket, backslash] = [0x22, 0x3a, 0x2c, 0x7b, 0x5b, 0x5c];

/** Returns where a string ends, the end of the text without its quote. */
function endOfString(text: string, start: number): number {
  for (let at = text.indexOf('"', start + 1); at >= 0; at = text.indexOf('"', at + 1)) {
    let before = at;
    while (text.charCodeAt(before - 1) === backslash) before -= 1;
    if ((at - before) % 2 === 0) return at;
  }
  return text.length;
}
