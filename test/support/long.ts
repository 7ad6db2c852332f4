/**
 * What `npm run test:long` does whole and `npm test` shortened. A test file that imports this one takes part in `npm run test:long`;
 * `FORGELINE_TEST_LONG=1 npm run test:unit -- FILE` runs a single one whole.
 */
import { appendFileSync } from "node:fs";

/** Environment variable that makes tests run whole. */
export const longVariable = "FORGELINE_TEST_LONG";

/** Environment variable that has the stories run which are left to `npm run test:all`: what they show is proven on a lower floor as well. */
export const allVariable = "FORGELINE_TEST_ALL";

/** Environment variable with the path of the file that figures are added to. */
export const figuresVariable = "FORGELINE_TEST_FIGURES";

/** Whether tests run whole. */
export const isLong = process.env[longVariable] === "1";

/** Whether stories run that are left to `npm run test:all`. */
export const isAll = isLong || process.env[allVariable] === "1";

/** Returns the first value in `npm test`, the second where tests run whole. */
export const inLong = <T>(short: T, whole: T): T => (isLong ? whole : short);

/** Gives a test that runs whole a figure to print, one line: at the end of `npm run test:long`, else at once. Does nothing in `npm test`. */
export function figure(line: string): void {
  if (!isLong) return;
  const file = process.env[figuresVariable];
  if (file === undefined) console.log(`    ${line}`);
  else appendFileSync(file, `${line}\n`);
}
