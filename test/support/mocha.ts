/**
 * Runs one kind of tests in plain Node: `node test/support/mocha.ts unit [--grep TEXT] [--seed N] [--watch] [--at-once N] [FILE…]`, in an
 * order that the seed decides. Unit tests go in batches, each in a process of its own: starting git takes longer the more memory the process holds
 * that starts it, and hundreds of test files hold much. Each file of the end-to-end tests has a process of its own as well, but those of
 * the folder oneWindow share theirs, as they share the editor in it.
 */
import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { globSync } from "node:fs";
import { basename, dirname, join, relative } from "node:path";
import { parseArgs } from "node:util";
import { givenBy, serverFlags, variableOf } from "../contract/serverFlags.ts";
import { runChild } from "./children.ts";
import type { TestEvent } from "./mochaEvents.ts";
import { runFiles } from "./mochaFiles.ts";
import { seedOf, shuffled } from "./seed.ts";
import { keepTemporaryFilesInMemory } from "./temporaryFiles.ts";
import { root, TestReport } from "./testReport.ts";
import { Voice } from "./voice.ts";
import { watchTests } from "./watch.ts";

interface Batches {
  /** How many files share a process. */
  readonly files: number;
  /** How many of these run at a time, unless --at-once says so. */
  readonly atOnce: number;
  /** A folder whose files share a process, which begins first since it takes longest. */
  readonly together?: string;
}

/** The other kinds run all in this process. */
const batched: Readonly<Record<string, Batches>> = {
  unit: { files: 16, atOnce: 2 },
  e2e: { files: 1, atOnce: 2, together: "oneWindow" },
};

keepTemporaryFilesInMemory();
const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: {
    grep: { type: "string" },
    seed: { type: "string" },
    watch: { type: "boolean" },
    "at-once": { type: "string" },
    ...Object.fromEntries(serverFlags.map((flag) => [flag, { type: "string" as const }])),
  },
});
const [kind = "unit", ...named] = positionals;
for (const flag of serverFlags) {
  const value = (values as Readonly<Record<string, string | undefined>>)[flag];
  if (value === undefined) continue;
  if (kind !== "contract") throw new Error(`--${flag} is for the contract tests`);
  process.env[variableOf(flag)] = value;
}
/** The calls against another server; the other files of the contract tests are about the client and the local service. */
const elsewhere = kind === "contract" && givenBy("base-url") !== undefined ? "server" : undefined;
const { grep } = values;
const all = globSync(`test/${kind}/**/${elsewhere ? "operations" : "*"}.test.ts`, { cwd: root }).sort();
const wanted = named.map((file) => relative(root, file));
const unknown = wanted.filter((file) => !all.includes(file));
if (unknown.length > 0) throw new Error(`There is no test file ${unknown.join(", ")}`);

if (values.watch === true)
  await watchTests(
    kind,
    process.argv.slice(3).filter((argument) => argument !== "--watch"),
  );
else {
  if (kind === "e2e") {
    const { packedVariable } = await import("./package.ts");
    process.env[packedVariable] = join(root, "out/e2e.vsix");
    await runChild(process.execPath, [join(root, "test/support/package.ts"), process.env[packedVariable]], {
      cwd: root,
      milliseconds: 120_000,
    });
  }
  const order = shuffled(wanted.length === 0 ? all : wanted, seedOf(values.seed)).map((file) => join(root, file));
  const batches = batched[kind];
  const wrong = elsewhere && (await (await import("../contract/checkServer.ts")).wrongWithServer());
  if (wrong !== undefined) console.error(`\n  ${wrong}\n`);
  process.exitCode =
    wrong !== undefined
      ? 1
      : batches === undefined || grep !== undefined
        ? await runFiles({ kind, files: order, grep, report: elsewhere })
        : await runBatches(order, batches);
}

async function runBatches(files: readonly string[], { files: size, atOnce, together }: Batches): Promise<0 | 1> {
  const isShared = (file: string): boolean => basename(dirname(file)) === together;
  const [shared, apart] = [files.filter(isShared), files.filter((file) => !isShared(file))];
  const batches = [
    ...(shared.length === 0 ? [] : [shared]),
    ...Array.from({ length: Math.ceil(apart.length / size) }, (_, at) => apart.slice(at * size, (at + 1) * size)),
  ];
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
      voice.flush();
      if (code !== 0 && failures.length === 0)
        report.addFailure(`a batch that begins with ${batch[0]}`, `Its process ended with ${code ?? signal}`);
    }
  };
  await Promise.all(Array.from({ length: Number(values["at-once"] ?? atOnce) }, lane));
  return report.finish();
}
