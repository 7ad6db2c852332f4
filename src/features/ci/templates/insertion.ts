/** Where a text goes: the line around the cursor, and how the document ends its lines. */
export interface InsertionPoint {
  /** The line's text before and after the cursor. */
  readonly before: string;
  readonly after: string;
  /** Whether this is the document's last line. */
  readonly last: boolean;
  readonly eol: "\n" | "\r\n";
}

/**
 * A template as it goes into a document: on lines of its own, indented as the line it is put on, with the document's
 * line ends, and ending the last line. Empty lines get no indentation.
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
  // What stood behind the cursor goes on below, as deep as it stood.
  if (after.trim() !== "") return `${start}${body}${eol}${indent}`;
  return last ? `${start}${body}${eol}` : `${start}${body}`;
}
