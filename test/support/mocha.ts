/**
 * Runs one kind of tests in plain Node: `node test/support/mocha.ts unit [--grep TEXT] [--seed N] [--watch] [--beside KIND] [FILE…]`, in an
 * order that the seed decides. Unit tests go in batches, each in a process of its own: starting git takes longer the more memory the process holds
 * that starts it, and hundreds of test files hold much. Each file of the end-to-end tests has a process of its own as well, but those of
 * the folder oneWindow share two, as they share the editor in each.
 */
import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { existsSync, globSync, mkdirSync, watch, readFileSync } from "node:fs";
import { basename, dirname, join, relative } from "node:path";
import { parseArgs } from "node:util";
import { runChild } from "../../tools/children.ts";
import { root } from "../../tools/root.ts";
import { givenBy, serverFlags, variableOf } from "../contract/serverFlags.ts";
import type { TestEvent } from "./mochaEvents.ts";
import { runFiles } from "./mochaFiles.ts";
import { seedOf, shuffled } from "./seed.ts";
import { keepTemporaryFilesInMemory } from "./temporaryFiles.ts";
import { resultsFolder, TestReport } from "./testReport.ts";
import { hasTimeLimit, isProof, isTimeUp, proofsFirst } from "./timeLimit.ts";
import { Voice } from "./voice.ts";
import { watchTests } from "./watch.ts";

interface Batches {
  /** How many files share a process. */
  readonly files: number;
  /** How many of these run at a time; with --beside one, until the tests of that kind are over. */
  readonly atOnce: number;
  /** A folder whose files share a process, or one for each that runs at a time if they are many; they begin first since they take longest. */
  readonly together?: string;
}

/** Most files that share one process, whatever runs at a time. */
const fewShared = 4;
/** How many share one where there is a time limit: a process that has begun goes on to its end. */
const fewInTime = 2;

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
    beside: { type: "string" },
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
    const { packedVariable } = await import("../../tools/package.ts");
    process.env[packedVariable] = join(root, "out/e2e.vsix");
    await runChild(process.execPath, [join(root, "tools/package.ts"), process.env[packedVariable]], {
      cwd: root,
      milliseconds: 120_000,
    });
  }
  const mixed = shuffled(wanted.length === 0 ? all : wanted, seedOf(values.seed));
  const order = (hasTimeLimit ? proofsFirst(mixed) : mixed).map((file) => join(root, file));
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

/** Resolves when the tests of a kind have left their results, or when it is aborted. */
async function resultsOf(of: string, signal: AbortSignal): Promise<void> {
  mkdirSync(resultsFolder, { recursive: true });
  const changes = watch(resultsFolder, { signal });
  await new Promise<void>((resolve) => {
    const look = (): void => {
      if (existsSync(join(resultsFolder, `${of}.json`))) resolve();
    };
    changes.on("change", look).on("close", resolve);
    look();
  });
  changes.close();
}

/** Whether a file brings a window of its own: all files of a process share the namespaces of `vscode`. */
function hasOwnEditor(file: string): boolean {
  return /\/(?:signInEditor|wholeWindow)\.ts"/.test(readFileSync(file, "utf8"));
}

/** Deals files into as many groups, without empty ones. */
function dealt(files: readonly string[], groups: number): string[][] {
  const dealtTo = (group: number): string[] => files.filter((_file, at) => at % groups === group);
  return Array.from({ length: groups }, (_, group) => dealtTo(group)).filter((group) => group.length > 0);
}

/** Splits files into groups of a size, in their order. */
function inTurn(files: readonly string[], size: number): string[][] {
  return Array.from({ length: Math.ceil(files.length / size) }, (_, at) => files.slice(at * size, (at + 1) * size));
}

async function runBatches(files: readonly string[], { files: size, atOnce, together }: Batches): Promise<0 | 1> {
  const isShared = (file: string): boolean => basename(dirname(file)) === together;
  const [shared, apart] = [files.filter(isShared), files.filter((file) => !isShared(file))];
  const [own, others] = [apart.filter(hasOwnEditor), apart.filter((file) => !hasOwnEditor(file))];
  const batches = [
    ...(hasTimeLimit ? inTurn(shared, fewInTime) : dealt(shared, shared.length > fewShared ? atOnce : 1)),
    ...own.map((file) => [file]),
    ...inTurn(others, size),
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
      if (isTimeUp() && !batch.some(isProof)) {
        report.leave(batch, 1);
        continue;
      }
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
  const { beside } = values;
  const first = lane();
  const stopWaiting = new AbortController();
  void first.finally(() => stopWaiting.abort());
  if (beside !== undefined) await resultsOf(beside, stopWaiting.signal);
  await Promise.all([first, ...Array.from({ length: atOnce - 1 }, lane)]);
  return report.finish();
}
