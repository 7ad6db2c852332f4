/** Characters up to which any text is parsed at once. */
const small = 100_000;
/** Levels: more than any record has, fewer than what fills the stack. */
export const maxDepth = 500;
/**
 * Limits of large texts: what is within them is looked through and parsed in 100 ms. A page of a hundred jobs has 130 kB, 600 records and
 * 15,000 values; the largest real answer is a test report, whose 20,000 cases have 4.5 MB, 40,000 records and 480,000 values. Names of
 * fields, texts and commas are values.
 */
const maxRecords = 100_000;
const maxValues = 600_000;
/** Characters outside of texts. */
const maxOutside = 3_000_000;
const maxNames = 10_000;
/** Names times records: records whose names are all different have shapes that are all different, which the engine makes one by one. */
const maxShapes = 50_000_000;

/**
 * Returns why a text costs the parser more than its length says, in the words of `UnexpectedBody`: the engine cannot be stopped, and takes
 * seconds and hundreds of megabytes for megabytes of brackets or of names that are all different.
 */
export function jsonProblem(text: string): string | undefined {
  if (text.length <= small) return undefined;
  const names = new Set<string>();
  let [depth, records, values, outside] = [0, 0, 0, 0];
  for (let at = 0; at < text.length; at++) {
    outside += 1;
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
    if (records > maxRecords || values > maxValues || outside > maxOutside) return "has too many values";
    if (names.size > maxNames || records * names.size > maxShapes) return "has too many values";
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
