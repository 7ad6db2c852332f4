/**
 * `npm run test:mutations -- --seed N --count N [--only PATH,PATH]`: breaks lines of `src` that the tests execute, one at a time, drawn by the seed,
 * and says which of them no test notices. Each is tried by the test files that execute it, those that execute least first, until one fails.
 * `--only` draws from files whose paths begin so.
 */
import { createHash } from "node:crypto";
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
import { setTimeout as pause } from "node:timers/promises";
import { parseArgs } from "node:util";
import { runChild, startChild } from "../../tools/children.ts";
import { root } from "../../tools/root.ts";
import { Scope } from "../../tools/scope.ts";
import { readImportGraph } from "../support/importGraph.ts";
import { briefVariable } from "../support/results.ts";
import { seedOf, shuffled } from "../support/seed.ts";
import { keepTemporaryFilesInMemory } from "../support/temporaryFiles.ts";
import { inProcess } from "../window/suites.ts";
import { executedSites } from "./coverage.ts";
import { sitesOf } from "./sites.ts";

const { values } = parseArgs({
  options: { seed: { type: "string" }, count: { type: "string" }, only: { type: "string" } },
});
const seed = seedOf(values.seed);
const count = Number(values.count ?? 150);
/** Test files that a change is tried with at most. */
const mostTests = 60;
/** ms beyond three times what a test file takes otherwise, after which it hangs. */
const grace = 10_000;
/** Where the next run finds what was measured of test files that, with all they import, are the same. */
const kept = join(root, "out/mutations");

keepTemporaryFilesInMemory();

/** Runs a test file in a copy. Returns whether it passes in time, and how long it takes (ms). */
async function runFile(tree: string, file: string, limit: number, coverage?: string) {
  const kind = file.split("/")[1] ?? "";
  const args = kind === "host" ? ["test/window/run.ts", file] : ["test/support/mocha.ts", kind, file];
  const measured = coverage === undefined ? {} : { NODE_V8_COVERAGE: coverage };
  const env = { ...process.env, FORGELINE_TEST_SEED: "1", [briefVariable]: "1", ...measured };
  const started = performance.now();
  await using child = await startChild(process.execPath, args, { cwd: tree, env });
  const over = new AbortController();
  const code = await Promise.race([
    child.exited,
    pause(limit, undefined, { signal: over.signal }).catch(() => undefined),
  ]);
  over.abort();
  return { passed: code === 0, milliseconds: performance.now() - started };
}

function grouped<K, V>(items: readonly V[], keyOf: (item: V) => K): Map<K, V[]> {
  const groups = new Map<K, V[]>();
  for (const item of items) {
    const group = groups.get(keyOf(item));
    if (group) group.push(item);
    else groups.set(keyOf(item), [item]);
  }
  return groups;
}

/** Copies what is tested. */
async function copyTree(): Promise<string> {
  const tree = await scope.folder("forgeline-mutations-");
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
  /** A hash of the source, of the test file and of what it imports. */
  readonly state: string;
  readonly milliseconds: number;
  readonly sites: readonly number[];
}

await using scope = new Scope();
scope.endOnSignals();
const trees = await Promise.all(Array.from({ length: availableParallelism() }, copyTree));

/** Measures which test file executes what. Those that fail in a copy, such as those about Git's files, are left out. */
async function measure(): Promise<Record<string, Executed>> {
  const hashOf = (names: readonly string[]): string => {
    const hash = createHash("sha256");
    for (const name of names) hash.update(name).update(readFileSync(join(root, name)));
    return hash.digest("hex");
  };
  const source = hashOf(files.filter((name) => name.startsWith("src/")));
  const graph = await readImportGraph();
  const stateOf = (test: string): string =>
    `${source} ${hashOf([...graph.reachedFrom(test)].filter((name) => name.startsWith("test/")).sort())}`;
  const file = join(kept, "executed.json");
  const known = existsSync(file) ? (JSON.parse(readFileSync(file, "utf8")) as Record<string, Executed>) : {};
  const executed: Record<string, Executed> = {};
  const failed: string[] = [];
  await forAll(tests, async (test, tree) => {
    const state = stateOf(test);
    const before = known[test];
    if (before?.state === state) {
      executed[test] = before;
      return;
    }
    const folder = mkdtempSync(join(tmpdir(), "forgeline-coverage-"));
    const { passed, milliseconds } = await runFile(tree, test, 300_000, folder);
    if (passed) executed[test] = { state, milliseconds, sites: await executedSites(folder, tree, byFile) };
    else failed.push(test);
    rmSync(folder, { recursive: true, force: true });
  });
  if (failed.length > 0) console.log(`  left out, since they fail in a copy: ${failed.join(", ")}`);
  mkdirSync(kept, { recursive: true });
  writeFileSync(file, JSON.stringify(executed));
  return executed;
}

/** How well the name of a test file fits that of a source file. */
const fits = (test: string, file: string): number =>
  basename(test, ".test.ts") === basename(file, ".ts") ? 2 : dirname(test).endsWith(dirname(file).slice(4)) ? 1 : 0;

const executed = await measure();
const concerned = new Map<number, string[]>();
for (const [test, { sites: numbers }] of Object.entries(executed))
  for (const number of numbers) {
    const known = concerned.get(number);
    if (known) known.push(test);
    else concerned.set(number, [test]);
  }
const only = values.only?.split(",") ?? [""];
/** One site of each line, drawn by the seed. */
const lines = grouped(
  [...concerned.keys()]
    .filter((number) => only.some((start) => sites[number]?.file.startsWith(start)))
    .sort((a, b) => a - b),
  (number) => `${sites[number]?.file}:${sites[number]?.line}`,
);
const drawn = shuffled([...lines.values()], seed)
  .slice(0, count)
  .map((choices, at) => shuffled(choices, seed + at)[0]!);
console.log(
  `  ${sites.length} places in ${byFile.size} files; ${lines.size} lines of them are executed by ${Object.keys(executed).length} test files`,
);

let noticed = 0;
const missed: string[] = [];
await forAll(drawn, async (number, tree) => {
  const site = sites[number]!;
  const source = readFileSync(join(root, site.file), "utf8");
  const path = join(tree, site.file);
  const broken = source.slice(0, site.from) + site.text + source.slice(site.to);
  writeFileSync(path, broken);
  const order = (concerned.get(number) ?? []).sort(
    (one, other) =>
      fits(other, site.file) - fits(one, site.file) ||
      (executed[one]?.sites.length ?? 0) - (executed[other]?.sites.length ?? 0),
  );
  let by: string | undefined;
  const tried = order.slice(0, mostTests);
  for (const test of tried) {
    const limit = 3 * (executed[test]?.milliseconds ?? 0) + grace;
    if ((await runFile(tree, test, limit)).passed) continue;
    writeFileSync(path, source);
    // What fails without the change as well has not noticed it.
    if ((await runFile(tree, test, limit)).passed) {
      by = test;
      break;
    }
    writeFileSync(path, broken);
  }
  writeFileSync(path, source);
  const before = source.slice(site.from, site.to).replace(/\s+/g, " ");
  const what = `${site.file}:${site.line} ${site.kind}: ${before.slice(0, 80)} → ${site.text.replace(/\s+/g, " ").slice(0, 80)}`;
  if (by === undefined) missed.push(`${what} (tried ${tried.length} of ${order.length} test files)`);
  else noticed += 1;
  console.log(`  ${by === undefined ? "✗" : "✓"} ${what}${by === undefined ? "" : `  by ${by}`}`);
});
console.log(`\n  missed:\n${missed.map((line) => `    ${line}`).join("\n")}`);
console.log(`\n  mutations, seed ${seed}: ${noticed} of ${drawn.length} noticed, ${missed.length} missed`);
