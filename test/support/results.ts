/** What mocha's JSON reporter writes of each run, in out/results, and the summary of all of them. */
import { globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { stripVTControlCharacters } from "node:util";
import Mocha from "mocha";
import { root } from "../../tools/root.ts";
import { withSourceLines } from "./sourceLines.ts";

/** Environment variable with the folder of the results; a run within a test has one of its own. */
export const resultsVariable = "FORGELINE_TEST_RESULTS";
export const resultsFolder = process.env[resultsVariable] ?? join(root, "out/results");

interface Outcome {
  readonly fullTitle: string;
  readonly file?: string | null;
  /** ms */
  readonly duration?: number;
  readonly err?: { readonly message?: string; readonly stack?: string };
}
interface Result {
  readonly stats: { readonly passes: number; readonly pending: number; readonly failures: number };
  readonly passes: readonly Outcome[];
  readonly failures: readonly Outcome[];
}

/** Environment variable with the number of the part that a process belongs to. */
export const partVariable = "FORGELINE_TEST_PART";
/** Environment variable that is 1 where only the summary is printed, not each test. */
export const briefVariable = "FORGELINE_TEST_BRIEF";
const isBrief = (): boolean => process.env[briefVariable] === "1";

let written = 0;
/** Returns a file for the result of one run of mocha. @param number of the part */
function nextFile(part: string, number = process.env[partVariable] ?? "0"): string {
  mkdirSync(resultsFolder, { recursive: true });
  return join(resultsFolder, `${part}-${number}-${process.pid}-${(written += 1)}.json`);
}

/** Removes the results of an earlier run, unless this process is a part of one. */
export function clearResults(): void {
  if (process.env[partVariable] === undefined) rmSync(resultsFolder, { recursive: true, force: true });
}

/** Returns the counts of one part so far. */
export function countsOf(part: string, number: number): { readonly runs: number; readonly failures: number } {
  const results = read(`${part}-${number}-*.json`);
  return { runs: results.length, failures: results.reduce((sum, { stats }) => sum + stats.failures, 0) };
}

function read(pattern: string): (Result & { readonly part: string })[] {
  return globSync(pattern, { cwd: resultsFolder }).map((name) => ({
    part: name.split("-")[0] ?? "",
    ...(JSON.parse(readFileSync(join(resultsFolder, name), "utf8")) as Result),
  }));
}

/** Counts what is no test of mocha's as one. @param error why it failed */
export function addResult(part: string, fullTitle: string, error?: string): void {
  const outcome: Outcome = { fullTitle, ...(error !== undefined && { err: { message: error } }) };
  const failed = error === undefined ? [] : [outcome];
  const passed = error === undefined ? [outcome] : [];
  const stats = { passes: passed.length, pending: 0, failures: failed.length };
  writeFileSync(nextFile(part), JSON.stringify({ stats, passes: passed, failures: failed } satisfies Result));
}

/**
 * Runs what a mocha has loaded, and writes the result. Tests that were planned and did not run are a failure of their own: mocha drops those
 * behind a hook that failed.
 * @param watch adds listeners before the first test
 */
export async function runMocha(mocha: Mocha, part: string, watch?: (runner: Mocha.Runner) => void): Promise<void> {
  const output = nextFile(part);
  const runner = await new Promise<Mocha.Runner>((resolve) => {
    mocha.reporter(function results(run: Mocha.Runner, options: Mocha.MochaOptions) {
      new Mocha.reporters.JSON(run, { ...options, reporterOption: { output } } as Mocha.MochaOptions);
      if (!isBrief()) new Mocha.reporters.Spec(run, options);
      watch?.(run);
    } as unknown as Mocha.ReporterConstructor);
    const run = mocha.run(() => resolve(run));
  });
  const { stats, total } = runner;
  const dropped = total - (stats?.tests ?? 0);
  if (dropped > 0)
    addResult(
      part,
      `${dropped} planned tests of ${runner.suite.suites[0]?.title ?? "a run"} did not run`,
      "A hook failed.",
    );
}

/** Prints what failed, the slowest test files, and the counts, unless this process is a part of a run. Returns the exit code. */
export function printResults(): 0 | 1 {
  const number = process.env[partVariable];
  const results = read(number === undefined ? "*.json" : `*-${number}-*.json`);
  if (number !== undefined) return results.some(({ stats }) => stats.failures > 0) ? 1 : 0;
  const count = (key: keyof Result["stats"]): number => results.reduce((sum, { stats }) => sum + stats[key], 0);
  const parts = [...new Set(results.map(({ part }) => part))].sort();
  const failures = results.flatMap(({ part, failures: failed }) => failed.map((failure) => ({ part, ...failure })));
  const files = new Map<string, number>();
  for (const { file, duration = 0 } of results.flatMap(({ passes }) => passes))
    if (typeof file === "string") files.set(file, (files.get(file) ?? 0) + duration);
  const slowest = [...files].sort(([, one], [, other]) => other - one).slice(0, 10);
  if (files.size > 1)
    console.log(
      `\n── slowest files, without hooks\n${slowest.map(([file, ms]) => `${(ms / 1000).toFixed(1).padStart(7)} s  ${file.replace(`${root}/`, "")}`).join("\n")}`,
    );
  if (failures.length > 0) console.log("\n── what failed");
  for (const { part, fullTitle, err } of failures)
    console.log(
      `\n${part}: ${fullTitle}\n${withSourceLines(stripVTControlCharacters(err?.stack ?? err?.message ?? "")).replace(/^/gm, "    ")}`,
    );
  const [passed, failed, skipped] = [count("passes"), count("failures"), count("pending")];
  if (passed + failed === 0) console.log("\n  No test ran. Does the --grep match anything?");
  else console.log("\n── counts");
  for (const part of parts) {
    const own = results.filter((result) => result.part === part);
    const sum = (key: keyof Result["stats"]): number => own.reduce((all, { stats }) => all + stats[key], 0);
    console.log(
      `  ${part.padEnd(10)} ${String(sum("passes")).padStart(6)} passed ${String(sum("failures")).padStart(4)} failed`,
    );
  }
  if (skipped > 0) console.log(`  ${skipped} skipped`);
  console.log(`\n${passed} passed, ${failed} failed`);
  return failed === 0 && passed > 0 ? 0 : 1;
}
