/**
 * Returns the edit distance of two texts (insertions, deletions, substitutions and swaps of neighbors), or `limit + 1`
 * if it exceeds the limit.
 */
export function distance(a: string, b: string, limit: number): number {
  if (Math.abs(a.length - b.length) > limit) return limit + 1;
  let [before, row]: [number[], number[]] = [[], Array.from({ length: b.length + 1 }, (_, index) => index)];
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      const same = a[i - 1] === b[j - 1] ? 0 : 1;
      let steps = Math.min((row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1, (row[j - 1] ?? 0) + same);
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1])
        steps = Math.min(steps, (before[j - 2] ?? 0) + 1);
      next.push(steps);
    }
    if (Math.min(...next) > limit) return limit + 1;
    [before, row] = [row, next];
  }
  return row[b.length] ?? limit + 1;
}

/** Returns the most similar name, ignoring case; undefined if none is similar. */
export function nearest(name: string, names: Iterable<string>): string | undefined {
  const limit = Math.max(1, Math.min(4, Math.floor(name.length / 3)));
  let [found, least]: [string | undefined, number] = [undefined, limit + 1];
  for (const other of names) {
    if (other === name) continue;
    const steps = distance(name.toLowerCase(), other.toLowerCase(), limit);
    if (steps < least) [found, least] = [other, steps];
  }
  return found;
}
