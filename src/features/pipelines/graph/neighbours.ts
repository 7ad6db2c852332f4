/** A place in the grid of jobs, counted from 0. */
export interface Place {
  readonly row: number;
  readonly column: number;
}

/**
 * Where a key leads in the grid of jobs: up and down in a column, left and right to the next column that has jobs, to its last one where
 * it is shorter; Home and End to the first and last of the row, with Ctrl of the whole grid. Undefined for keys that lead nowhere, and
 * the same place where there is nothing further.
 * @param lengths how many jobs each column has
 * @param key as `KeyboardEvent.key` names it
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
