/** Bundles the suites that run inside VS Code into out/host, next to a list of them. */
import { globSync } from "node:fs";
import { rm, writeFile } from "node:fs/promises";
import { basename, join } from "node:path";
import * as esbuild from "esbuild";
import { root } from "./testReport.ts";

/** Returns the file VS Code is told to run, and the suites it will load. */
export async function bundleHostTests(): Promise<{ readonly index: string; readonly suites: readonly string[] }> {
  const outdir = join(root, "out/host");
  const files = globSync("test/host/**/*.test.ts", { cwd: root }).sort();
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
  const suites = files.map((file) => `./${basename(file, ".ts")}.js`);
  await writeFile(join(outdir, "suites.json"), JSON.stringify(suites));
  return { index: join(outdir, "index.js"), suites };
}
