/**
 * Runs one kind of tests in plain Node: `node test/support/mocha.ts unit [--grep TEXT]`.
 * A run that leaves a timer, socket or process behind fails, as it would keep a person's editor busy.
 */
import { globSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import Mocha from "mocha";
import { sendEvents } from "./mochaEvents.ts";
import { root, TestReport } from "./testReport.ts";

const timeouts: Readonly<Record<string, number>> = { unit: 30_000, contract: 30_000, e2e: 300_000 };

/** Which server the contract's calls are made against, instead of the local service; each also by FORGELINE_CONTRACT_BASE_URL and so on. */
const serverFlags = ["base-url", "token", "project", "ref", "group", "oauth-token", "client-id", "admin-token", "feed-user", "feed-token", "vulnerability"];

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
process.setSourceMapsEnabled(true);
const report = new TestReport(kind);
await report.start();
const mocha = new Mocha({ timeout: timeouts[kind] ?? 10_000, forbidOnly: true, ...(values.grep === undefined ? {} : { grep: values.grep }) });
for (const file of globSync(`test/${kind}/**/*.test.ts`, { cwd: root }).sort()) mocha.addFile(join(root, file));
await mocha.loadFilesAsync();
await new Promise<void>((resolve) => {
  mocha.reporter(function quiet(runner: Mocha.Runner) {
    sendEvents(runner, (event) => report.add(event));
  } as unknown as Mocha.ReporterConstructor);
  mocha.run(() => resolve());
});
process.exitCode = await report.finish();
setTimeout(() => {
  console.error(`  The ${kind} tests left something running: ${process.getActiveResourcesInfo().join(", ")}`);
  process.exit(1);
}, 10_000).unref();
