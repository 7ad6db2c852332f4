/** A job where it is drawn, in pixels from the upper left corner of the graph. */
export interface Box {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

/** How far a line swings out where a job waits for one of its own stage, or of a later one. */
const swing = 22;

const point = (x: number, y: number): string => `${round(x)} ${round(y)}`;
const round = (value: number): number => Math.round(value * 10) / 10;

/** The line from a job to one that waits for it, as the `d` of an SVG path: from right to left where that is the way, else around the left sides. */
export function edgeShape(from: Box, to: Box): string {
  const [y1, y2] = [from.top + from.height / 2, to.top + to.height / 2];
  const [right, left] = [from.left + from.width, to.left];
  if (left >= right) {
    const bend = Math.min((left - right) / 2, 40);
    // Level until the next column is near: what lies between is crossed in a straight line.
    return `M ${point(right, y1)} C ${point(right + bend, y1)} ${point(left - bend, y2)} ${point(left, y2)}`;
  }
  const out = Math.min(from.left, to.left) - swing;
  return `M ${point(from.left, y1)} C ${point(out, y1)} ${point(out, y2)} ${point(to.left, y2)}`;
}
