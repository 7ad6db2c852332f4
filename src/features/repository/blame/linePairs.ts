/** Two lines that are the same, by their places, counted from 0. */
export interface Pair {
  readonly before: number;
  readonly now: number;
}

/** Lines that occur once on both sides: the most of them that stand in the same order. */
export function pairsOfUnique(before: readonly string[], now: readonly string[]): Pair[] {
  const once = onceOf(before);
  const pairs: Pair[] = [];
  // In the order in which they stand now.
  for (const [text, at] of onceOf(now)) {
    const was = once.get(text);
    if (at !== undefined && was !== undefined) pairs.push({ before: was, now: at });
  }
  return longestRising(pairs);
}

/** As many of the lines that both sides have as stand in the same order. The work is the product of both lengths. */
export function longestCommon(before: readonly string[], now: readonly string[]): Pair[] {
  const width = now.length + 1;
  /** How many lines the rests from here on have in common. */
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

/** Where each text stands that occurs once; undefined for those that occur more often. */
function onceOf(lines: readonly string[]): Map<string, number | undefined> {
  const found = new Map<string, number | undefined>();
  for (const [at, text] of lines.entries()) found.set(text, found.has(text) ? undefined : at);
  return found;
}

/** The longest selection, in order, in which `before` rises too. */
function longestRising(pairs: readonly Pair[]): Pair[] {
  /** For each length, the last pair of the selection that ends lowest; and which pair each one follows. */
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
  const rising: Pair[] = [];
  for (let at = ends.at(-1); at !== undefined; at = previous[at]) {
    const pair = pairs[at];
    if (pair) rising.push(pair);
  }
  return rising.reverse();
}
