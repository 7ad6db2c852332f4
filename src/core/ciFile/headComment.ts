/** Limit of a comment, in characters. */
const longest = 50_000;

/** Returns the comment at the start of a template without `#` signs, or an empty string. Blank lines are kept. */
export function headComment(text: string): string {
  const lines: string[] = [];
  for (const line of text.slice(0, longest).split(/\r\n|\r|\n/)) {
    const comment = /^\s*#+!? ?(.*)$/.exec(line)?.[1];
    if (comment !== undefined) lines.push(comment.trimEnd());
    else if (line.trim() !== "" && line.trim() !== "---") break;
    else lines.push("");
  }
  return lines.join("\n").trim();
}
