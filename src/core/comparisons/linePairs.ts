/** The numbers of two equal lines, counted from 0. */
export interface Pair {
  readonly before: number;
  readonly now: number;
}

/** Returns the most lines that occur once on both sides and have the same order there. */
export function pairsOfUnique(before: readonly string[], now: readonly string[]): Pair[] {
  const once = onceOf(before);
  const pairs: Pair[] = [];
  // In the order of `now`.
  for (const [text, at] of onceOf(now)) {
    const was = once.get(text);
    if (at !== undefined && was !== undefined) pairs.push({ before: was, now: at });
  }
  return longestIncreasing(pairs);
}

/** Returns the longest common subsequence, in time proportional to the product of both lengths. */
export function longestCommon(before: readonly string[], now: readonly string[]): Pair[] {
  const width = now.length + 1;
  /** Length of the longest common subsequence from each pair of lines on. */
  const common = new Uint32Array((before.length + 1) * width);
  const at = (b: number, n: number): number => common[b * width + n] ?? 0;
  for (let b = before.length - 1; b >= 0; b--) {
    for (let n = now.length - 1; n >= 0; n--) {
      common[b * width + n] = before[b] === now[n] ? at(b + 1, n + 1) + 1 : Math.max(at(b + 1, n), at(b, n + 1));
    }
  }
  const pairs: Pair[] = [];
  for (let [b, n] = [0, 0]; at(b, n) > 0;) {
    if (before[b] === now[n]) pairs.push({ before: b++, now: n++ });
    else if (at(b + 1, n) >= at(b, n + 1)) b += 1;
    else n += 1;
  }
  return pairs;
}

/** Returns the line number of each text; undefined for texts that occur more than once. */
function onceOf(lines: readonly string[]): Map<string, number | undefined> {
  const found = new Map<string, number | undefined>();
  for (const [at, text] of lines.entries()) found.set(text, found.has(text) ? undefined : at);
  return found;
}

/** Returns the longest subsequence in which `before` increases. */
function longestIncreasing(pairs: readonly Pair[]): Pair[] {
  /** For each length, the last pair of the subsequence that ends lowest; and the predecessor of each pair. */
  const ends: number[] = [];
  const previous: (number | undefined)[] = [];
  for (const [index, pair] of pairs.entries()) {
    let [low, high] = [0, ends.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((pairs[ends[middle] ?? 0]?.before ?? 0) < pair.before) low = middle + 1;
      else high = middle;
    }
    previous.push(ends[low - 1]);
    ends[low] = index;
  }
  const increasing: Pair[] = [];
  for (let at = ends.at(-1); at !== undefined; at = previous[at]) {
    const pair = pairs[at];
    if (pair) increasing.push(pair);
  }
  return increasing.reverse();
}
