// `npm test`: installs what is missing, then every check and every kind of test, closing with one line of counts.
// Plain JavaScript for any Node from 20 on; what it starts runs with the Node 24 of node_modules.
import process from "node:process";
import { Buffer } from "node:buffer";
import console from "node:console";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { delimiter, join } from "node:path";
import { install, node } from "./install.mjs";
import { root } from "./install/nodePackages.mjs";

const minute = 60_000;

/**
 * What is run, in order. What only says whether all is well counts as one; suites leave their counts in out/results. One core is
 * enough for the checks, so that they go beside a suite that waits for git most of the time.
 */
const checks = [
  { name: "lint", args: ["node_modules/eslint/bin/eslint.js", "."], limit: 5 * minute },
  { name: "typecheck", args: ["node_modules/typescript/bin/tsc", "-p", "."], limit: 5 * minute },
  { name: "typecheck of pages", args: ["node_modules/typescript/bin/tsc", "-p", "src/pages"], limit: 5 * minute },
];
const contract = { name: "contract", args: ["test/support/mocha.ts", "contract"], limit: 10 * minute, counts: true };
const rest = [
  { name: "build", args: ["esbuild.js"], limit: 2 * minute },
  { name: "unit", args: ["test/support/mocha.ts", "unit"], limit: 10 * minute, counts: true },
  { name: "host", args: ["test/support/host.ts"], limit: 27 * minute, counts: true },
  { name: "e2e", args: ["test/support/mocha.ts", "e2e"], limit: 12 * minute, counts: true },
];

const bin = join(root, "node_modules/.bin");
const env = { ...process.env, FORGELINE_TEST_BRIEF: "1", PATH: [bin, process.env["PATH"]].join(delimiter) };
/** @type {Set<import("node:child_process").ChildProcess>} */
const running = new Set();
let stopped = false;
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) {
  process.once(signal, () => {
    stopped = true;
    for (const child of running) child.kill(signal);
    process.exitCode = 1;
  });
}

/** Runs one program; true when it ends with 0 in time. With `later`, what it says is said at its end. */
async function run({ name, args, limit }, later = false) {
  const head = `\n── ${name} ${"─".repeat(60 - name.length)}`;
  if (!later) console.log(head);
  const started = Date.now();
  const stream = later ? "pipe" : "inherit";
  const child = spawn(node, args, { cwd: root, env, stdio: ["ignore", stream, stream], timeout: limit });
  running.add(child);
  const said = [];
  for (const output of [child.stdout, child.stderr]) output?.on("data", (chunk) => said.push(chunk));
  const [code, signal] = await once(child, "close");
  running.delete(child);
  const seconds = ((Date.now() - started) / 1000).toFixed(1);
  if (later) console.log(head + "\n" + Buffer.concat(said).toString().trimEnd());
  console.log(code === 0 ? `${name}: done in ${seconds} s` : `${name}: FAILED (${signal === null ? `exit code ${code}` : `ended by ${signal}`}) after ${seconds} s`);
  return code === 0;
}

/** Runs one program and counts what came of it. */
async function count(one, later) {
  if (stopped) return;
  if (one.counts !== true) {
    if (await run(one, later)) passed += 1;
    else fail(one.name);
    return;
  }
  if (!hasTests(one.name)) {
    fail(one.name, `there are no tests in test/${one.name}`);
    return;
  }
  const ended = await run(one, later);
  const counts = countsOf(one.name);
  passed += counts?.passed ?? 0;
  // A suite that ended badly without naming a failure is one itself.
  for (const { title, error } of counts?.failures ?? []) fail(`${one.name}: ${title}`, error);
  if (counts === undefined || (!ended && counts.failed === 0)) fail(one.name, "it ended badly without naming a failure");
}

/** Counts it, to be told once more at the end. */
function fail(title, error) {
  failed += 1;
  failures.push(error === undefined ? title : `${title}\n${error.replace(/^/gm, "    ")}`);
}

async function countAll(all, later) {
  for (const one of all) await count(one, later);
}

/** What a suite counted; undefined when it died before it could. */
function countsOf(name) {
  try {
    return JSON.parse(readFileSync(join(root, "out/results", `${name}.json`), "utf8"));
  } catch {
    return undefined;
  }
}

function hasTests(name) {
  const folder = join(root, "test", name);
  return existsSync(folder) && readdirSync(folder, { recursive: true }).some((file) => file.endsWith(".test.ts"));
}

let passed = 0;
let failed = 0;
const failures = [];
for (const old of ["results", "logs", "screenshots"]) rmSync(join(root, "out", old), { recursive: true, force: true });
try {
  await install("test");
  await Promise.all([countAll(checks, true), count(contract, false)]);
  await countAll(rest, false);
} catch (error) {
  fail("the run", error instanceof Error ? error.message : String(error));
}
if (failures.length > 0) console.log(`\n── what failed ${"─".repeat(49)}\n${failures.map((failure) => `\n${failure}`).join("\n")}`);
console.log(`\n${passed} passed, ${failed} failed`);
if (failed > 0) process.exitCode = 1;
