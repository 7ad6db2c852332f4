import type { Span } from "../../../core/base/textEdit.ts";
import type { CiDocument, Entry } from "../../../core/ciFile/document.ts";
import { spanOf } from "../../../core/ciFile/nodes.ts";
import { entryIn, placeIn, type Subject, twinsOf } from "./messageSubject.ts";

/**
 * Where a message of a host's check belongs: at the line and column that it names, at the job or key that it begins with, at the
 * include whose file it names, else at the top.
 */
export function subjectOf(told: string, ci: CiDocument): Subject {
  // Hosts may put the file's name before it.
  const message = told.replace(/^`[^`]+`:\s*/, "");
  const twins = twinsOf(message);
  const everything: Span = { start: 0, end: ci.text.length };
  const [, line, column] = /\bat line (\d+),? column (\d+)/.exec(message) ?? [];
  if (line !== undefined && column !== undefined)
    return { at: lineFrom(ci.text, Number(line), Number(column)), about: everything, twins };
  const file = /\bfile `([^`]+)`/i.exec(message)?.[1];
  const include = file === undefined ? undefined : ci.includes.find(({ name }) => sameFile(name, file));
  const place = file === undefined ? entryIn(message, ci.entries) : undefined;
  if (place) return { at: placeIn(place.entry, place.rest, ci), about: extent(place.entry), twins };
  const including = ci.entries.find(({ name }) => name === "include");
  if (include && including) return { at: include.at, about: extent(including), twins };
  if (file !== undefined && including) return { at: including.key, about: extent(including), twins };
  const unknown = /^root config contains unknown keys: (.+)$/s.exec(message)?.[1]?.split(", ") ?? [];
  const entry = ci.entries.find(({ name }) => unknown.includes(name));
  if (entry) return { at: entry.key, about: extent(entry), twins };
  return { at: lineFrom(ci.text, 1, 1), about: everything, twins };
}

const extent = ({ key, value }: Entry): Span => {
  const { start, end } = spanOf(value);
  // What an alias stands for is elsewhere in the text.
  return start >= key.end ? { start: key.start, end } : key;
};

const sameFile = (a: string, b: string): boolean => a.replace(/^\/+/, "") === b.replace(/^\/+/, "");

/** From a line and column (both from 1) to the end of that line, or as near as the text has it. */
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
  // A place behind the last character of a line is shown by the line.
  return start < end ? { start, end } : { start: begin, end };
}
