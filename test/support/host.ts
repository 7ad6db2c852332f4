/**
 * Runs test/host inside a real VS Code against the local service:
 * `node test/support/host.ts [--grep TEXT] [--vscode oldest [--smoke]] [--desktop] [--windows N] [--seed N] [FILE…]`.
 * `--grep @window` runs what only a real window shows, `--grep @oldest` (`--smoke`) what is tried on the oldest VS Code: a tag like these
 * is in the title of a test or of its suite, and files without it are not loaded.
 * A window is VS Code's own server in headless Chromium; with --desktop or FORGELINE_VSCODE (a path or `download`)
 * it is the desktop editor. A window is idle most of the time, so two windows share the suites; the one that is done
 * first takes suites from the other. Those that need a special workspace run afterwards in windows of their own; with --grep only if their files
 * contain the text, and never on the desktop.
 * With `--vscode oldest` it is the oldest VS Code of `engines.vscode`.
 */
import { readFileSync } from "node:fs";
import { rm } from "node:fs/promises";
import { join, relative } from "node:path";
import { setTimeout } from "node:timers/promises";
import { parseArgs } from "node:util";
import { root } from "../../tools/root.ts";
import { Scope } from "../../tools/scope.ts";
import { bundled, bundleHostTests, suitesOf } from "./hostBundle.ts";
import { runHostWindow } from "./hostWindow.ts";
import { type HostWorkspaceKind, specialWorkspaces } from "./hostWorkspaces.ts";
import { testFiles } from "./importGraph.ts";
import { seedOf, seedVariable } from "./seed.ts";
import { keepTemporaryFilesInMemory } from "./temporaryFiles.ts";
import { TestReport } from "./testReport.ts";
import { hasTimeLimit, isProof, isTimeUp } from "./timeLimit.ts";
import { Voice } from "./voice.ts";

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: {
    grep: { type: "string" },
    vscode: { type: "string", default: "newest" },
    smoke: { type: "boolean", default: false },
    desktop: { type: "boolean", default: false },
    windows: { type: "string" },
    seed: { type: "string" },
  },
});
/** In the titles of tests that are the choice for the oldest VS Code. */
const oldestTag = "@oldest";
const { vscode, smoke } = values;
if (vscode !== "newest" && vscode !== "oldest") throw new Error("--vscode is newest or oldest");
if (vscode === "oldest" && values.desktop) throw new Error("--vscode oldest is VS Code's server, not a desktop");
const name = vscode === "oldest" ? "oldest" : "host";
const desktop = values.desktop
  ? (process.env["FORGELINE_VSCODE"] ?? "download")
  : vscode === "oldest"
    ? undefined
    : process.env["FORGELINE_VSCODE"];
const grep = smoke ? oldestTag : values.grep;
const all = testFiles("host").filter((file) => vscode === "oldest" || !file.startsWith("test/host/oldest/"));
const textOf = (file: string): string => readFileSync(join(root, file), "utf8");
const hasGrep = (file: string): boolean => grep === undefined || textOf(file).includes(grep);
const isTag = grep?.startsWith("@") === true;
const files = all
  .filter((file) => positionals.length === 0 || positionals.some((path) => relative(root, path) === file))
  .filter((file) => !isTag || hasGrep(file));
/** With `--grep` or files, only the suites that match. */
const isWanted = (file: string): boolean => files.includes(file) && hasGrep(file);
const special = specialWorkspaces.filter((workspace) => desktop === undefined && suitesOf(workspace).some(isWanted));
const common = files.filter((file) => !specialWorkspaces.some((workspace) => suitesOf(workspace).includes(file)));
const windows =
  common.length === 0
    ? 0
    : Number(values.windows ?? (grep === undefined && desktop === undefined && common.length > 4 ? 2 : 1));
const limit = 85 * 60_000;

const runs: { readonly share: number; readonly workspace: HostWorkspaceKind }[] = [
  ...Array.from({ length: windows }, (_, share) => ({ share, workspace: "clone" as const })),
  ...special.map((workspace) => ({ share: windows + specialWorkspaces.indexOf(workspace), workspace })),
];

keepTemporaryFilesInMemory();
const report = new TestReport(name, runs.length);
await report.start();
const scope = new Scope();
scope.endOnSignals();
const voices = runs.map(() => new Voice(report));
try {
  await rm(join(root, "out/logs", name), { recursive: true, force: true });
  const seed = seedOf(values.seed);
  // Suites in the windows take from it what they choose.
  process.env[seedVariable] = String(seed);
  // Otherwise those that come last would hardly ever have time.
  if (hasTimeLimit) runs.splice(1, 0, ...runs.splice(windows + (seed % Math.max(special.length, 1)), 1));
  const { index, shares } = await bundleHostTests({ name, files, windows, seed });
  const tooLong = setTimeout(limit, undefined, { ref: false }).then(() =>
    Promise.reject(new Error(`The run took longer than ${limit / 60_000} minutes`)),
  );
  const proofs = new Set(files.filter(isProof).map(bundled));
  const hasTime = ({ share }: (typeof runs)[number]): boolean => !isTimeUp() || proofs.has(shares[share]?.[0] ?? "");
  /** A window that is done takes suites from the end of another one's share. */
  const nextSuite = (run: (typeof runs)[number]): string | undefined => {
    const { share, workspace } = run;
    if (!hasTime(run)) return undefined;
    return (
      shares[share]?.shift() ??
      (workspace === "clone"
        ? shares
            .slice(0, windows)
            .reduce((most, other) => (other.length > most.length ? other : most))
            .pop()
        : undefined)
    );
  };
  const waiting = [...runs.entries()];
  /** One window after the other. */
  const lane = async (): Promise<void> => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      const [at, run] = next;
      if (!hasTime(run)) {
        report.leave([], 1);
        continue;
      }
      await runHostWindow(
        scope,
        {
          ...run,
          name,
          index,
          grep,
          vscode,
          desktop,
          onEvent: (event) => voices[at]?.hear(event),
          nextSuite: () => nextSuite(run),
        },
        tooLong,
      );
    }
  };
  const ends = await Promise.allSettled(Array.from({ length: Math.max(windows, 1) }, lane));
  for (const voice of voices) voice.flush();
  for (const end of ends) if (end.status === "rejected") throw end.reason;
  const left = runs.flatMap(({ share }) => shares[share] ?? []);
  if (isTimeUp()) report.leave(left);
  else if (left.length > 0) report.addFailure("suites that no window ran", left.join("\n"));
} catch (error) {
  report.addFailure("running VS Code", error instanceof Error ? (error.stack ?? error.message) : String(error));
} finally {
  await scope[Symbol.asyncDispose]();
}
process.exit(await report.finish());
