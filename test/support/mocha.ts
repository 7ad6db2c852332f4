/**
 * Runs one kind of tests in plain Node: `node test/support/mocha.ts unit [--grep TEXT]`.
 * The unit tests go in batches, two at a time, each in a process of its own: starting git takes longer the more memory
 * the process holds that starts it, and hundreds of test files hold much.
 */
import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { globSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import type { TestEvent } from "./mochaEvents.ts";
import { runFiles } from "./mochaFiles.ts";
import { root, TestReport } from "./testReport.ts";
import { Voice } from "./voice.ts";

/** Which server the contract's calls are made against, instead of the local service; each also by FORGELINE_CONTRACT_BASE_URL and so on. */
const serverFlags = ["base-url", "token", "project", "ref", "group", "oauth-token", "client-id", "admin-token", "feed-user", "feed-token", "vulnerability"];
const filesAtOnce = 16;
const lanes = 2;

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { grep: { type: "string" }, ...Object.fromEntries(serverFlags.map((flag) => [flag, { type: "string" as const }])) },
});
const [kind = "unit"] = positionals;
for (const flag of serverFlags) {
  const value = (values as Readonly<Record<string, string | undefined>>)[flag];
  if (value === undefined) continue;
  if (kind !== "contract") throw new Error(`--${flag} is for the contract tests`);
  process.env[`FORGELINE_CONTRACT_${flag.replaceAll("-", "_").toUpperCase()}`] = value;
}
const { grep } = values;
const files = globSync(`test/${kind}/**/*.test.ts`, { cwd: root }).sort().map((file) => join(root, file));
if (kind === "unit" && grep === undefined) await runBatches();
else await runFiles({ kind, files, grep });

async function runBatches(): Promise<void> {
  const batches = Array.from({ length: Math.ceil(files.length / filesAtOnce) }, (_, at) => files.slice(at * filesAtOnce, (at + 1) * filesAtOnce));
  const report = new TestReport(kind, batches.length);
  await report.start();
  const running = new Set<ChildProcess>();
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) {
    process.once(signal, () => {
      batches.length = 0;
      for (const child of running) child.kill(signal);
    });
  }
  const lane = async (): Promise<void> => {
    for (let batch = batches.shift(); batch; batch = batches.shift()) {
      const voice = new Voice(report);
      const child = fork(join(import.meta.dirname, "mochaBatch.ts"), [kind, ...batch]);
      running.add(child);
      const failures: string[] = [];
      child.on("message", (event: TestEvent) => {
        if (event.type === "failed") failures.push(event.error);
        voice.hear(event);
      });
      const [code, signal] = (await once(child, "close")) as [number | null, string | null];
      running.delete(child);
      voice.tell();
      if (code !== 0 && failures.length === 0) report.addFailure(`a batch that begins with ${batch[0]}`, `Its process ended with ${code ?? signal}`);
    }
  };
  await Promise.all(Array.from({ length: lanes }, lane));
  process.exitCode = await report.finish();
}
