/** A zero-based place in the grid of jobs. */
export interface Place {
  readonly row: number;
  readonly column: number;
}

/**
 * Returns where a key moves in the grid of jobs: arrows within a column or to the next column with jobs (to its last job if it is
 * shorter), Home and End to the ends of the row, with Ctrl of the grid. Undefined for other keys; the same place at an edge.
 * @param lengths number of jobs per column
 * @param key a `KeyboardEvent.key`
 */
export function neighbour(
  lengths: readonly number[],
  { row, column }: Place,
  key: string,
  ctrl = false,
): Place | undefined {
  const filled = lengths.flatMap((length, at) => (length > 0 ? [at] : []));
  const inColumn = (to: number | undefined, wanted = row): Place => {
    const at = to ?? column;
    return { row: Math.max(0, Math.min(wanted, (lengths[at] ?? 1) - 1)), column: at };
  };
  const inRow = filled.filter((at) => (lengths[at] ?? 0) > row);
  switch (key) {
    case "ArrowUp":
      return inColumn(column, row - 1);
    case "ArrowDown":
      return inColumn(column, row + 1);
    case "ArrowLeft":
      return inColumn(filled.findLast((at) => at < column));
    case "ArrowRight":
      return inColumn(filled.find((at) => at > column));
    case "Home":
      return ctrl ? inColumn(filled[0], 0) : inColumn(inRow[0]);
    case "End":
      return ctrl ? inColumn(filled.at(-1), Infinity) : inColumn(inRow.at(-1));
    default:
      return undefined;
  }
}
