/**
 * Runs test/host inside a real VS Code against the local service:
 * `node test/support/host.ts [--grep TEXT] [--vscode oldest] [--desktop] [--windows N] [--seed N] [FILE…]`.
 * `--grep @window` runs what only a real window shows, `--grep @oldest` what is tried on the oldest VS Code: such a tag is in the title of
 * a test or of its suite, and files without it are not loaded.
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
import { bundleHostTests, suitesOf } from "./hostBundle.ts";
import { runHostWindow } from "./hostWindow.ts";
import { type HostWorkspaceKind, specialWorkspaces } from "./hostWorkspaces.ts";
import { testFiles } from "./importGraph.ts";
import { addResult, clearResults, printResults } from "./results.ts";
import { seedOf, seedVariable } from "./seed.ts";
import { keepTemporaryFilesInMemory } from "./temporaryFiles.ts";

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: {
    grep: { type: "string" },
    vscode: { type: "string", default: "newest" },
    desktop: { type: "boolean", default: false },
    windows: { type: "string" },
    seed: { type: "string" },
  },
});
const { vscode, grep } = values;
if (vscode !== "newest" && vscode !== "oldest") throw new Error("--vscode is newest or oldest");
if (vscode === "oldest" && values.desktop) throw new Error("--vscode oldest is VS Code's server, not a desktop");
const name = vscode === "oldest" ? "oldest" : "host";
const desktop = values.desktop
  ? (process.env["FORGELINE_VSCODE"] ?? "download")
  : vscode === "oldest"
    ? undefined
    : process.env["FORGELINE_VSCODE"];
const all = testFiles("host").filter((file) => vscode === "oldest" || !file.startsWith("test/host/oldest/"));
const hasGrep = (file: string): boolean => grep === undefined || readFileSync(join(root, file), "utf8").includes(grep);
const files = all
  .filter((file) => positionals.length === 0 || positionals.some((path) => relative(root, path) === file))
  .filter((file) => grep?.startsWith("@") !== true || hasGrep(file));
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
clearResults();
const scope = new Scope();
scope.endOnSignals();
try {
  await rm(join(root, "out/logs", name), { recursive: true, force: true });
  const seed = seedOf(values.seed);
  // Suites in the windows take from it what they choose.
  process.env[seedVariable] = String(seed);
  const { index, shares } = await bundleHostTests({ name, files, windows, seed });
  const tooLong = setTimeout(limit, undefined, { ref: false }).then(() =>
    Promise.reject(new Error(`The run took longer than ${limit / 60_000} minutes`)),
  );
  /** A window that is done takes suites from the end of another one's share. */
  const nextSuite = ({ share, workspace }: (typeof runs)[number]): string | undefined =>
    shares[share]?.shift() ??
    (workspace === "clone"
      ? shares
          .slice(0, windows)
          .reduce((most, other) => (other.length > most.length ? other : most))
          .pop()
      : undefined);
  const waiting = [...runs];
  /** One window after the other. */
  const lane = async (): Promise<void> => {
    for (let run = waiting.shift(); run !== undefined; run = waiting.shift()) {
      const own = run;
      await runHostWindow(
        scope,
        { ...run, name, index, grep, vscode, desktop, nextSuite: () => nextSuite(own) },
        tooLong,
      );
    }
  };
  const ends = await Promise.allSettled(Array.from({ length: Math.max(windows, 1) }, lane));
  for (const end of ends) if (end.status === "rejected") throw end.reason;
  const left = runs.flatMap(({ share }) => shares[share] ?? []);
  if (left.length > 0) addResult(name, "suites that no window ran", left.join("\n"));
} catch (error) {
  addResult(name, "running VS Code", error instanceof Error ? error.stack : String(error));
} finally {
  await scope[Symbol.asyncDispose]();
}
process.exit(printResults());
