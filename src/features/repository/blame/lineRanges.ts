/** Lines from `start` to `end`, both included, counted from 1. */
export interface LineRange {
  readonly start: number;
  readonly end: number;
}

/** A set of lines, as sorted ranges that neither touch nor overlap. */
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

  /** Returns the lines of a range that are not in the set, in order. */
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

/** Requests are rounded to multiples of this, so that scrolling line by line does not send a request per line. */
const block = 50;
/** Up to this many known lines are requested again rather than splitting the request. */
const smallGap = 100;
/** Most lines per request. */
export const LARGEST_REQUEST = 500;

/**
 * Returns the next range to request, which covers wanted lines near each other and is rounded up to whole blocks of
 * unknown lines; undefined when all wanted lines are known.
 * @param lineCount lines of the file
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
