/** Runs the parts of `npm test`, each in a group of processes of its own that ends with it. */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "../../tools/root.ts";
import type { RunCounts } from "./testReport.ts";
import type { TestSummary } from "./testSummary.ts";
import { untilVariable } from "./timeLimit.ts";

export interface Part {
  readonly name: string;
  /** For this Node, in the top folder. */
  readonly args: readonly string[];
  /** ms after which it is ended. */
  readonly limit: number;
  /** Leaves its counts in out/results; otherwise it counts as one test itself. */
  readonly counts?: true;
  /** Environment variables that it has of its own. */
  readonly env?: Readonly<Record<string, string>>;
  /** When it begins no further test files but proofs, in ms since the epoch. */
  readonly until?: number | undefined;
  /** It has no proofs, and is left out when its time is over before it begins. */
  readonly hasNoProofs?: true;
}

/** ms that a part has for its own end, once it is asked to. */
const patience = 15_000;

export class PartRunner {
  readonly #summary: TestSummary;
  readonly #running = new Set<ChildProcess>();
  #stopped = false;

  constructor(summary: TestSummary) {
    this.#summary = summary;
  }

  /** Runs parts one after the other. @param later whether what a part says is printed at its end, because another one prints meanwhile */
  async runAll(parts: readonly Part[], { later = false } = {}): Promise<void> {
    for (const part of parts) await this.run(part, later);
  }

  /** Runs one part and counts its results. */
  async run(part: Part, later = false): Promise<void> {
    if (this.#stopped) return;
    if (part.hasNoProofs === true && Date.now() > (part.until ?? Infinity)) {
      this.#summary.leave(part.name);
      return;
    }
    const ended = await this.#ended(part, later);
    if (part.counts !== true) {
      if (ended) this.#summary.pass();
      else this.#summary.fail(part.name);
      return;
    }
    const counts = countsOf(part.name);
    if (counts) this.#summary.add(part.name, counts);
    // A suite that ended badly without naming a failure is one itself.
    if (counts === undefined || (!ended && counts.failed === 0))
      this.#summary.fail(part.name, "it ended badly without naming a failure");
  }

  /** Ends all parts; no further part is started. */
  stop(): void {
    if (this.#stopped) return;
    this.#stopped = true;
    this.#summary.fail("the run", "it was interrupted");
    for (const child of this.#running) void endGroup(child);
  }

  /** True when it ends with 0 in time. */
  async #ended({ name, args, limit, env, until }: Part, later: boolean): Promise<boolean> {
    const head = `\n── ${name} ${"─".repeat(60 - name.length)}`;
    if (!later) console.log(head);
    const started = performance.now();
    const stream = later ? "pipe" : "inherit";
    const child = spawn(process.execPath, args, {
      cwd: root,
      env: { ...process.env, ...env, ...(until !== undefined && { [untilVariable]: String(until) }) },
      stdio: ["ignore", stream, stream],
      detached: true,
    });
    this.#running.add(child);
    const time = { isUp: false };
    const timer = setTimeout(() => {
      time.isUp = true;
      void endGroup(child);
    }, limit);
    const said: Buffer[] = [];
    for (const output of [child.stdout, child.stderr]) output?.on("data", (chunk: Buffer) => said.push(chunk));
    const [code, signal] = (await once(child, "close")) as [number | null, string | null];
    clearTimeout(timer);
    this.#running.delete(child);
    const milliseconds = performance.now() - started;
    this.#summary.addTime(name, milliseconds);
    if (later) console.log(`${head}\n${Buffer.concat(said).toString().trimEnd()}`);
    const outcome = time.isUp
      ? `took longer than ${limit / 60_000} minutes`
      : signal === null
        ? `exit code ${code}`
        : `ended by ${signal}`;
    console.log(
      code === 0
        ? `${name}: done in ${(milliseconds / 1000).toFixed(1)} s`
        : `${name}: FAILED (${outcome}) after ${(milliseconds / 1000).toFixed(1)} s`,
    );
    return code === 0;
  }
}

/** Ends the processes of a part with SIGTERM, then SIGKILL. */
async function endGroup(child: ChildProcess): Promise<void> {
  const send = (signal: NodeJS.Signals): void => {
    try {
      if (child.pid !== undefined) process.kill(-child.pid, signal);
    } catch {
      // They have ended.
    }
  };
  const closed = once(child, "close");
  send("SIGTERM");
  const timer = setTimeout(() => send("SIGKILL"), patience);
  await closed;
  clearTimeout(timer);
}

/** Counts of a suite; undefined if it crashed before it wrote them. */
function countsOf(name: string): RunCounts | undefined {
  try {
    return JSON.parse(readFileSync(join(root, "out/results", `${name}.json`), "utf8")) as RunCounts;
  } catch {
    return undefined;
  }
}
