/** Characters up to which any text is parsed at once. */
const small = 100_000;
/** Levels: more than any record has, fewer than what fills the stack. */
export const maxDepth = 500;
/** Limits of large texts, several times what real answers of that size have. */
const maxRecords = 250_000;
const maxValues = 1_000_000;
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
    switch (text[at]) {
      case '"': {
        const end = endOfString(text, at);
        if (text[end + 1] === ":" && names.size <= maxNames) names.add(text.slice(at, end));
        at = end;
        break;
      }
      case "{":
      case "[":
        records += 1;
        depth += 1;
        if (depth > maxDepth) return "is nested too deeply";
        break;
      case "}":
      case "]":
        depth -= 1;
        break;
      case ",":
        values += 1;
        break;
    }
    if (records > maxRecords || values > maxValues || names.size > maxNames) return "has too many values";
  }
  return undefined;
}

/** Returns where a string ends, the end of the text without its quote. */
function endOfString(text: string, start: number): number {
  for (let at = text.indexOf('"', start + 1); at >= 0; at = text.indexOf('"', at + 1)) {
    let before = at;
    while (text[before - 1] === "\\") before -= 1;
    if ((at - before) % 2 === 0) return at;
  }
  return text.length;
}
