// Bundles the extension. ESM with splitting keeps what activation does not need in chunks of their own,
// so that the transport, git and the YAML parser are read from disk only when first used.
import { rm } from "node:fs/promises";
import * as esbuild from "esbuild";

const watch = process.argv.includes("--watch");
const outdir = "dist";

const options = {
  entryPoints: { extension: "src/extension.ts" },
  outdir,
  bundle: true,
  splitting: true,
  chunkNames: "chunks/[name]-[hash]",
  format: "esm",
  platform: "node",
  target: "node22",
  external: ["vscode"],
  minify: !watch,
  charset: "utf8",
  legalComments: "none",
  sourcemap: watch ? "inline" : false,
  metafile: true,
  // CommonJS dependencies (undici, simple-git) call require() for Node's own modules.
  banner: { js: 'import{createRequire as __createRequire}from"node:module";const require=__createRequire(import.meta.url);' },
  logLevel: "info",
};

await rm(outdir, { recursive: true, force: true });
if (watch) {
  const context = await esbuild.context(options);
  await context.watch();
} else {
  const { metafile } = await esbuild.build(options);
  const seen = new Set();
  const visit = (file) => {
    if (seen.has(file) || !(file in metafile.outputs)) return;
    seen.add(file);
    for (const { path, kind } of metafile.outputs[file].imports) if (kind === "import-statement") visit(path);
  };
  visit(`${outdir}/extension.js`);
  const bytes = [...seen].reduce((sum, file) => sum + metafile.outputs[file].bytes, 0);
  console.log(`activation loads ${(bytes / 1000).toFixed(1)} kB in ${seen.size} file(s)`);
}
