/**
 * The time that `npm test` takes at most: after a moment of its own, a part of the run begins no further files but proofs, and says which it
 * left. `npm run test:all` has no limit.
 */
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { root } from "../../tools/root.ts";

/** Environment variable with the time at which a part begins no further files, in ms since the epoch. */
export const untilVariable = "FORGELINE_TEST_UNTIL";

const until = Number(process.env[untilVariable] ?? Infinity);

export const hasTimeLimit = until !== Infinity;

export const isTimeUp = (): boolean => Date.now() > until;

/** What tests import that prove something for long runs, for any input, for the worst texts of others, or for a network. */
const proofHelpers = /\/(?:long|property|hostileTexts|net|proxyServer)\.ts"/;
/** Two real windows of the demo with one account; the scenes that a real window plays like the one in the process. */
const twoWindows = /\/(?:twoWindows|windowTwins)\.test\.ts$/;

/** The files whose tests SECURITY.md names for its promises, by their whole paths. */
const promised = new Set(
  [...readFileSync(resolve(root, "SECURITY.md"), "utf8").matchAll(/`(test\/[^`]+\.test\.ts)`/g)].map(([, file = ""]) =>
    resolve(root, file),
  ),
);

/** Whether a file holds proofs. @param file its path, whole or below the top of the clone */
export function isProof(file: string): boolean {
  const path = resolve(root, file);
  return promised.has(path) || twoWindows.test(path) || proofHelpers.test(readFileSync(path, "utf8"));
}

/** Returns the files in their order, proofs first. */
export function proofsFirst(files: readonly string[]): string[] {
  return [...files.filter(isProof), ...files.filter((file) => !isProof(file))];
}
