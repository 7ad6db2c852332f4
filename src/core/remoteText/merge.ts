import type { TextEdit } from "../base/textEdit.ts";
import { type Run, sameLines } from "../comparisons/sameLines.ts";

/** A text, and what two users made of it. */
export interface Versions {
  readonly base: string;
  readonly mine: string;
  readonly theirs: string;
}

export interface Merge {
  /** Both changes; where they are in the same lines, the versions between conflict markers. */
  readonly text: string;
  readonly conflicts: readonly Span[];
}

/** Lines from `start`, counted from 0, to before `end`. */
interface Span {
  readonly start: number;
  readonly end: number;
}

/** What the conflict markers say. */
interface Labels {
  readonly base: string;
  readonly mine: string;
  readonly theirs: string;
}

const linesOf = (text: string): string[] => text.split(/\r\n|\r|\n/);
const equal = (one: readonly string[], other: readonly string[]): boolean =>
  one.length === other.length && one.every((line, at) => line === other[at]);

/** Merges two changes of a text line by line, as git does. The result has `\n` between its lines. */
export function mergeTexts(versions: Versions, labels: Labels): Merge {
  const [base, mine, theirs] = [versions.base, versions.mine, versions.theirs].map(linesOf) as [
    string[],
    string[],
    string[],
  ];
  const [inMine, inTheirs] = [placesOf(sameLines(base, mine)), placesOf(sameLines(base, theirs))];
  const merged: string[] = [];
  const conflicts: Span[] = [];
  const changed = (from: Place, to: Place): void => {
    const [was, own, other] = [
      base.slice(from.base, to.base),
      mine.slice(from.mine, to.mine),
      theirs.slice(from.theirs, to.theirs),
    ];
    if (equal(own, was)) merged.push(...other);
    else if (equal(other, was) || equal(own, other)) merged.push(...own);
    else {
      conflicts.push({ start: from.base, end: to.base });
      merged.push(`<<<<<<< ${labels.mine}`, ...own, `||||||| ${labels.base}`, ...was);
      merged.push("=======", ...other, `>>>>>>> ${labels.theirs}`);
    }
  };
  let from: Place = { base: 0, mine: 0, theirs: 0 };
  for (const [at, line] of base.entries()) {
    const [own, other] = [inMine.get(at), inTheirs.get(at)];
    if (own === undefined || other === undefined) continue;
    changed(from, { base: at, mine: own, theirs: other });
    merged.push(line);
    from = { base: at + 1, mine: own + 1, theirs: other + 1 };
  }
  changed(from, { base: base.length, mine: mine.length, theirs: theirs.length });
  return { text: merged.join("\n"), conflicts };
}

/**
 * Returns how many conflicts a text leaves open: where it still has conflict markers, or neither of the changes, as the
 * merge editor starts.
 */
export function openConflicts(versions: Versions, text: string): number {
  const { conflicts } = mergeTexts(versions, { base: "", mine: "", theirs: "" });
  const known = new Set([versions.base, versions.mine, versions.theirs].flatMap(linesOf));
  const lines = linesOf(text);
  const marked = lines.filter((line) => /^(<{7}|>{7}) /.test(line) && !known.has(line)).length;
  if (marked > 0) return Math.ceil(marked / 2);
  const base = linesOf(versions.base);
  const runs = sameLines(base, lines);
  return conflicts.filter(({ start, end }) => {
    const [first, last] = [Math.max(start - 1, 0), Math.min(end + 1, base.length)];
    return runs.some(({ before, length }) => before <= first && before + length >= last);
  }).length;
}

/** Returns the edits that make one text of another, which leave equal lines alone; line breaks stay as they are. */
export function lineEdits(before: string, now: string): TextEdit[] {
  const withBreaks = (text: string): string[] => text.split(/(?<=\n)/);
  const old = withBreaks(before);
  const lines = withBreaks(before.includes("\r\n") ? now.replaceAll("\n", "\r\n") : now);
  const lengthOf = (part: readonly string[]): number => part.reduce((length, line) => length + line.length, 0);
  const edits: TextEdit[] = [];
  let [b, n, start] = [0, 0, 0];
  for (const run of [...sameLines(old, lines), { before: old.length, now: lines.length, length: 0 }]) {
    const end = start + lengthOf(old.slice(b, run.before));
    if (run.before > b || run.now > n) edits.push({ start, end, text: lines.slice(n, run.now).join("") });
    [b, n] = [run.before + run.length, run.now + run.length];
    start = end + lengthOf(old.slice(run.before, b));
  }
  return edits;
}

interface Place {
  readonly base: number;
  readonly mine: number;
  readonly theirs: number;
}

/** Returns the line of the later text by the line of the base that it equals. */
const placesOf = (runs: readonly Run[]): Map<number, number> =>
  new Map(
    runs.flatMap(({ before, now, length }) =>
      Array.from({ length }, (_, at): [number, number] => [before + at, now + at]),
    ),
  );
