/**
 * JSON with a line for each member, two spaces deeper for each level. Nothing but white space changes: numbers that JavaScript cannot
 * hold and members that are there twice stay as they came. Undefined for what is no JSON.
 */
export function indentJson(text: string): string | undefined {
  try {
    JSON.parse(text);
  } catch {
    return undefined;
  }
  const made: string[] = [];
  let depth = 0;
  let before = "";
  const line = (): number => made.push(`\n${"  ".repeat(depth)}`);
  for (const [token] of text.matchAll(/"[^"\\]*(?:\\.[^"\\]*)*"|[[\]{},:]|[^\s[\]{},:"]+/g)) {
    const closes = token === "]" || token === "}";
    const opened = before === "[" || before === "{";
    if (closes) depth -= 1;
    if (closes ? !opened : opened || before === ",") line();
    made.push(before === ":" ? ` ${token}` : token);
    if (token === "[" || token === "{") depth += 1;
    before = token;
  }
  return made.join("");
}
