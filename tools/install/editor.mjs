import { Buffer } from "node:buffer";
import { spawn, spawnSync } from "node:child_process";
import console from "node:console";
import { once } from "node:events";
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { homedir, platform } from "node:os";
import { delimiter, join } from "node:path";
// Real VS Code servers (workbench and Node extension host) from npm, in a cache outside the clone: the newest that tests know,
// and the oldest that the extension's `engines.vscode` allows. The npm package code-server carries VS Code, its version
// 4.139.1 VS Code 1.139.1.
import process from "node:process";
import { withLock } from "./lock.mjs";

/**
 * code-server's version, that of the Node it insists on, further packages, how it is made ready to run, and whether that takes the
 * headers of Kerberos.
 */
const editors = {
  newest: {
    version: "4.139.1",
    node: "24.21.0",
    packages: {},
    minutes: "two minutes",
    kerberos: true,
    build: buildNewest,
  },
  oldest: {
    version: "4.105.1",
    node: "22.19.0",
    packages: { "@vscode/ripgrep-universal": "1.18.0" },
    minutes: "four minutes",
    kerberos: false,
    build: buildOldest,
  },
};
const npmVersion = "11.19.1";

const cache = join(process.env["XDG_CACHE_HOME"] || join(homedir(), ".cache"), "forgeline");
const nodePackage = `node-${platform()}-${process.arch}`;
/** Returns the name in the cache. Change it when the build changes: a cached editor is not built again. */
const nameOf = ({ version, node }) => `code-server-${version}-node-${node}-${platform()}-${process.arch}`;

/** Where an installed editor lives; complete when it exists, because it arrives by one rename. */
export const editorDirectory = (kind = "newest") => join(cache, nameOf(editors[kind]));

const programsIn = (directory) => ({
  node: join(directory, "node_modules", nodePackage, "bin/node"),
  server: join(vscodeIn(directory), "out/server-main.js"),
  front: join(directory, "node_modules/code-server/out/node/entry.js"),
});
const vscodeIn = (directory) => join(directory, "node_modules/code-server/lib/vscode");

/** The programs of an installed editor. */
export const editorPrograms = (kind = "newest") => programsIn(editorDirectory(kind));

/** @returns {boolean} */
export const isEditorInstalled = (kind = "newest") => existsSync(editorDirectory(kind));

/** Whether building what is not installed of these needs a compiler, and the headers of Kerberos. */
export const editorNeeds = (kinds) => {
  const missing = kinds.filter((kind) => !isEditorInstalled(kind));
  return { compiler: missing.length > 0, kerberos: missing.some((kind) => editors[kind].kerberos) };
};

/** Installs the editor into the cache unless it is there; two runs at a time do it once. */
export async function ensureEditor(kind = "newest") {
  if (isEditorInstalled(kind)) return;
  const editor = editors[kind];
  mkdirSync(cache, { recursive: true });
  await withLock(join(cache, `${nameOf(editor)}.lock`), async () => {
    if (isEditorInstalled(kind)) return;
    console.log(
      `Installing the ${kind} VS Code to test in (code-server ${editor.version} from npm) into ${cache}; this takes about ${editor.minutes} …`,
    );
    const temporary = mkdtempSync(join(cache, ".preparing-"));
    try {
      await prepare(temporary, editor);
      renameSync(temporary, editorDirectory(kind));
    } catch (error) {
      rmSync(temporary, { recursive: true, force: true });
      throw error;
    }
    console.log("VS Code is installed.");
  });
}

/**
 * code-server compiles its native modules and insists on one Node doing it. So that Node (with its headers, which node-gyp
 * would otherwise download) and an npm that it can run come first, without scripts.
 */
async function prepare(directory, { version, node, packages, build }) {
  writeFileSync(
    join(directory, "package.json"),
    JSON.stringify({
      private: true,
      dependencies: { "code-server": version, [nodePackage]: node, npm: npmVersion, ...packages },
      allowScripts: { "code-server": true, argon2: true },
    }),
  );
  await npm(
    ["npm"],
    directory,
    ["install", "--ignore-scripts", "--no-package-lock", "--no-audit", "--no-fund"],
    process.env,
  );
  await build(directory);
  const programs = programsIn(directory);
  const check = spawnSync(programs.node, [programs.server, "--version"], { encoding: "utf8", timeout: 60_000 });
  if (check.status !== 0) throw new Error(`The installed VS Code does not start: ${check.stderr}`);
}

/** Lets code-server's own scripts install and compile everything. */
async function buildNewest(directory) {
  await npmInside(directory, directory, ["rebuild", "code-server", "argon2", "--foreground-scripts"]);
}

/**
 * Does what code-server's own script would: it names one dependency, a released one, by a git address, and compiles modules that
 * nothing here needs. VS Code's server starts with these three.
 */
async function buildOldest(directory) {
  const vscode = vscodeIn(directory);
  const watcher = "@parcel/watcher";
  edit(join(vscode, "package.json"), ({ dependencies }) => {
    dependencies[watcher] = "2.5.1";
  });
  edit(join(vscode, "npm-shrinkwrap.json"), ({ packages }) => {
    packages[""].dependencies[watcher] = "2.5.1";
    delete packages[`node_modules/${watcher}`];
  });
  const install = ["install", "--omit=dev", "--ignore-scripts", "--no-audit", "--no-fund"];
  await npmInside(directory, vscode, install);
  await npmInside(directory, join(vscode, "extensions"), install);
  await npmInside(directory, vscode, [
    "rebuild",
    "@vscode/spdlog",
    "native-watchdog",
    "node-pty",
    "--foreground-scripts",
  ]);
  symlinkSync("node_modules", join(vscode, "node_modules.asar"));
  // Its own script would download the program that finds files.
  const ripgrep = join(directory, "node_modules/@vscode/ripgrep-universal/bin", `${platform()}-${process.arch}`);
  cpSync(ripgrep, join(vscode, "node_modules/@vscode/ripgrep/bin"), { recursive: true });
  for (const { bundles, what, to } of corrections)
    for (const bundle of bundles) correct(join(vscode, "out/vs", bundle), what, to);
}

const workbench = "code/browser/workbench/workbench.js";
/** Reverts changes of code-server to VS Code. */
const corrections = [
  {
    // code-server grants every extension every proposed API. Here each has what it declares, ours nothing.
    bundles: ["workbench/api/node/extensionHostProcess.js", workbench],
    what: /(function (\w+)\((\w+),(\w+)\)\{return)!0(\}function \w+\(\w+,\w+\)\{if\(!\2\(\w+,\w+\)\)throw new Error\(`Extension '[^']*' CANNOT use API proposal)/,
    to: "$1($3.enabledApiProposals??[]).includes($4)$5",
  },
  {
    // It opens the front page of what listens on this machine, whatever the address. Newer ones keep the path.
    bundles: [workbench],
    what: /(resolveExternalUri:(\w+)=>\{(?:(?!resolveExternalUri).)*?(\w+)=\w+\.parse\(new URL\(\w+,window\.location\.href\)\.toString\(\)\))(\}else throw)/,
    to: '$1,$3=$3.with({path:$3.path.replace(/\\/$/,"")+$2.path,query:$2.query,fragment:$2.fragment})$4',
  },
];

/** @throws {Error} if there is nothing to correct, as in another version, which needs another correction */
function correct(bundle, what, to) {
  const code = readFileSync(bundle, "utf8");
  const corrected = code.replace(what, to);
  if (corrected === code) throw new Error(`Nothing like ${what} in ${bundle}`);
  writeFileSync(bundle, corrected);
}

/** Changes a JSON file. */
function edit(file, change) {
  const content = JSON.parse(readFileSync(file, "utf8"));
  change(content);
  writeFileSync(file, JSON.stringify(content, undefined, 2));
}

/** Runs the npm of an editor's directory with its Node, whose headers modules are compiled with. */
async function npmInside(directory, cwd, args) {
  await npm([programsIn(directory).node, join(directory, "node_modules/npm/bin/npm-cli.js")], cwd, args, {
    ...process.env,
    PATH: [join(directory, "node_modules/.bin"), process.env["PATH"]].join(delimiter),
    npm_config_nodedir: join(directory, "node_modules", nodePackage),
  });
}

/** Runs npm; prints its output only if it fails. */
async function npm(command, cwd, args, env) {
  const clean = Object.fromEntries(
    Object.entries(env).filter(
      ([key]) =>
        !/^npm_(config_(?!registry|cafile|nodedir|https?_?proxy|noproxy|cache)|package_|lifecycle_|command)/i.test(key),
    ),
  );
  const child = spawn(command[0], [...command.slice(1), ...args], {
    cwd,
    env: clean,
    stdio: ["ignore", "pipe", "pipe"],
    timeout: 20 * 60_000,
  });
  const output = [];
  child.stdout.on("data", (data) => output.push(data));
  child.stderr.on("data", (data) => output.push(data));
  const [code] = await once(child, "close");
  if (code === 0) return;
  const text = Buffer.concat(output).toString();
  console.error(text.split("\n").slice(-60).join("\n"));
  throw new Error(`npm ${args[0]} for VS Code failed (its output stands above).`);
}
