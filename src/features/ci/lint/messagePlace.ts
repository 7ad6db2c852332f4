import type { Span } from "../../../core/base/textEdit.ts";
import type { CiDocument, Entry } from "../../../core/ciFile/document.ts";
import { spanOf } from "../../../core/ciFile/nodes.ts";
import { entryIn, spanIn, type MessageLocation, duplicatedKinds } from "./messageSubject.ts";

/**
 * Returns the location of a lint message: the line and column it contains, the job or key it begins with, the include
 * whose file it names, or the start of the file.
 */
export function locateMessage(told: string, ci: CiDocument): MessageLocation {
  // Some hosts prefix the file name.
  const message = told.replace(/^`[^`]+`:\s*/, "");
  const duplicateOf = duplicatedKinds(message);
  const everything: Span = { start: 0, end: ci.text.length };
  const [, line, column] = /\bat line (\d+),? column (\d+)/.exec(message) ?? [];
  if (line !== undefined && column !== undefined)
    return { at: lineFrom(ci.text, Number(line), Number(column)), about: everything, duplicateOf };
  const file = /\bfile `([^`]+)`/i.exec(message)?.[1];
  const include = file === undefined ? undefined : ci.includes.find(({ name }) => sameFile(name, file));
  const place = file === undefined ? entryIn(message, ci.entries) : undefined;
  if (place) return { at: spanIn(place.entry, place.rest, ci), about: extent(place.entry), duplicateOf };
  const including = ci.entries.find(({ name }) => name === "include");
  if (include && including) return { at: include.nameSpan, about: extent(including), duplicateOf };
  if (file !== undefined && including) return { at: including.key, about: extent(including), duplicateOf };
  const unknown = /^root config contains unknown keys: (.+)$/s.exec(message)?.[1]?.split(", ") ?? [];
  const entry = ci.entries.find(({ name }) => unknown.includes(name));
  if (entry) return { at: entry.key, about: extent(entry), duplicateOf };
  return { at: lineFrom(ci.text, 1, 1), about: everything, duplicateOf };
}

const extent = ({ key, value }: Entry): Span => {
  const { start, end } = spanOf(value);
  // The target of an alias is elsewhere in the text.
  return start >= key.end ? { start: key.start, end } : key;
};

const sameFile = (a: string, b: string): boolean => a.replace(/^\/+/, "") === b.replace(/^\/+/, "");

/** Returns the range from a line and column (both 1-based) to the end of that line, clamped to the text. */
function lineFrom(text: string, line: number, column: number): Span {
  let begin = 0;
  for (let at = 1; at < line; at++) {
    const next = text.indexOf("\n", begin);
    if (next < 0) break;
    begin = next + 1;
  }
  const newline = text.indexOf("\n", begin);
  const end = begin + text.slice(begin, newline < 0 ? text.length : newline).trimEnd().length;
  const start = Math.min(begin + Math.max(column, 1) - 1, end);
  // A column behind the end of the line marks the whole line.
  return start < end ? { start, end } : { start: begin, end };
}
