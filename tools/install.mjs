import { spawn } from "node:child_process";
import console from "node:console";
import { once } from "node:events";
import { delimiter, join } from "node:path";
// Prepares a clean clone: Node packages, Debian packages, and the newest VS Code for tests, for all tests the oldest supported as well.
// Plain JavaScript without dependencies, for Node 20.19 too, because it runs before `npm ci`.
//
//   node tools/install.mjs            everything `npm run test:all` needs
//   node tools/install.mjs --demo     only what `npm run demo` needs (nothing but Node packages with a desktop VS Code)
import process from "node:process";
import { pathToFileURL } from "node:url";
import { ensureDebianPackages, findProgram } from "./install/debian.mjs";
import { editorDirectory, editorNeeds, ensureEditor } from "./install/editor.mjs";
import { ensureNodePackages, root } from "./install/nodePackages.mjs";

/** The Node that runs the product's tooling: the `node` development dependency, whatever Node started us. */
export const node = join(root, "node_modules/node/bin/node");

/**
 * Installs what is missing for one purpose and says what it does; nothing is done twice.
 * @param {"test" | "all" | "demo"} purpose
 * @throws {Error} with the missing packages by name when they cannot be installed without a password
 */
export async function install(purpose) {
  const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);
  const isBefore = (wanted, least) => major < wanted || (major === wanted && minor < least);
  if (isBefore(20, 19)) throw new Error(`Node.js 22.19 or later is needed; this is ${process.versions.node}.`);
  // npm warns of packages that ask for a later one, though what they do is run by the Node 24 of node_modules.
  if (isBefore(22, 19))
    console.log(`Node.js 22.19 or later is recommended; ${process.versions.node} works, with warnings of npm.`);
  ensureNodePackages();
  const desktopDemo = purpose === "demo" && findProgram("code") !== undefined;
  const desktopTests = purpose !== "demo" && process.env["FORGELINE_VSCODE"] !== undefined;
  /** @type {import("./install/editor.mjs").EditorKind[]} */
  const editors = [
    ...(desktopDemo || desktopTests ? [] : /** @type {const} */ (["newest"])),
    ...(purpose === "all" ? /** @type {const} */ (["oldest"]) : []),
  ];
  ensureDebianPackages({
    git: true,
    // The user of the demo has a browser.
    browser: purpose !== "demo",
    ...editorNeeds(editors),
  });
  for (const editor of editors) await ensureEditor(editor);
}

/**
 * Runs a script with the Node of node_modules and the arguments of this process. Ends this process with its exit code.
 * @param {string} script its path below the top of the clone
 * @returns {Promise<never>}
 */
export async function runScript(script) {
  const child = spawn(node, [join(root, script), ...process.argv.slice(2)], {
    cwd: root,
    env: { ...process.env, PATH: [join(root, "node_modules/.bin"), process.env["PATH"]].join(delimiter) },
    stdio: "inherit",
  });
  // The script ends what it started and then itself; Ctrl-C reaches it from the terminal as well.
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, () => child.kill(signal));
  const [code] = await once(child, "close");
  process.exit(code ?? 1);
}

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href) {
  try {
    await install(process.argv.includes("--demo") ? "demo" : "all");
    console.log(`Everything needed is there (VS Code for tests: ${editorDirectory()}).`);
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = 1;
  }
}
