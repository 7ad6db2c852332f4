/**
 * Properties that hold for any input, looked for with fast-check. What once broke one is kept in `test/unit/properties/corpus/NAME.json`
 * and tried first. `npm test` takes a few inputs for each, `npm run test:long` thousands.
 */
import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { figure, inLong } from "./long.ts";
import { seedVariable } from "./seed.ts";

/** An input that broke a property, and what was wrong. */
export interface KnownInput<T> {
  readonly why: string;
  readonly input: T;
}

export interface PropertyRuns {
  /** Number of inputs in `npm test`; 100 by default. */
  readonly runs?: number;
  /** Number of inputs in `npm run test:long`; 20,000 by default. */
  readonly whole?: number;
  /** Where the inputs that once broke a property are kept. */
  readonly corpus?: string;
}

/** Folder of the inputs that once broke a property. */
export const corpusFolder = join(import.meta.dirname, "../unit/properties/corpus");

/** Returns what once broke a property. */
export function knownInputs<T>(name: string, folder = corpusFolder): readonly KnownInput<T>[] {
  const file = join(folder, `${name}.json`);
  return existsSync(file) ? (JSON.parse(readFileSync(file, "utf8")) as readonly KnownInput<T>[]) : [];
}

/**
 * Checks that a property holds, first for the corpus of its name, then for inputs by the seed of the run. Inputs are JSON, so that they can
 * be kept.
 * @param check throws or rejects where it does not hold
 */
export async function holds<T>(
  name: string,
  inputs: fc.Arbitrary<T>,
  check: (input: T) => unknown,
  { runs = 100, whole = 20_000, corpus = corpusFolder }: PropertyRuns = {},
): Promise<void> {
  for (const { why, input } of knownInputs<T>(name, corpus)) {
    try {
      await check(input);
    } catch (error) {
      assert.fail(`${name}: ${why}, again: ${JSON.stringify(input)}\n${messageOf(error)}`);
    }
  }
  const numRuns = inLong(runs, whole);
  const seed = process.env[seedVariable];
  const property = fc.asyncProperty(inputs, async (input) => void (await check(input)));
  const found = await fc.check(property, { numRuns, ...(seed === undefined ? {} : { seed: Number(seed) | 0 }) });
  if (found.failed)
    assert.fail(
      [
        `${name} does not hold (seed ${found.seed}, ${found.numRuns} inputs, ${found.numShrinks} times shrunk).`,
        `Add this to corpus/${name}.json, and say why:`,
        `  { "why": "…", "input": ${JSON.stringify(found.counterexample?.[0])} }`,
        messageOf(found.errorInstance),
      ].join("\n"),
    );
  figure(`properties: ${name} holds for ${numRuns.toLocaleString("en")} inputs`);
}

const messageOf = (error: unknown): string => (error instanceof Error ? (error.stack ?? error.message) : String(error));
