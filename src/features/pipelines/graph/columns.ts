/** The box of a job, in pixels from the upper left corner of the graph. */
export interface Box {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

/** Boxes below each other, from top to bottom. */
export interface Column {
  readonly left: number;
  readonly right: number;
  readonly boxes: readonly Box[];
}

/** A vertical range without boxes; `to` may be Infinity. */
export interface Gap {
  readonly from: number;
  readonly to: number;
}

/** Space between rows if no column has two boxes, in pixels. */
const usualGap = 8;

/** Groups boxes that overlap horizontally into columns, from left to right. */
export function columnsOf(boxes: Iterable<Box>): Column[] {
  const columns: { left: number; right: number; boxes: Box[] }[] = [];
  for (const box of [...boxes].sort((a, b) => a.left - b.left)) {
    const last = columns.at(-1);
    if (last && box.left < last.right) {
      last.boxes.push(box);
      last.right = Math.max(last.right, box.left + box.width);
    } else {
      columns.push({ left: box.left, right: box.left + box.width, boxes: [box] });
    }
  }
  for (const column of columns) column.boxes.sort((a, b) => a.top - b.top);
  return columns;
}

/** Returns the gaps where a horizontal line passes all of these columns: between the rows, one row gap above, and below. */
export function gapsAcross(columns: readonly Column[], all: readonly Column[]): Gap[] {
  const blocks = columns.flatMap(({ boxes }) => boxes).sort((a, b) => a.top - b.top);
  const first = Math.min(...all.flatMap(({ boxes }) => boxes.slice(0, 1).map(({ top }) => top)));
  const gaps: Gap[] = [];
  let from = first - rowGap(all);
  for (const { top, height } of blocks) {
    if (top > from) gaps.push({ from, to: top });
    from = Math.max(from, top + height);
  }
  gaps.push({ from, to: Infinity });
  return gaps;
}

/** Returns the smallest space between two boxes of a column. */
function rowGap(columns: readonly Column[]): number {
  const spaces = columns.flatMap(({ boxes }) =>
    boxes.slice(1).map(({ top }, at) => top - (boxes[at]?.top ?? 0) - (boxes[at]?.height ?? 0)),
  );
  const smallest = Math.min(...spaces.filter((space) => space > 0));
  return Number.isFinite(smallest) ? smallest : usualGap;
}
