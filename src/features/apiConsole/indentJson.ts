/**
 * Indents JSON by two spaces per level, or returns undefined for other text. Only white space changes: numbers beyond JavaScript's
 * precision and duplicate members are kept.
 */
export function indentJson(text: string): string | undefined {
  try {
    JSON.parse(text);
  } catch {
    return undefined;
  }
  const parts: string[] = [];
  let depth = 0;
  let before = "";
  const line = (): number => parts.push(`\n${"  ".repeat(depth)}`);
  for (const [token] of text.matchAll(/"[^"\\]*(?:\\.[^"\\]*)*"|[[\]{},:]|[^\s[\]{},:"]+/g)) {
    const closes = token === "]" || token === "}";
    const opened = before === "[" || before === "{";
    if (closes) depth -= 1;
    if (closes ? !opened : opened || before === ",") line();
    parts.push(before === ":" ? ` ${token}` : token);
    if (token === "[" || token === "{") depth += 1;
    before = token;
  }
  return parts.join("");
}
