/** Lines from `start` to `end`, both included, counted from 1. */
export interface LineRange {
  readonly start: number;
  readonly end: number;
}

/** Lines of a file, kept as ranges in order that neither touch nor overlap. */
export class LineSet {
  private ranges: LineRange[] = [];

  add(range: LineRange): void {
    const near = this.ranges.filter(({ start, end }) => start <= range.end + 1 && end >= range.start - 1);
    const grown = {
      start: Math.min(range.start, ...near.map(({ start }) => start)),
      end: Math.max(range.end, ...near.map(({ end }) => end)),
    };
    this.ranges = [...this.ranges.filter((one) => !near.includes(one)), grown].sort((a, b) => a.start - b.start);
  }

  /** The lines of `range` that are not in the set, in order. */
  missing({ start, end }: LineRange): LineRange[] {
    const found: LineRange[] = [];
    let next = start;
    for (const known of this.ranges) {
      if (known.end < next) continue;
      if (known.start > end) break;
      if (known.start > next) found.push({ start: next, end: known.start - 1 });
      next = known.end + 1;
    }
    if (next <= end) found.push({ start: next, end });
    return found;
  }
}

export const overlap = (a: LineRange, b: LineRange): boolean => a.start <= b.end && b.start <= a.end;

/** Requests begin and end at multiples of this, so that scrolling line by line does not ask line by line. */
const block = 50;
/** A gap of lines that are known already is asked again rather than asked around, up to this size. */
const smallGap = 100;
/** No request asks for more. */
export const LARGEST_REQUEST = 500;

/**
 * What to ask for next so that the wanted lines get known: one range, rounded up to whole blocks as far as they are not known, that holds
 * wanted lines which lie near each other. Undefined when all are known. @param lineCount lines of the file
 */
export function nextRequest(known: LineSet, wanted: readonly LineRange[], lineCount: number): LineRange | undefined {
  const gaps = wanted
    .flatMap((range) => known.missing({ start: Math.max(1, range.start), end: Math.min(lineCount, range.end) }))
    .sort((a, b) => a.start - b.start);
  const [first, ...others] = gaps;
  if (first === undefined) return undefined;
  let { end } = first;
  for (const gap of others) if (gap.start - end <= smallGap) end = Math.max(end, gap.end);
  const [left] = known
    .missing({ start: Math.floor((first.start - 1) / block) * block + 1, end: first.start })
    .slice(-1);
  const start = left?.start ?? first.start;
  const [right] = known.missing({ start: end, end: Math.min(lineCount, Math.ceil(end / block) * block) });
  return { start, end: Math.min(right?.end ?? end, start + LARGEST_REQUEST - 1) };
}
