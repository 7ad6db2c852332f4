/** Bundles the suites that run inside VS Code into a folder of out, and distributes them to the windows. */
import { globSync, readFileSync } from "node:fs";
import { rm } from "node:fs/promises";
import { join, relative } from "node:path";
import * as esbuild from "esbuild";
import { root } from "../../tools/root.ts";
import { specialWorkspaces } from "./hostWorkspaces.ts";
import { shuffled } from "./seed.ts";

export interface HostSuites {
  /** Names the folder in out: each VS Code has its own, so that two can run side by side. */
  readonly name: string;
  /** Test files to run, with paths below the top of the clone. */
  readonly files: readonly string[];
  /** How many windows share the suites that need no special workspace. */
  readonly windows: number;
  /** Decides which window runs which suites, and in which order. */
  readonly seed: number;
}

export interface HostBundle {
  /** The file that VS Code runs. */
  readonly index: string;
  /** The suites of each window that shares them, then of each special workspace, as files beside `index`. */
  readonly shares: string[][];
}

export async function bundleHostTests({ name, files, windows, seed }: HostSuites): Promise<HostBundle> {
  const outdir = join(root, "out", name);
  const special = specialWorkspaces.map((kind) => suitesOf(kind).filter((file) => files.includes(file)));
  await rm(outdir, { recursive: true, force: true });
  await esbuild.build({
    absWorkingDir: root,
    entryPoints: { index: "test/host/index.ts", ...Object.fromEntries(files.map((file) => [nameOf(file), file])) },
    outdir,
    bundle: true,
    splitting: true,
    chunkNames: "chunks/[name]-[hash]",
    format: "esm",
    platform: "node",
    target: "node22",
    external: ["vscode", "mocha"],
    banner: {
      js: 'import{createRequire as __createRequire}from"node:module";const require=__createRequire(import.meta.url);',
    },
    sourcemap: "linked",
    keepNames: true,
    logLevel: "warning",
  });
  const own = special.flat();
  const common = shuffled(
    files.filter((file) => !own.includes(file)),
    seed,
  );
  const shares = [...dealt(common, windows), ...special];
  return { index: join(outdir, "index.js"), shares: shares.map((share) => share.map(bundled)) };
}

/** The suites that run in a window with this workspace alone. */
export const suitesOf = (kind: (typeof specialWorkspaces)[number]): string[] =>
  globSync(`test/host/{,real/}${kind}/*.test.ts`, { cwd: root }).sort();

/** Names of the same file in several folders differ. */
const nameOf = (file: string): string => relative("test/host", file).replace(/\.ts$/, "").replaceAll("/", "-");

/** A test file's name beside `index`. */
export const bundled = (file: string): string => `./${nameOf(file)}.js`;

/** Distributes suites in their order, each to the window with the fewest tests so far. */
function dealt(files: readonly string[], windows: number): string[][] {
  const shares = Array.from({ length: windows }, () => ({ tests: 0, files: [] as string[] }));
  for (const file of files) {
    const fewest = shares.reduce((least, share) => (share.tests < least.tests ? share : least));
    fewest.files.push(file);
    fewest.tests += testsIn(file);
  }
  return shares.map((share) => share.files);
}

/** Counts the tests in a file, as an estimate of its duration. */
const testsIn = (file: string): number =>
  readFileSync(join(root, file), "utf8").match(/^\s*(it|command)\b.*\(/gm)?.length ?? 1;
