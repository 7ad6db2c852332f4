/** The line around the cursor and the line ending of the document. */
export interface InsertionPoint {
  /** Text of the line before and after the cursor. */
  readonly before: string;
  readonly after: string;
  /** Whether it is the document's last line. */
  readonly last: boolean;
  readonly eol: "\n" | "\r\n";
}

/**
 * Returns a template as text to insert: on lines of its own, with the indentation of the current line and the
 * document's line endings. Empty lines are not indented.
 */
export function fitTemplate(template: string, { before, after, last, eol }: InsertionPoint): string {
  const lines = template
    .replace(/^\ufeff/, "")
    .replace(/\s+$/, "")
    .split(/\r\n|\r|\n/);
  const indent = /^\s*/.exec(before)?.[0] ?? "";
  const own = before.trim() === "";
  const body = lines.map((line, index) => (line === "" || (index === 0 && own) ? line : indent + line)).join(eol);
  const start = own ? "" : eol;
  // The rest of the line moves below the template and keeps its indentation.
  if (after.trim() !== "") return `${start}${body}${eol}${indent}`;
  return last ? `${start}${body}${eol}` : `${start}${body}`;
}
