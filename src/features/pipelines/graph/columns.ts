/** A job where it is drawn, in pixels from the upper left corner of the graph. */
export interface Box {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

/** Boxes that stand below each other, the uppermost first. */
export interface Column {
  readonly left: number;
  readonly right: number;
  readonly boxes: readonly Box[];
}

/** A range of heights that no box reaches into; `to` may be Infinity. */
export interface Gap {
  readonly from: number;
  readonly to: number;
}

/** What gaps are taken to be where no two boxes tell: the space above the first row. */
const usualGap = 8;

/** Boxes as columns, the leftmost first: what overlaps sideways stands in one. */
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

/** The heights at which a level line passes all of these columns: between the rows, above the first as far as between others, and below the last. */
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

/** The space between two rows: the smallest between two boxes of a column. */
function rowGap(columns: readonly Column[]): number {
  const spaces = columns.flatMap(({ boxes }) =>
    boxes.slice(1).map(({ top }, at) => top - (boxes[at]?.top ?? 0) - (boxes[at]?.height ?? 0)),
  );
  const smallest = Math.min(...spaces.filter((space) => space > 0));
  return Number.isFinite(smallest) ? smallest : usualGap;
}
