/**
 * `npm run bench -- NAME […]` runs test/bench/NAME.ts. `npm run bench` builds, runs all of them, each in a process of its own and one after
 * the other, and writes what they measured to test/bench/RESULTS.md; nothing is written when one of them fails.
 */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { ensureEditor } from "../../tools/install/editor.mjs";
import { root } from "../../tools/root.ts";
import { benchmarkVariable, readResults, resultsVariable } from "./results.ts";
import { aboutOf, resultsPage, surroundings } from "./resultsPage.ts";

const folder = import.meta.dirname;
const page = path.join(folder, "RESULTS.md");
const collected = path.join(root, "out/bench.jsonl");
const support = new Set(["inWindow.ts", "openedWindows.ts", "run.ts", "results.ts", "resultsPage.ts"]);

const benchmarks = readdirSync(folder)
  .filter((file) => file.endsWith(".ts") && !support.has(file))
  .map((file) => file.slice(0, -3))
  .map((name) => ({ name, about: aboutOf(name, readFileSync(path.join(folder, `${name}.ts`), "utf8")) }));

const [given] = process.argv.slice(2);
if (given === undefined) await runAll();
else if (benchmarks.some(({ name }) => name === given)) {
  process.env[benchmarkVariable] = given;
  await import(path.join(folder, `${given}.ts`));
} else {
  const list = benchmarks.map(({ name, about }) => `  ${name.padEnd(14)} ${about}`).join("\n");
  console.error(`npm run bench -- NAME, where NAME is one of these; all of them without a name:\n${list}`);
  process.exitCode = 1;
}

async function runAll(): Promise<void> {
  mkdirSync(path.dirname(collected), { recursive: true });
  writeFileSync(collected, "");
  await ensureEditor();
  if (!(await run("esbuild.js"))) throw new Error("The build failed.");
  const failed: string[] = [];
  for (const { name } of benchmarks) {
    console.log(`\n── ${name} ${"─".repeat(60 - name.length)}`);
    if (!(await run("test/bench/run.ts", name))) failed.push(name);
  }
  const results = readResults(collected);
  const missed = results.filter(({ met }) => met === false);
  console.log(`\n${results.length} results, ${missed.length} goals not met${missed.length > 0 ? ":" : ""}`);
  for (const { benchmark, name } of missed) console.log(`  ${benchmark}: ${name}`);
  if (failed.length > 0) {
    console.error(`Failed: ${failed.join(", ")}. ${existsSync(page) ? "RESULTS.md stays as it was." : ""}`);
    process.exitCode = 1;
    return;
  }
  writeFileSync(page, resultsPage(benchmarks, results, surroundings()));
  console.log(`Written: ${path.relative(root, page)}`);
}

/** Runs a program of ours in a process of its own. Returns whether it succeeded. */
async function run(...args: readonly string[]): Promise<boolean> {
  const child = spawn(process.execPath, args, {
    cwd: root,
    stdio: "inherit",
    env: { ...process.env, [resultsVariable]: collected },
  });
  const [code] = (await once(child, "exit")) as [number | null];
  return code === 0;
}
