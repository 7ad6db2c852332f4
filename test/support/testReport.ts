/**
 * Prints a run as it goes, repeats its failures at the end, and leaves its counts in out/results for `npm test`. There,
 * with FORGELINE_TEST_BRIEF, it prints only failures and progress.
 */
import { mkdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { stripVTControlCharacters } from "node:util";
import { root } from "../../tools/root.ts";
import type { TestEvent } from "./mochaEvents.ts";

/** Where each kind of tests leaves its results. */
export const resultsFolder = join(root, "out/results");
const printEvery = 30_000;
const indented = (text: string): string => stripVTControlCharacters(text).replace(/^/gm, "      ");

/** What a run leaves for `npm test` in out/results. */
export interface RunCounts {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
  readonly failures: readonly { readonly title: string; readonly error: string }[];
  /** Test files for which there was no time. */
  readonly left: readonly string[];
  /** Outermost suites with their times, hooks included. */
  readonly suites: readonly { readonly title: string; readonly milliseconds: number }[];
}

const mostDropped = 20;
/** A list of hundreds would hide the failure before it. */
const shownDropped = (titles: readonly string[]): readonly string[] =>
  titles.length <= mostDropped ? titles : [...titles.slice(0, mostDropped), `and ${titles.length - mostDropped} more`];

type TestEnd = Extract<TestEvent, { type: "passed" | "failed" | "skipped" }>;

export class TestReport {
  readonly #kind: string;
  readonly #brief: boolean;
  readonly #failures: { title: string; error: string }[] = [];
  readonly #suites: { title: string; milliseconds: number }[] = [];
  /** How many tests of a title are still to run. */
  readonly #planned = new Map<string, number>();
  readonly #left: string[] = [];
  #suite = "";
  #last = "nothing";
  #passed = 0;
  #skipped = 0;
  /** How many runs have not ended yet. */
  #running: number;
  #explained = false;
  #lastPrinted = Date.now();

  /** @param runs how many are reported as one */
  constructor(kind: string, runs = 1, brief = process.env["FORGELINE_TEST_BRIEF"] === "1") {
    this.#kind = kind;
    this.#brief = brief;
    this.#running = runs;
  }

  /** The file `npm test` reads. */
  get #file(): string {
    return join(resultsFolder, `${this.#kind}.json`);
  }

  /** Removes the counts of an earlier run. */
  async start(): Promise<void> {
    await rm(this.#file, { force: true });
  }

  add(event: TestEvent): void {
    switch (event.type) {
      case "planned":
        for (const title of event.titles) this.#plan(title, 1);
        return;
      case "suite":
        this.#suites.push({ title: event.title[0], milliseconds: event.milliseconds });
        return;
      case "end":
        this.#running -= 1;
        return;
      case "passed":
      case "failed":
      case "skipped":
        this.#count(event);
    }
  }

  #plan(title: readonly string[], more: 1 | -1): void {
    const key = title.join(" › ");
    this.#planned.set(key, (this.#planned.get(key) ?? 0) + more);
  }

  #count(event: TestEnd): void {
    this.#last = event.title.join(" › ");
    this.#plan(event.title, -1);
    if (event.type === "passed") this.#passed += 1;
    else if (event.type === "skipped") this.#skipped += 1;
    else this.#failures.push({ title: this.#last, error: stripVTControlCharacters(event.error) });
    if (this.#brief) this.#tellFailure(event);
    else this.#print(event);
  }

  #print(event: TestEnd): void {
    const suite = event.title.slice(0, -1).join(" › ");
    if (suite !== this.#suite) console.log(`\n  ${suite}`);
    this.#suite = suite;
    const name = event.title.at(-1) ?? "";
    if (event.type === "passed")
      console.log(`    ✓ ${name}${event.milliseconds > 200 ? ` (${event.milliseconds} ms)` : ""}`);
    else if (event.type === "skipped")
      console.log(`    - ${name}${event.reason === undefined ? "" : `: ${event.reason}`}`);
    else console.log(`    ✗ ${name}\n${indented(event.error)}`);
  }

  #tellFailure(event: TestEnd): void {
    if (event.type === "failed") console.log(`  ✗ ${this.#last}\n${indented(event.error)}`);
    else if (Date.now() - this.#lastPrinted < printEvery) return;
    else console.log(`  ${this.#kind}: ${this.#passed} passed so far, ${this.#failures.length} failed`);
    this.#lastPrinted = Date.now();
  }

  /** A failure outside any test: the window closed, the run was too long. */
  addFailure(title: string, error: string): void {
    this.#explained = true;
    this.#count({ type: "failed", title: [this.#kind, title], error });
  }

  /** Test files for which there was no time; a run of theirs alone does not begin. */
  leave(files: readonly string[], runs = 0): void {
    this.#left.push(...files);
    this.#running -= runs;
  }

  /** Prints the summary, writes the counts, and returns the exit code. Tests that were planned and did not run are failures. */
  async finish(): Promise<0 | 1> {
    if (this.#running > 0 && !this.#explained)
      this.addFailure("the run did not reach its end", `It ended after: ${this.#last}`);
    if (this.#passed + this.#failures.length + this.#left.length === 0)
      this.addFailure("no test ran", "Does the --grep match anything?");
    const dropped = [...this.#planned].flatMap(([title, count]) =>
      Array.from({ length: Math.max(count, 0) }, () => title),
    );
    if (dropped.length > 0)
      this.addFailure(
        `${dropped.length} planned tests did not run`,
        ["A hook failed, or the run ended before them:", ...shownDropped(dropped)].join("\n"),
      );
    if (this.#failures.length > 0 && !this.#brief)
      console.log(
        `\n  Failures:\n${this.#failures.map(({ title, error }) => `\n    ${title}\n${indented(error)}`).join("\n")}`,
      );
    const failed = this.#failures.length + Math.max(dropped.length - 1, 0);
    const counts = { passed: this.#passed, failed, skipped: this.#skipped };
    console.log(
      `\n  ${this.#kind}: ${counts.passed} passed, ${counts.failed} failed${counts.skipped > 0 ? `, ${counts.skipped} skipped` : ""}\n`,
    );
    await mkdir(resultsFolder, { recursive: true });
    await writeFile(
      this.#file,
      JSON.stringify({
        ...counts,
        failures: this.#failures,
        left: this.#left,
        suites: this.#suites,
      } satisfies RunCounts),
    );
    return counts.failed === 0 ? 0 : 1;
  }
}
