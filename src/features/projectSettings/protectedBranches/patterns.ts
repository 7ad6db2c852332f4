/** Whether the name of a protected branch is a wildcard. */
export const isWildcard = (pattern: string): boolean => pattern.includes("*");

/** Whether the name of a protected branch covers a branch: `*` matches any text, slashes too; case counts, as in git. */
export function fitsPattern(pattern: string, branch: string): boolean {
  const [first = "", ...rest] = pattern.split("*");
  const last = rest.pop();
  if (last === undefined) return branch === pattern;
  if (!branch.startsWith(first) || branch.length < first.length + last.length || !branch.endsWith(last)) return false;
  const end = branch.length - last.length;
  let at = first.length;
  for (const part of rest) {
    const found = branch.indexOf(part, at);
    if (found < 0 || found + part.length > end) return false;
    at = found + part.length;
  }
  return true;
}

/** Returns why a text cannot be the name of a protected branch; undefined if it can. */
export function patternProblem(text: string): "empty" | "impossible" | undefined {
  const pattern = text.trim();
  if (pattern === "") return "empty";
  // git refuses such names, so such a wildcard would match nothing.
  // eslint-disable-next-line no-control-regex -- git forbids control characters in names
  return /[\u0000-\u0020\u007f~^:?[\\]|\.\.|@\{|\/\/|^\/|\/$|^-/.test(pattern) ? "impossible" : undefined;
}
