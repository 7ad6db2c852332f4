/** The order of test files: random, so that no suite depends on another, and reproducible by its seed. */

/** Environment variable by which `npm test` passes on its seed. */
export const seedVariable = "FORGELINE_TEST_SEED";

/** Returns the seed of a flag, else that of `npm test`, else a random one, which it prints. @throws Error for a flag that is not a whole number from 0 to 2³² − 1 */
export function seedOf(flag: string | undefined): number {
  const given = flag ?? process.env[seedVariable];
  if (given !== undefined) {
    const seed = Number(given);
    if (!Number.isInteger(seed) || seed < 0 || seed >= 2 ** 32)
      throw new Error(`--seed ${given}: enter a whole number from 0 to ${2 ** 32 - 1}`);
    return seed;
  }
  const seed = Math.floor(Math.random() * 1_000_000);
  console.log(`\n  Order of suites: --seed ${seed}`);
  return seed;
}

/** Returns the items in the order of a seed (Fisher–Yates over mulberry32). */
export function shuffled<T>(items: readonly T[], seed: number): T[] {
  const order = [...items];
  const random = mulberry32(seed);
  for (let last = order.length - 1; last > 0; last -= 1) {
    const other = Math.floor(random() * (last + 1));
    [order[last], order[other]] = [order[other]!, order[last]!];
  }
  return order;
}

/** Returns a source of random numbers from 0 to 1, without 1. */
export function mulberry32(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
