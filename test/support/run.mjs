// `npm test`: installs what is missing, then every check and every kind of test, closing with one line of counts.
// Plain JavaScript for any Node from 20 on; what it starts runs with the Node 24 of node_modules.
import process from "node:process";
import console from "node:console";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { delimiter, join } from "node:path";
import { install, node } from "./install.mjs";
import { root } from "./install/nodePackages.mjs";

const minute = 60_000;

/** Programs whose success counts as one, in order. */
const checks = [
  { name: "lint", args: ["node_modules/eslint/bin/eslint.js", "."], limit: 5 * minute },
  { name: "typecheck", args: ["node_modules/typescript/bin/tsc", "-p", "."], limit: 5 * minute },
  { name: "typecheck of pages", args: ["node_modules/typescript/bin/tsc", "-p", "src/pages"], limit: 5 * minute },
  { name: "build", args: ["esbuild.js"], limit: 2 * minute },
];
/** Programs that leave their counts in out/results. */
const suites = [
  { name: "unit", args: ["test/support/mocha.ts", "unit"], limit: 10 * minute },
  { name: "contract", args: ["test/support/mocha.ts", "contract"], limit: 5 * minute },
  { name: "host", args: ["test/support/host.ts"], limit: 27 * minute },
  { name: "e2e", args: ["test/support/mocha.ts", "e2e"], limit: 12 * minute },
];

const bin = join(root, "node_modules/.bin");
const env = { ...process.env, PATH: [bin, process.env["PATH"]].join(delimiter) };
let running;
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) {
  process.once(signal, () => {
    running?.kill(signal);
    process.exitCode = 1;
    checks.length = suites.length = 0;
  });
}

/** Runs one program in the open; true when it ends with 0 in time. */
async function run({ name, args, limit }) {
  console.log(`\n── ${name} ${"─".repeat(60 - name.length)}`);
  const started = Date.now();
  running = spawn(node, args, { cwd: root, env, stdio: ["ignore", "inherit", "inherit"], timeout: limit });
  const [code, signal] = await once(running, "close");
  const seconds = ((Date.now() - started) / 1000).toFixed(1);
  console.log(code === 0 ? `${name}: done in ${seconds} s` : `${name}: FAILED (${signal === null ? `exit code ${code}` : `ended by ${signal}`}) after ${seconds} s`);
  return code === 0;
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
try {
  await install("test");
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  failed += 1;
  checks.length = suites.length = 0;
}
for (const old of ["results", "logs", "screenshots"]) rmSync(join(root, "out", old), { recursive: true, force: true });
for (const check of checks) {
  if (await run(check)) passed += 1;
  else failed += 1;
}
for (const suite of suites) {
  if (!hasTests(suite.name)) {
    console.log(`\n${suite.name}: FAILED, there are no tests in test/${suite.name}`);
    failed += 1;
    continue;
  }
  const ended = await run(suite);
  const counts = countsOf(suite.name);
  passed += counts?.passed ?? 0;
  // A suite that ended badly without naming a failure is one itself.
  failed += Math.max(counts?.failed ?? 0, ended && counts !== undefined ? 0 : 1);
}
console.log(`\n${passed} passed, ${failed} failed`);
if (failed > 0) process.exitCode = 1;
