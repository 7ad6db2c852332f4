// Bundles the extension. ESM with splitting keeps what activation does not need in chunks of their own,
// so that the transport, git and the YAML parser are read from disk only when first used.
import { mkdir, readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import * as esbuild from "esbuild";
import { operationTable } from "./src/features/apiConsole/operationTable.ts";
import { mcpServerBuild } from "./tools/mcpServer.ts";
import { thirdPartyNotices } from "./tools/thirdPartyNotices.ts";

const watch = process.argv.includes("--watch");
const outdir = "dist";
/** Bytes that VS Code may have to read before the extension is active. */
const activationLimit = 67_700;

/** The finished table of operations in the place of the contract it is made from. */
const contract = {
  name: "contract",
  setup: (build) =>
    build.onLoad({ filter: /[/\\]src[/\\]features[/\\]apiConsole[/\\]contractTable\.ts$/ }, async () => {
      const file = path.resolve("contract/endpoints.json");
      const table = operationTable(JSON.parse(await readFile(file, "utf8")));
      return { contents: `export const operations = ${JSON.stringify(table)};`, watchFiles: [file] };
    }),
};

/**
 * Left out of the bundle: `debug` takes it where it happens to be installed, as it is here for mocha. Not external, since it would then be
 * loaded from whatever folder above the extension has one.
 */
const withoutColors = {
  name: "without supports-color",
  setup(build) {
    build.onResolve({ filter: /^supports-color$/ }, () => ({ path: "supports-color", namespace: "absent" }));
    build.onLoad({ filter: /.*/, namespace: "absent" }, () => ({ contents: "module.exports = {};" }));
  },
};

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
  plugins: [contract, withoutColors],
  // CommonJS dependencies (undici, simple-git) call require() for Node's own modules.
  banner: {
    js: 'import{createRequire as __createRequire}from"node:module";const require=__createRequire(import.meta.url);',
  },
  logLevel: "info",
};

/**
 * Puts what activation loads into one chunk: files cost more to open than their bytes to read. esbuild makes a chunk for each set of
 * entries that share files, dozens of them here, so what activation loads is made part of every entry that is loaded later: by then it
 * has run, and nothing runs twice.
 */
async function oneChunk() {
  const { metafile } = await esbuild.build({ ...options, write: false, logLevel: "error" });
  const { inputs } = metafile;
  const atOnce = new Set();
  const follow = (file) => {
    if (atOnce.has(file)) return;
    atOnce.add(file);
    for (const { path: next, kind, external } of inputs[file].imports)
      if (kind === "import-statement" && !external) follow(next);
  };
  follow("src/extension.ts");
  atOnce.delete("src/extension.ts");
  const later = new Set(
    Object.values(inputs).flatMap(({ imports }) =>
      imports
        .filter(({ kind, path: to }) => kind === "dynamic-import" && to.startsWith("src/"))
        .map(({ path: to }) => to),
    ),
  );
  const shared = [...atOnce].map((file) => `import ${JSON.stringify(path.resolve(file))};`).join("\n");
  return {
    name: "one chunk",
    setup(build) {
      build.onResolve({ filter: /^activation$/ }, () => ({ path: "activation", namespace: "activation" }));
      build.onLoad({ filter: /.*/, namespace: "activation" }, () => ({
        contents: shared,
        resolveDir: path.resolve("."),
      }));
      build.onLoad({ filter: /[/\\]src[/\\].*\.ts$/ }, async ({ path: file }) => {
        if (!later.has(path.relative(".", file).replaceAll("\\", "/"))) return undefined;
        return { contents: `import "activation";\n${await readFile(file, "utf8")}`, loader: "ts" };
      });
    },
  };
}

/** Scripts of our webviews. */
const pages = {
  entryPoints: {
    overview: "src/features/mergeRequests/page/browser/overview.ts",
    pipelineGraph: "src/features/pipelines/graph/browser/pipelineGraph.ts",
  },
  outdir: `${outdir}/pages`,
  bundle: true,
  format: "iife",
  platform: "browser",
  target: "es2023",
  minify: !watch,
  charset: "utf8",
  legalComments: "none",
  sourcemap: watch ? "inline" : false,
  logLevel: "info",
};

/** The program of worker threads. */
const worker = {
  entryPoints: { worker: "src/core/lazy/worker.ts" },
  outdir,
  bundle: true,
  format: "esm",
  platform: "node",
  target: "node22",
  minify: !watch,
  charset: "utf8",
  legalComments: "none",
  sourcemap: watch ? "inline" : false,
  logLevel: "info",
};

/** The MCP server that agents outside of VS Code start. */
const server = { ...mcpServerBuild, outdir, minify: !watch, sourcemap: watch ? "inline" : false, logLevel: "info" };

if (watch) {
  await rm(outdir, { recursive: true, force: true });
  for (const one of [options, pages, worker, server]) await (await esbuild.context(one)).watch();
} else {
  const whole = { ...options, plugins: [...options.plugins, await oneChunk()] };
  const builds = await Promise.all(
    [pages, whole, worker, server].map((one) => esbuild.build({ ...one, write: false, metafile: true })),
  );
  const notices = await thirdPartyNotices(builds.map(({ metafile }) => metafile));
  await writeChanged([
    ...builds.flatMap(({ outputFiles }) => outputFiles),
    { path: path.resolve(outdir, "ThirdPartyNotices.txt"), contents: Buffer.from(notices) },
  ]);
  checkActivation(builds[1].metafile.outputs);
}

/** Writes changed files and removes stale ones; windows may be running the old build meanwhile. */
async function writeChanged(files) {
  const old = await readdir(outdir, { recursive: true, withFileTypes: true }).catch(() => []);
  for (const { path: file, contents } of files) {
    const there = await readFile(file).catch(() => undefined);
    if (there?.equals(contents)) continue;
    await mkdir(path.dirname(file), { recursive: true });
    await writeFile(`${file}.part`, contents);
    await rename(`${file}.part`, file);
  }
  const made = new Set(files.map((file) => file.path));
  for (const entry of old) {
    const file = path.resolve(entry.parentPath, entry.name);
    if (entry.isFile() && !made.has(file)) await rm(file, { force: true });
  }
}

/**
 * Fails the build when activation would load too much: it slows down every start of VS Code.
 * What `import()` asks for later does not count.
 */
function checkActivation(outputs) {
  const loaded = new Set();
  const load = (file) => {
    if (loaded.has(file) || !(file in outputs)) return;
    loaded.add(file);
    for (const { path, kind } of outputs[file].imports) if (kind === "import-statement") load(path);
  };
  load(`${outdir}/extension.js`);
  const bytes = [...loaded].reduce((sum, file) => sum + outputs[file].bytes, 0);
  const libraries = [...loaded]
    .flatMap((file) => Object.keys(outputs[file].inputs))
    .filter((input) => input.includes("node_modules/"));
  console.log(
    `activation loads ${(bytes / 1000).toFixed(1)} kB of ${activationLimit / 1000} kB, in ${loaded.size} files`,
  );
  if (bytes > activationLimit || libraries.length > 0) {
    console.error(["Activation loads too much: import() what it does not need at once.", ...libraries].join("\n"));
    process.exitCode = 1;
  }
}
