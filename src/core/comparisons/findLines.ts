/**
 * Returns where lines stand in a file, however often they overlap, in time proportional to the length of both (Knuth, Morris, Pratt):
 * files and patches may be made of equal lines.
 * @param from index of the line to begin with
 * @returns indices of their first lines; none for no lines
 */
export function placesOf(file: readonly string[], lines: readonly string[], from = 0): number[] {
  /** For each number of lines that fit, how many of them fit when the place moves on. */
  const shorter = [0, 0];
  for (let at = 1, fit = 0; at < lines.length; at++) {
    while (fit > 0 && lines[at] !== lines[fit]) fit = shorter[fit] ?? 0;
    if (lines[at] === lines[fit]) fit += 1;
    shorter.push(fit);
  }
  const places: number[] = [];
  for (let at = from, fit = 0; lines.length > 0 && at < file.length; at++) {
    while (fit > 0 && (fit === lines.length || file[at] !== lines[fit])) fit = shorter[fit] ?? 0;
    if (file[at] === lines[fit]) fit += 1;
    if (fit === lines.length) places.push(at - fit + 1);
  }
  return places;
}
