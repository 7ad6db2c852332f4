/** The summary of `npm test`. */
import type { RunCounts } from "./testReport.ts";

const head = (title: string): string => `\n── ${title} ${"─".repeat(60 - title.length)}`;
const seconds = (milliseconds: number): string => `${(milliseconds / 1000).toFixed(1)} s`.padStart(9);
const slowest = 10;
const mostRepeated = 25;
/** The first lines of a failure, cut: whoever sees only the end of a long run still learns what came first. */
const inShort = (failure: string): string =>
  failure
    .split("\n")
    .slice(0, 3)
    .map((line) => line.slice(0, 200))
    .join("\n");

export class TestSummary {
  readonly #started = performance.now();
  readonly #parts: { readonly name: string; readonly milliseconds: number }[] = [];
  readonly #suites: { readonly title: string; readonly milliseconds: number }[] = [];
  readonly #failures: string[] = [];
  readonly #left: string[] = [];
  #passed = 0;
  #failed = 0;

  get failed(): number {
    return this.#failed;
  }

  /** Counts a part without counts of its own, which went well. */
  pass(): void {
    this.#passed += 1;
  }

  /** @param error printed below the title */
  fail(title: string, error?: string): void {
    this.#failed += 1;
    this.#print(title, error);
  }

  #print(title: string, error?: string): void {
    this.#failures.push(error === undefined ? title : `${title}\n${error.replace(/^/gm, "    ")}`);
  }

  addTime(name: string, milliseconds: number): void {
    this.#parts.push({ name, milliseconds });
  }

  add(kind: string, counts: RunCounts): void {
    this.#passed += counts.passed;
    this.#failed += counts.failed;
    if (counts.left.length > 0) this.leave(kind, counts.left.length);
    for (const { title, error } of counts.failures) this.#print(`${kind}: ${title}`, error);
    for (const { title, milliseconds } of counts.suites)
      this.#suites.push({ title: `${kind}: ${title}`, milliseconds });
  }

  /** A part, or as many of its test files, had no time to run. */
  leave(part: string, files?: number): void {
    this.#left.push(`${(files?.toLocaleString("en-US") ?? "all").padStart(9)}  test files of ${part}`);
  }

  print(seed: number): void {
    if (this.#failures.length > 0)
      console.log(`${head("what failed")}\n${this.#failures.map((failure) => `\n${failure}`).join("\n")}`);
    // Dozens of them are most often one, with all that it took along.
    if (this.#failures.length > 3)
      console.log(`${head("what failed, in short")}\n${this.#failures.slice(0, mostRepeated).map(inShort).join("\n")}`);
    console.log(head("time"));
    for (const { name, milliseconds } of this.#parts) console.log(`${seconds(milliseconds)}  ${name}`);
    console.log(`${seconds(performance.now() - this.#started)}  in all`);
    const suites = this.#suites.toSorted((a, b) => b.milliseconds - a.milliseconds).slice(0, slowest);
    if (suites.length > 0) console.log(head("slowest suites"));
    for (const { title, milliseconds } of suites) console.log(`${seconds(milliseconds)}  ${title}`);
    if (this.#left.length > 0) {
      console.log(head("left out, for lack of time"));
      for (const line of this.#left) console.log(line);
      console.log("\n  npm run test:all runs everything.");
    }
    console.log(
      `\n  With -- --seed ${seed} the suites have the same order.\n\n${this.#passed} passed, ${this.#failed} failed`,
    );
  }
}
