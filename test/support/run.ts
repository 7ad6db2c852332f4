/**
 * `npm test [-- --seed N] [--changed [COMMIT]] [--no-window]`: every check and test but those of `npm run test:all`, which runs every suite in a
 * real VS Code as well; `npm run test:long` runs whole what both shorten. `node test/support/run.ts KIND [--grep TEXT] [--watch] [FILE…]` runs
 * one kind: unit, contract, window, browser, e2e. Ends with what failed, times, and one line of counts.
 */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { join, relative } from "node:path";
import { parseArgs } from "node:util";
import { packedVariable } from "../../tools/package.ts";
import { root } from "../../tools/root.ts";
import { inProcess, isReal } from "../window/suites.ts";
import { branchStart, changedFiles } from "./changedFiles.ts";
import { concernedTests } from "./concernedTests.ts";
import { readImportGraph, testFiles } from "./importGraph.ts";
import { allVariable, figuresVariable, longVariable } from "./long.ts";
import { addResult, briefVariable, clearResults, countsOf, partVariable, printResults } from "./results.ts";
import { seedOf, seedVariable, shuffled } from "./seed.ts";
import { keepTemporaryFilesInMemory } from "./temporaryFiles.ts";
import { watchTests } from "./watch.ts";

/** A process of the run; it writes results, or counts as one test itself. */
interface Part {
  readonly name: string;
  /** For this Node, in the top folder. */
  readonly args: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  readonly isTest?: true;
}

const kinds = ["unit", "contract", "window", "browser", "e2e"] as const;
type Kind = (typeof kinds)[number];
const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: {
    grep: { type: "string" },
    seed: { type: "string" },
    watch: { type: "boolean" },
    changed: { type: "boolean" },
    all: { type: "boolean" },
    long: { type: "boolean" },
    "no-window": { type: "boolean" },
  },
});
const kind = kinds.find((name) => name === positionals[0]);
const named = positionals.slice(kind === undefined ? 0 : 1).map((file) => relative(root, file));
if (values.watch === true) await watchTests(kind ?? "unit", values.grep === undefined ? [] : ["--grep", values.grep]);

const begin = performance.now();
const seed = seedOf(values.seed);
process.env[seedVariable] = String(seed);
keepTemporaryFilesInMemory();
// Hundreds of processes read the same TypeScript.
process.env["NODE_COMPILE_CACHE"] ??= join(root, "node_modules/.cache/node");
clearResults();
/** A few files are watched test by test. */
const isWatched = kind !== undefined && (named.length > 0 || values.grep !== undefined);

const minute = 60_000;
/** ms after which a part counts as hanging, also on a machine that is three times slower than usual. */
const longestPart = (values.long === true ? 90 : 45) * minute;
const running = new Set<ChildProcess>();
/** ms and processor time (ms) of each kind of parts. */
const times = new Map<string, { milliseconds: number; processor: number }>();
let interrupted = false;
/** Fulfilled when the extension that windows load is built. */
let built = Promise.resolve();
let started = 0;
const seconds = (ms: number): string => `${(ms / 1000).toFixed(1).padStart(7)} s`;

/** Processor time (ms) of this process's children that have ended, and of theirs; 0 where the system does not say. */
function childrenTime(): number {
  try {
    const fields = readFileSync("/proc/self/stat", "utf8").split(") ")[1]!.split(" ");
    return 10 * (Number(fields[13]) + Number(fields[14]));
  } catch {
    return 0;
  }
}
let counted = childrenTime();

/** Processor time (ms) of the whole machine: browsers leave processes behind that nobody waits for. Undefined where the system does not say. */
function machineTime(): number | undefined {
  try {
    const [line = ""] = readFileSync("/proc/stat", "utf8").split("\n", 1);
    const [user = 0, nice = 0, system = 0, , , interrupts = 0, soft = 0] = line.split(/\s+/).slice(1).map(Number);
    return 10 * (user + nice + system + interrupts + soft);
  } catch {
    return undefined;
  }
}
const machineBegan = machineTime();

/** Runs a part in a group of processes of its own, which ends with it. */
async function run({ name, args, env, isTest }: Part): Promise<void> {
  if (name === "window" || name === "unit") await built;
  const begun = performance.now();
  const number = (started += 1);
  const child = spawn(process.execPath, args, {
    cwd: root,
    env: { ...process.env, [partVariable]: String(number), [briefVariable]: isWatched ? "0" : "1", ...env },
    stdio: ["ignore", "pipe", "pipe"],
    detached: true,
  });
  running.add(child);
  const said: Buffer[] = [];
  for (const stream of [child.stdout, child.stderr])
    stream.on("data", (chunk: Buffer) => (isWatched ? process.stdout.write(chunk) : said.push(chunk)));
  const timer = setTimeout(() => end(child, "SIGKILL"), longestPart);
  const [code, signal] = (await once(child, "close")) as [number | null, string | null];
  clearTimeout(timer);
  running.delete(child);
  const used = childrenTime();
  const { milliseconds, processor } = times.get(name) ?? { milliseconds: 0, processor: 0 };
  times.set(name, { milliseconds: milliseconds + performance.now() - begun, processor: processor + used - counted });
  counted = used;
  const text = Buffer.concat(said).toString().trim();
  if (text !== "") console.log(`── ${name}\n${text}`);
  const { runs, failures } = countsOf(name, number);
  if (code === 0 && isTest === true) addResult(name, name);
  else if (code === 0 ? runs === 0 : failures === 0)
    addResult(
      name,
      `${name} ${args.join(" ").slice(0, 200)}`,
      `It ended with ${signal ?? code}.\n${text.slice(-2_000)}`,
    );
}

function end(child: ChildProcess, signal: NodeJS.Signals): void {
  try {
    if (child.pid !== undefined) process.kill(-child.pid, signal);
  } catch {
    // It has ended.
  }
}

/** Runs the parts that are left, one after the other, beside other lanes. */
async function runLane(left: Part[]): Promise<void> {
  for (let part = left.shift(); part !== undefined && !interrupted; part = left.shift()) await run(part);
}

/** Whether a file has a process of its own: all files of a process share the namespaces of `vscode`, all stories the demo's window. */
const isAlone: Readonly<Partial<Record<Kind, (file: string) => boolean>>> = {
  unit: (file) => /\/(?:signInEditor|wholeWindow)\.ts"/.test(readFileSync(join(root, file), "utf8")),
  e2e: (file) => !file.includes("/oneWindow/"),
};

/** The first minutes with the demo come before all other stories, its end after them. */
const place = (file: string): number =>
  file.endsWith("/demoStart.test.ts") ? 0 : file.endsWith("/demoEnd.test.ts") ? 2 : 1;

function groups(files: readonly string[], size: number): string[][] {
  return Array.from({ length: Math.ceil(files.length / size) }, (_, at) => files.slice(at * size, (at + 1) * size));
}

/** How many files share a process: enough parts for both lanes to end at once. */
const sizes: Readonly<Partial<Record<Kind, number>>> = { unit: 85, window: 30 };

/** The processes that run files of one kind, in the order of the seed. */
function tests(of: Kind, files: readonly string[]): Part[] {
  const order = shuffled(files, seed).sort((one, other) => place(one) - place(other));
  const own = order.filter((file) => isAlone[of]?.(file) === true);
  const shared = order.filter((file) => !own.includes(file));
  const script = of === "window" ? ["test/window/run.ts"] : ["test/support/mocha.ts", of];
  const grep = values.grep === undefined ? [] : ["--grep", values.grep];
  const size = Math.ceil(
    shared.length / Math.ceil(shared.length / Math.min(sizes[of] ?? Infinity, shared.length || 1)),
  );
  return [...groups(shared, size), ...own.map((file) => [file])].map((group) => ({
    name: of,
    args: [...script, ...grep, ...group],
  }));
}

const realWindow = (...args: readonly string[]): Part => ({ name: "host", args: ["test/support/host.ts", ...args] });
/** Its results have a name of their own. */
const oldestWindow = (...args: readonly string[]): Part => ({
  ...realWindow("--vscode", "oldest", ...args),
  name: "oldest",
});
const checks: readonly Part[] = [
  { name: "format", args: ["node_modules/oxfmt/bin/oxfmt", "--check"], isTest: true },
  // The types as well. To look for memory that is free again would be a quarter of its time; without, it takes 2.5 GB.
  {
    name: "lint",
    args: ["node_modules/oxlint/bin/oxlint"],
    env: { GOGC: "off", GOMEMLIMIT: "3GiB" },
    isTest: true,
  },
];

/** Test files by kind; `host` are those for a real window. */
type FileSets = Readonly<Record<Kind | "host", readonly string[]>>;
const sets = [...kinds, "host"] as const;
const setsOf = (files: (of: Kind | "host") => readonly string[]): FileSets =>
  Object.fromEntries(sets.map((of) => [of, files(of)])) as FileSets;

/** Returns the test files to run. */
async function chosenFiles(): Promise<FileSets> {
  const all = setsOf((of) => (of === "window" ? inProcess : testFiles(of)));
  if (kind !== undefined) {
    const unknown = named.filter((file) => !all[kind].includes(file));
    if (unknown.length > 0) throw new Error(`There is no ${kind} test file ${unknown.join(", ")}`);
    return setsOf((of) => (of !== kind ? [] : named.length > 0 ? named : all[of]));
  }
  let files: (of: Kind | "host") => readonly string[] = (of) => all[of];
  if (values.long === true) {
    const graph = await readImportGraph();
    files = (of) => graph.concerned(all[of], new Set(["test/support/long.ts"]));
  } else if (values.changed === true) {
    const since = named[0] ?? branchStart();
    const changed = changedFiles(since);
    if (changed.length === 0) throw new Error(`Nothing differs from ${since}.`);
    const { kinds: concerned, remarks } = concernedTests(changed, await readImportGraph());
    console.log([`  ${changed.length} changed since ${since}`, ...remarks].join("\n  "));
    files = (of) => all[of].filter((file) => concerned[of === "window" ? "host" : of]?.includes(file));
  }
  const inWindows: readonly string[] = values["no-window"] === true ? ["host", "browser", "e2e"] : [];
  return setsOf((of) => (inWindows.includes(of) ? [] : files(of)));
}

/** What runs in the process, and in browsers and VS Code's windows, which wait much of the time. */
async function planned(): Promise<{ readonly here: Part[]; readonly windows: Part[] }> {
  const files = await chosenFiles();
  const isWhole = values.all === true || values.long === true;
  const real = isWhole ? files.host : files.host.filter(isReal);
  const here = [
    ...tests("contract", files.contract),
    ...(kind === undefined && values.long !== true ? checks : []),
    ...tests("window", values.long === true ? [] : files.window),
    ...tests("unit", files.unit),
  ];
  const windows = [
    ...tests("e2e", files.e2e),
    ...(real.length === 0 ? [] : [realWindow(...(isWhole ? [] : ["--grep", "@window"]), ...real)]),
    ...(values.all === true ? [oldestWindow("--grep", "@oldest")] : []),
    ...(values.long === true ? [{ ...oldestWindow(), env: { [longVariable]: "0" } }] : []),
    ...tests("browser", files.browser),
  ];
  // One after the other, where they measure.
  return values.long === true ? { here: [], windows: [...here, ...windows] } : { here, windows };
}

/** ms for a fixed piece of work: how fast the machine is at the moment. */
function referenceLoop(): number {
  const begun = performance.now();
  let state = 1;
  for (let step = 0; step < 100_000_000; step += 1) state = Math.imul(state ^ (state >>> 15), 0x2c1b3c6d | 1) + step;
  return performance.now() - begun + (state === 0 ? 1 : 0);
}

const figures = join(root, "out/figures.txt");
if (values.long === true) {
  process.env[longVariable] = "1";
  process.env[figuresVariable] = figures;
  mkdirSync(join(root, "out"), { recursive: true });
  writeFileSync(figures, "");
}
if (values.all === true || kind === "e2e") process.env[allVariable] = "1";
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const)
  process.on(signal, () => {
    if (!interrupted) addResult("run", "the run", "It was interrupted.");
    interrupted = true;
    for (const child of running) end(child, "SIGTERM");
  });
for (const old of ["logs", "screenshots"]) rmSync(join(root, "out", old), { recursive: true, force: true });
const reference = isWatched ? 0 : referenceLoop();
try {
  const { here, windows } = await planned();
  if (windows.some(({ name }) => name === "e2e")) {
    process.env[packedVariable] = join(root, "out/e2e.vsix");
    built = run({ name: "package", args: ["tools/package.ts", process.env[packedVariable]], isTest: true });
  } else if (kind === undefined || kind === "window") {
    built = run({ name: "build", args: ["esbuild.js"], isTest: true });
  }
  // One lane for each processor: where more run at a time, all of them take longer.
  const others = Array.from({ length: availableParallelism() - 1 }, () => runLane(here));
  await Promise.all([built.then(() => runLane(windows)).then(() => runLane(here)), ...others]);
} catch (error) {
  addResult("run", "the run", error instanceof Error ? error.message : String(error));
}
if (values.long === true) console.log(`\n── figures\n${readFileSync(figures, "utf8").trimEnd()}`);
if (!isWatched) {
  const own = process.cpuUsage();
  const used = childrenTime() + (own.user + own.system) / 1000;
  const machine = machineBegan === undefined ? 0 : (machineTime() ?? machineBegan) - machineBegan;
  console.log("\n── time, processor time");
  for (const [name, { milliseconds, processor }] of times)
    console.log(`${seconds(milliseconds)} ${seconds(processor)}  ${name}`);
  console.log(
    `${seconds(performance.now() - begin)} ${seconds(used)}  in all, ${(machine / 1000).toFixed(0)} s of the machine; reference loop ${reference.toFixed(0)} ms`,
  );
  console.log(`  The same order: --seed ${seed}`);
}
process.exitCode = printResults();
