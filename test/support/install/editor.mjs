// A real VS Code server (workbench and Node extension host) from npm, in a cache outside the clone.
// The npm package code-server carries VS Code; its version 4.139.1 carries VS Code 1.139.1.
import process from "node:process";
import console from "node:console";
import { spawn, spawnSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { homedir, platform } from "node:os";
import { Buffer } from "node:buffer";
import { delimiter, join } from "node:path";
import { once } from "node:events";
import { withLock } from "./lock.mjs";

const versions = { "code-server": "4.139.1", node: "24.21.0", npm: "11.19.1" };

const cache = join(process.env["XDG_CACHE_HOME"] || join(homedir(), ".cache"), "forgeline");
const nodePackage = `node-${platform()}-${process.arch}`;
const name = `code-server-${versions["code-server"]}-node-${versions.node}-${platform()}-${process.arch}`;

/** Where the installed editor lives; complete when it exists, because it arrives by one rename. */
export const editorDirectory = join(cache, name);

/** The programs inside, below `editorDirectory` or a directory being prepared. */
export const editorPrograms = (directory = editorDirectory) => ({
  node: join(directory, "node_modules", nodePackage, "bin/node"),
  /** VS Code's own server: what the tests start. */
  server: join(directory, "node_modules/code-server/lib/vscode/out/server-main.js"),
  /** code-server's front, which also keeps secrets over a reload and forwards ports: what the demo starts. */
  front: join(directory, "node_modules/code-server/out/node/entry.js"),
});

/** @returns {boolean} */
export const isEditorInstalled = () => existsSync(editorDirectory);

/** Installs the editor into the cache unless it is there; two runs at a time do it once. Takes about two minutes. */
export async function ensureEditor() {
  if (isEditorInstalled()) return;
  mkdirSync(cache, { recursive: true });
  await withLock(join(cache, `${name}.lock`), async () => {
    if (isEditorInstalled()) return;
    console.log(`Installing VS Code (code-server ${versions["code-server"]} from npm) into ${cache}; this takes about two minutes …`);
    const temporary = mkdtempSync(join(cache, ".preparing-"));
    try {
      await prepare(temporary);
      renameSync(temporary, editorDirectory);
    } catch (error) {
      rmSync(temporary, { recursive: true, force: true });
      throw error;
    }
    console.log("VS Code is installed.");
  });
}

/**
 * code-server compiles its native modules and insists on Node 24 doing it. So Node 24 (with its headers, which node-gyp
 * would otherwise download) and an npm that it can run come first, without scripts; then they run the scripts.
 */
async function prepare(directory) {
  writeFileSync(
    join(directory, "package.json"),
    JSON.stringify({
      private: true,
      dependencies: { "code-server": versions["code-server"], [nodePackage]: versions.node, npm: versions.npm },
      allowScripts: { "code-server": true, argon2: true },
    }),
  );
  await npm(["npm"], directory, ["install", "--ignore-scripts", "--no-package-lock", "--no-audit", "--no-fund"], process.env);
  const { node, server } = editorPrograms(directory);
  await npm([node, join(directory, "node_modules/npm/bin/npm-cli.js")], directory, ["rebuild", "code-server", "argon2", "--foreground-scripts"], {
    ...process.env,
    PATH: [join(directory, "node_modules/.bin"), process.env["PATH"]].join(delimiter),
    npm_config_nodedir: join(directory, "node_modules", nodePackage),
  });
  const check = spawnSync(node, [server, "--version"], { encoding: "utf8", timeout: 60_000 });
  if (check.status !== 0) throw new Error(`The installed VS Code does not start: ${check.stderr}`);
}

/** Runs npm quietly; what it said is shown when it fails. */
async function npm(command, cwd, args, env) {
  const clean = Object.fromEntries(Object.entries(env).filter(([key]) => !/^npm_(config_(?!registry|cafile|nodedir|https?_?proxy|noproxy|cache)|package_|lifecycle_|command)/i.test(key)));
  const child = spawn(command[0], [...command.slice(1), ...args], { cwd, env: clean, stdio: ["ignore", "pipe", "pipe"], timeout: 20 * 60_000 });
  const output = [];
  child.stdout.on("data", (data) => output.push(data));
  child.stderr.on("data", (data) => output.push(data));
  const [code] = await once(child, "close");
  if (code === 0) return;
  const text = Buffer.concat(output).toString();
  console.error(text.split("\n").slice(-60).join("\n"));
  throw new Error(`npm ${args[0]} for VS Code failed (its output stands above).`);
}
