/** Bundles the suites that run inside VS Code into out/host, next to a list of them for each window: suites.json. */
import { globSync, statSync } from "node:fs";
import { rm, writeFile } from "node:fs/promises";
import { basename, join } from "node:path";
import * as esbuild from "esbuild";
import { specialWorkspaces } from "./hostWorkspaces.ts";
import { root } from "./testReport.ts";

/** Returns the file VS Code is told to run. @param windows how many windows share the suites that need no special workspace */
export async function bundleHostTests(windows: number): Promise<string> {
  const outdir = join(root, "out/host");
  const files = globSync("test/host/**/*.test.ts", { cwd: root }).sort();
  const special = specialWorkspaces.map((kind) => suitesOf(kind));
  await rm(outdir, { recursive: true, force: true });
  await esbuild.build({
    absWorkingDir: root,
    entryPoints: { index: "test/host/index.ts", ...Object.fromEntries(files.map((file) => [basename(file, ".ts"), file])) },
    outdir,
    bundle: true,
    splitting: true,
    chunkNames: "chunks/[name]-[hash]",
    format: "esm",
    platform: "node",
    target: "node22",
    external: ["vscode", "mocha"],
    banner: { js: 'import{createRequire as __createRequire}from"node:module";const require=__createRequire(import.meta.url);' },
    sourcemap: "linked",
    keepNames: true,
    logLevel: "warning",
  });
  const own = special.flat();
  const common = files.filter((file) => !own.includes(file)).map((file) => ({ suite: bundled(file), bytes: statSync(join(root, file)).size }));
  const shares = [...shared(common, windows), ...special.map((suites) => suites.map(bundled))];
  await writeFile(join(outdir, "suites.json"), JSON.stringify(shares));
  return join(outdir, "index.js");
}

/** The suites that run in a window with this workspace alone. */
export const suitesOf = (kind: (typeof specialWorkspaces)[number]): string[] => globSync(`test/host/${kind}/*.test.ts`, { cwd: root }).sort();

const bundled = (file: string): string => `./${basename(file, ".ts")}.js`;

/**
 * Deals suites out to windows, the same way each time, so that what one suite leaves to the next can be found again. How long a
 * suite takes is guessed by how much there is to read.
 */
function shared(suites: readonly { readonly suite: string; readonly bytes: number }[], windows: number): string[][] {
  const shares = Array.from({ length: windows }, () => ({ bytes: 0, suites: [] as string[] }));
  for (const { suite, bytes } of suites.toSorted((a, b) => b.bytes - a.bytes)) {
    const [lightest] = shares.toSorted((a, b) => a.bytes - b.bytes);
    lightest?.suites.push(suite);
    if (lightest) lightest.bytes += bytes;
  }
  return shares.map((share) => share.suites.sort());
}
