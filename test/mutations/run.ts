/**
 * `npm run test:mutations -- --seed N --count N`: breaks lines of `src` that the tests execute, one at a time, drawn by the seed, and says which of
 * them no test notices. Each is tried by the test files that execute it, those that execute least first, until one fails.
 */
import { spawn } from "node:child_process";
import {
  cpSync,
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { availableParallelism, tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";
import { parseArgs } from "node:util";
import { runChild } from "../../tools/children.ts";
import { root } from "../../tools/root.ts";
import { seedOf, shuffled } from "../support/seed.ts";
import { keepTemporaryFilesInMemory } from "../support/temporaryFiles.ts";
import { inProcess } from "../window/suites.ts";
import { executedSites } from "./coverage.ts";
import { sitesOf } from "./sites.ts";

const { values } = parseArgs({ options: { seed: { type: "string" }, count: { type: "string" } } });
const seed = seedOf(values.seed);
const count = Number(values.count ?? 150);
/** Test files that a change is tried with at most. */
const mostTests = 60;
/** ms beyond three times what a test file takes otherwise, after which it hangs. */
const grace = 10_000;
/** Where every run of the same commit finds what was measured. */
const kept = join(root, "out/mutations");

keepTemporaryFilesInMemory();
const atOnce = availableParallelism();

interface Run {
  readonly passed: boolean;
  readonly milliseconds: number;
  readonly output: string;
}

/** Runs a test file in a copy. */
function runFile(tree: string, file: string, limit: number, coverage?: string): Promise<Run> {
  const kind = file.split("/")[1] ?? "";
  const args = kind === "host" ? ["test/window/run.ts", file] : ["test/support/mochaBatch.ts", kind, file];
  const started = performance.now();
  return new Promise((resolve) => {
    const child = spawn(process.execPath, args, {
      cwd: tree,
      detached: true,
      stdio: ["ignore", "pipe", "pipe"],
      env: {
        ...process.env,
        FORGELINE_TEST_SEED: "1",
        ...(coverage === undefined ? {} : { NODE_V8_COVERAGE: coverage }),
      },
    });
    let output = "";
    for (const stream of [child.stdout, child.stderr])
      stream.on("data", (chunk: Buffer) => (output = (output + chunk.toString()).slice(-2_000)));
    const timer = setTimeout(() => process.kill(-(child.pid ?? 0), "SIGKILL"), limit);
    child.once("close", (code) => {
      clearTimeout(timer);
      resolve({ passed: code === 0, milliseconds: performance.now() - started, output });
    });
  });
}

function grouped<K, V>(items: readonly V[], keyOf: (item: V) => K): Map<K, V[]> {
  const groups = new Map<K, V[]>();
  for (const item of items) groups.set(keyOf(item), [...(groups.get(keyOf(item)) ?? []), item]);
  return groups;
}

/** Copies what is tested. */
function copyTree(): string {
  const tree = mkdtempSync(join(tmpdir(), "forgeline-mutations-"));
  for (const name of files) cpSync(join(root, name), join(tree, name));
  cpSync(join(root, "dist"), join(tree, "dist"), { recursive: true });
  symlinkSync(join(root, "node_modules"), join(tree, "node_modules"));
  return tree;
}

/** Does work for all items, as many at a time as there are copies. */
async function forAll<T>(items: readonly T[], work: (item: T, tree: string) => Promise<void>): Promise<void> {
  const left = [...items];
  await Promise.all(
    trees.map(async (tree) => {
      for (let item = left.shift(); item !== undefined; item = left.shift()) await work(item, tree);
    }),
  );
}

const git = (...args: readonly string[]): Promise<string> => runChild("git", args, { cwd: root });
const files = (await git("ls-files", "-z", "--cached", "--others", "--exclude-standard"))
  .split("\0")
  .filter((name) => name !== "" && existsSync(join(root, name)));
const sites = globSync("src/**/*.ts", { cwd: root })
  .sort()
  .flatMap((file) => sitesOf(file, readFileSync(join(root, file), "utf8")));
const byFile = grouped(
  sites.map((site, number) => [number, site] as const),
  ([, { file }]) => file,
);
const tests = [
  ...["unit", "contract"].flatMap((kind) => globSync(`test/${kind}/**/*.test.ts`, { cwd: root })),
  ...inProcess,
].sort();

/** Of a test file: how long it takes (ms), and which sites it executes. */
interface Executed {
  readonly milliseconds: number;
  readonly sites: readonly number[];
}

const trees = Array.from({ length: atOnce }, copyTree);
process.on("exit", () => {
  for (const tree of trees) rmSync(tree, { recursive: true, force: true });
});

/** Measures which test file executes what. Those that fail in a copy, such as those about Git's files, are left out. */
async function measure(): Promise<Record<string, Executed>> {
  const state = `${(await git("rev-parse", "HEAD")).trim()} ${(await git("diff", "HEAD", "--", "src", "test", "tools", "contract")).length}`;
  const file = join(kept, "executed.json");
  if (existsSync(file)) {
    const known = JSON.parse(readFileSync(file, "utf8")) as { state: string; executed: Record<string, Executed> };
    if (known.state === state) return known.executed;
  }
  const executed: Record<string, Executed> = {};
  const failed: string[] = [];
  await forAll(tests, async (test, tree) => {
    const folder = mkdtempSync(join(tmpdir(), "forgeline-coverage-"));
    const { passed, milliseconds } = await runFile(tree, test, 300_000, folder);
    if (passed) executed[test] = { milliseconds, sites: await executedSites(folder, tree, byFile) };
    else failed.push(test);
    rmSync(folder, { recursive: true, force: true });
  });
  if (failed.length > 0) console.log(`  left out, since they fail in a copy: ${failed.join(", ")}`);
  mkdirSync(kept, { recursive: true });
  writeFileSync(file, JSON.stringify({ state, executed }));
  return executed;
}

/** How well the name of a test file fits that of a source file. */
const fits = (test: string, file: string): number =>
  basename(test, ".test.ts") === basename(file, ".ts") ? 2 : dirname(test).endsWith(dirname(file).slice(4)) ? 1 : 0;

const executed = await measure();
const concerned = new Map<number, string[]>();
for (const [test, { sites: numbers }] of Object.entries(executed))
  for (const number of numbers) concerned.set(number, [...(concerned.get(number) ?? []), test]);
/** One site of each line, drawn by the seed. */
const lines = grouped(
  [...concerned.keys()].sort((a, b) => a - b),
  (number) => `${sites[number]?.file}:${sites[number]?.line}`,
);
const drawn = shuffled([...lines.values()], seed)
  .slice(0, count)
  .map((choices) => shuffled(choices, seed)[0]!);
console.log(
  `  ${sites.length} places in ${byFile.size} files; ${lines.size} lines of them are executed by ${Object.keys(executed).length} test files`,
);

let noticed = 0;
const missed: string[] = [];
await forAll(drawn, async (number, tree) => {
  const site = sites[number]!;
  const source = readFileSync(join(root, site.file), "utf8");
  const path = join(tree, site.file);
  writeFileSync(path, source.slice(0, site.from) + site.text + source.slice(site.to));
  const order = (concerned.get(number) ?? []).sort(
    (one, other) =>
      fits(other, site.file) - fits(one, site.file) ||
      (executed[one]?.sites.length ?? 0) - (executed[other]?.sites.length ?? 0),
  );
  let by: string | undefined;
  for (const test of order.slice(0, mostTests)) {
    const run = await runFile(tree, test, 3 * (executed[test]?.milliseconds ?? 0) + grace);
    if (run.passed) continue;
    by = test;
    break;
  }
  writeFileSync(path, source);
  const before = source.slice(site.from, site.to).replace(/\s+/g, " ");
  const what = `${site.file}:${site.line} ${site.kind}: ${before.slice(0, 80)} → ${site.text.replace(/\s+/g, " ").slice(0, 80)}`;
  if (by === undefined) missed.push(`${what} (${order.length} test files)`);
  else noticed += 1;
  console.log(`  ${by === undefined ? "✗" : "✓"} ${what}${by === undefined ? "" : `  by ${by}`}`);
});
console.log(`\n  missed:\n${missed.map((line) => `    ${line}`).join("\n")}`);
console.log(`\n  mutations, seed ${seed}: ${noticed} of ${drawn.length} noticed, ${missed.length} missed`);
