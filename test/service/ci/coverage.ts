import { stripVTControlCharacters } from "node:util";

/** Looks for a job's coverage in its output: the last line that the expression matches counts. */
export class CoverageScan {
  readonly #expression: RegExp | undefined;
  #line = "";
  #value: number | undefined;

  constructor(source: string | undefined) {
    try {
      this.#expression = source === undefined ? undefined : new RegExp(source);
    } catch {
      // Hosts accept RE2 expressions; one that only RE2 understands finds nothing.
      this.#expression = undefined;
    }
  }

  write(chunk: Buffer): void {
    if (this.#expression === undefined) return;
    const lines = (this.#line + chunk.toString("latin1")).split("\n");
    this.#line = lines.pop() ?? "";
    for (const line of lines) this.#scan(line);
  }

  /** Percent; undefined when no line matched. */
  end(): number | undefined {
    this.#scan(this.#line);
    this.#line = "";
    return this.#value;
  }

  #scan(line: string): void {
    const match = this.#expression?.exec(stripVTControlCharacters(line));
    const number = /\d+(?:\.\d+)?/.exec(match?.at(-1) ?? "");
    if (number !== null) this.#value = Number(number[0]);
  }
}
