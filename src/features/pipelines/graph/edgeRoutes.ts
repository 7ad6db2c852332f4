import { type Box, type Column, columnsOf, type Gap, gapsAcross } from "./columns.ts";

/** How far a line between jobs of one stage bends out, in pixels; further if they are further apart, to keep lines distinct. */
const swing = { least: 14, per: 0.08, most: 40, first: 26 } as const;
/** Distance of the lines in a gap from each other and from the boxes, in pixels. */
const spacing = 2.5;
/** Minimum height of a gap for a line, in pixels. */
const narrowest = 2;

interface End {
  readonly box: Box;
  readonly column: number;
  /** Vertical center. */
  readonly y: number;
}

/**
 * Returns the lines between jobs as the `d` of SVG paths, from the right of a job to the left of one that needs it. Lines bend between
 * columns, and cross skipped columns horizontally in a gap between rows, so that none runs behind a box. Lines of one job share a track
 * in a gap; others get their own if there is room.
 * @param boxes by the ids of the edges
 * @returns one for each edge; undefined if an end is missing
 */
export function edgeRoutes(
  boxes: ReadonlyMap<string, Box>,
  edges: readonly { readonly from: string; readonly to: string }[],
): (string | undefined)[] {
  const columns = columnsOf(boxes.values());
  const columnOf = new Map(columns.flatMap((column, at) => column.boxes.map((box) => [box, at] as const)));
  const gaps = new Map<string, readonly Gap[]>();
  const tracks = new Tracks();
  const between = (first: number, last: number): readonly Gap[] => {
    const key = `${first} ${last}`;
    const found = gaps.get(key) ?? gapsAcross(columns.slice(first, last + 1), columns);
    gaps.set(key, found);
    return found;
  };
  const endOf = (id: string): End | undefined => {
    const box = boxes.get(id);
    return box && { box, column: columnOf.get(box) ?? 0, y: box.top + box.height / 2 };
  };
  return edges.map(({ from, to }) => {
    const [start, end] = [endOf(from), endOf(to)];
    if (!start || !end) return undefined;
    if (start.column === end.column) return around(columns, start, end);
    const isForward = start.column < end.column;
    // A line to an earlier column also crosses that column, because it enters jobs from the left.
    const [first, last] = isForward ? [start.column + 1, end.column - 1] : [end.column, start.column - 1];
    const level =
      first > last ? undefined : tracks.level(bestGap(between(first, last), start.y, end.y), start.y, end.y, from);
    return isForward ? forward(columns, start, end, level) : backward(columns, start, end, level ?? end.y);
  });
}

/** Returns the gap with the shortest detour. */
function bestGap(gaps: readonly Gap[], y1: number, y2: number): Gap {
  const detour = ({ from, to }: Gap): number => Math.max(0, from - Math.max(y1, y2), Math.min(y1, y2) - to);
  let best = gaps[gaps.length - 1] ?? { from: 0, to: Infinity };
  for (const gap of gaps) if (gap.to - gap.from >= narrowest && detour(gap) < detour(best)) best = gap;
  return best;
}

/** Assigns tracks to the lines that share a gap. */
class Tracks {
  private readonly taken = new Map<number, Map<string, number>>();

  /** Returns the y of a job's line in a gap: that of one of its ends if inside the gap. */
  level({ from, to }: Gap, y1: number, y2: number, job: string): number {
    for (const y of [y1, y2]) if (y >= from + spacing && y <= to - spacing) return y;
    const jobs = this.taken.get(from) ?? new Map<string, number>();
    this.taken.set(from, jobs);
    const at = jobs.get(job) ?? jobs.size;
    jobs.set(job, at);
    if (to === Infinity) return from + spacing * (1 + at);
    const room = Math.max(1, Math.floor((to - from) / spacing) - 1);
    const track = at % room;
    // Alternating from the middle.
    const aside = room % 2 === 1 ? Math.ceil(track / 2) : Math.floor(track / 2) + 0.5;
    return (from + to) / 2 + spacing * (track % 2 === 1 ? -aside : aside);
  }
}

function forward(columns: readonly Column[], { box, column, y }: End, end: End, level: number | undefined): string {
  const [x1, x2] = [box.left + box.width, end.box.left];
  const right = Math.max(x1, columns[column]?.right ?? x1);
  const start = `M ${point(x1, y)}${right > x1 ? ` H ${round(right)}` : ""}`;
  if (level === undefined) return `${start} ${bend(right, y, x2, end.y)}`;
  const [enter, leave] = [columns[column + 1]?.left ?? right, columns[end.column - 1]?.right ?? right];
  return `${start} ${bend(right, y, enter, level)} H ${round(leave)} ${bend(leave, level, x2, end.y)}`;
}

function backward(columns: readonly Column[], start: End, end: End, level: number): string {
  const [enter, leave] = [columns[start.column - 1]?.right ?? 0, columns[end.column]?.left ?? 0];
  const out = leave - swing.least;
  return `M ${point(start.box.left, start.y)} ${bend(start.box.left, start.y, enter, level)} H ${round(leave)} C ${point(out, level)} ${point(out, end.y)} ${point(end.box.left, end.y)}`;
}

/** Connects two jobs of one column by a bend to the left. */
function around(columns: readonly Column[], start: End, end: End): string {
  const before = columns[start.column - 1];
  const left = Math.min(start.box.left, end.box.left);
  const most = before ? Math.min(swing.most, (left - before.right) / 0.75 - spacing) : swing.first;
  const out = left - Math.min(most, swing.least + swing.per * Math.abs(end.y - start.y));
  return `M ${point(start.box.left, start.y)} C ${point(out, start.y)} ${point(out, end.y)} ${point(end.box.left, end.y)}`;
}

/** Connects two points, horizontal at both. */
function bend(x1: number, y1: number, x2: number, y2: number): string {
  if (y1 === y2) return `H ${round(x2)}`;
  const middle = (x1 + x2) / 2;
  return `C ${point(middle, y1)} ${point(middle, y2)} ${point(x2, y2)}`;
}

const point = (x: number, y: number): string => `${round(x)} ${round(y)}`;
const round = (value: number): number => Math.round(value * 10) / 10;
