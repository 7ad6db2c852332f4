/**
 * `npm test [-- --seed N] [--changed [COMMIT]]`: every check, and of every kind of test what fits in 12 minutes, or what a change
 * concerns; ends with what failed, the time of each part, the slowest suites, what there was no time for, and one line of counts.
 * `npm run test:all`: all tests. `npm run test:long`: the tests that both shorten, whole, and the figures they print; and all tests of the
 * host on the oldest VS Code.
 */
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { root } from "../../tools/root.ts";
import { inProcess, twins } from "../window/suites.ts";
import { branchStart, changedFiles } from "./changedFiles.ts";
import { concernedTests } from "./concernedTests.ts";
import { readImportGraph, testFiles } from "./importGraph.ts";
import { figuresVariable, longVariable } from "./long.ts";
import { type Part, PartRunner } from "./partRunner.ts";
import { seedOf, seedVariable } from "./seed.ts";
import { keepTemporaryFilesInMemory } from "./temporaryFiles.ts";
import { TestSummary } from "./testSummary.ts";

// The limits end what hangs, also on a machine that is three times slower than usual.
const minute = 60_000;
const started = Date.now();

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: {
    seed: { type: "string" },
    changed: { type: "boolean" },
    all: { type: "boolean" },
    long: { type: "boolean" },
  },
});
const seed = seedOf(values.seed);
process.env[seedVariable] = String(seed);
process.env["FORGELINE_TEST_BRIEF"] = "1";
keepTemporaryFilesInMemory();
// Hundreds of processes read the same TypeScript.
process.env["NODE_COMPILE_CACHE"] ??= join(root, "node_modules/.cache/node");

const build: Part = { name: "build", args: ["esbuild.js"], limit: 2 * minute };
const format: Part = { name: "format", args: ["node_modules/oxfmt/bin/oxfmt", "--check"], limit: 2 * minute };
/** The types as well. */
const lint: Part = { name: "lint", args: ["node_modules/oxlint/bin/oxlint"], limit: 15 * minute };
/** On the oldest VS Code. @param args flags */
const oldest = (limit: number, ...args: readonly string[]): Part => ({
  name: "oldest",
  args: ["test/support/host.ts", "--vscode", "oldest", ...args],
  limit,
  counts: true,
});
/** @param args files to run, or flags */
const tests = (kind: string, limit: number, args: readonly string[] = []): Part =>
  kind === "host"
    ? { name: kind, args: ["test/support/host.ts", ...args], limit, counts: true }
    : { name: kind, args: ["test/support/mocha.ts", kind, ...args], limit, counts: true };

/** Suites of `host` in the process. */
const inWindow = (files: readonly string[]): Part => ({
  name: "window",
  args: ["test/window/run.ts", ...files],
  limit: 60 * minute,
  counts: true,
});
const isInProcess = (file: string): boolean => inProcess.includes(file);
const isReal = (file: string): boolean => !isInProcess(file) || file === twins;

/** The parts that run some files of a kind; none where there are no such files. */
function of(kind: string, files: readonly string[] = []): Part[] {
  if (files.length === 0) return [];
  if (kind !== "host") return [tests(kind, 90 * minute, files)];
  const real = files.filter(isReal);
  const here = files.filter(isInProcess);
  return [
    ...(real.length === 0 ? [] : [tests("host", 90 * minute, real)]),
    ...(here.length === 0 ? [] : [inWindow(here)]),
  ];
}

/**
 * Parts of one row run one after the other, the rows side by side: windows wait much of the time, and leave room for the rest. Two of
 * `host` and one of what comes beside it keep two processors busy to the end.
 */
async function rows(): Promise<readonly (readonly Part[])[]> {
  if (values.long === true) {
    const graph = await readImportGraph();
    const long = new Set(["test/support/long.ts"]);
    // One after the other: they measure.
    return [
      [
        ...["contract", "unit", "host", "e2e"].flatMap((kind) => of(kind, graph.concerned(testFiles(kind), long))),
        // What takes long is the same on every VS Code.
        { ...oldest(90 * minute), env: { [longVariable]: "0" } },
      ],
    ];
  }
  if (values.changed === true) return concernedRows();
  if (values.all === true) {
    return [
      [tests("host", 85 * minute)],
      [
        format,
        lint,
        tests("contract", 45 * minute),
        inWindow(inProcess),
        tests("unit", 60 * minute, ["--beside", "host"]),
        oldest(30 * minute, "--smoke"),
        tests("e2e", 60 * minute, ["--beside", "host"]),
      ],
    ];
  }
  // What began in time ends within 12 minutes on two cores at their usual speed.
  const until = (part: Part, minutes: number): Part => ({ ...part, until: started + minutes * minute });
  return [
    // The proofs in the demo begin at once, and little else there: a demo takes a minute to start.
    [until(tests("e2e", 60 * minute), 1.5), until(tests("host", 85 * minute, testFiles("host").filter(isReal)), 7)],
    [
      format,
      lint,
      tests("contract", 45 * minute),
      until(tests("unit", 60 * minute, ["--beside", "host"]), 10.5),
      inWindow(inProcess),
      { ...until(oldest(30 * minute, "--smoke"), 7), hasNoProofs: true },
    ],
  ];
}

async function concernedRows(): Promise<readonly (readonly Part[])[]> {
  const since = positionals[0] ?? branchStart();
  const changed = changedFiles(since);
  if (changed.length === 0) throw new Error(`Nothing differs from ${since}.`);
  const { kinds, remarks } = concernedTests(changed, await readImportGraph());
  console.log([`  ${changed.length} changed since ${since}`, ...remarks].join("\n  "));
  return [
    [...of("host", kinds["host"]), ...of("e2e", kinds["e2e"])],
    [format, lint, ...of("contract", kinds["contract"]), ...of("unit", kinds["unit"])],
  ];
}

const figures = join(root, "out/figures.txt");
if (values.long === true) {
  process.env[longVariable] = "1";
  process.env[figuresVariable] = figures;
  mkdirSync(join(root, "out"), { recursive: true });
  writeFileSync(figures, "");
}
const summary = new TestSummary();
const runner = new PartRunner(summary);
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, () => runner.stop());
for (const old of ["results", "logs", "screenshots"]) rmSync(join(root, "out", old), { recursive: true, force: true });
try {
  const wanted = await rows();
  await runner.run(build);
  await Promise.all(wanted.map((row, at) => runner.runAll(row, { later: at > 0 })));
} catch (error) {
  summary.fail("the run", error instanceof Error ? error.message : String(error));
}
if (values.long === true) console.log(`\n── figures ${"─".repeat(52)}\n${readFileSync(figures, "utf8").trimEnd()}`);
summary.print(seed);
process.exitCode = summary.failed > 0 ? 1 : 0;
