// `npm run demo`: installs what is missing, then starts demo.ts with the Node 24 of node_modules.
// Plain JavaScript for Node 20.19 too, because it runs before `npm ci`.
import process from "node:process";
import console from "node:console";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { delimiter, join } from "node:path";
import { install, node } from "./install.mjs";
import { root } from "./install/nodePackages.mjs";

try {
  await install("demo");
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
}
const child = spawn(node, [join(import.meta.dirname, "demo.ts"), ...process.argv.slice(2)], {
  cwd: root,
  env: { ...process.env, PATH: [join(root, "node_modules/.bin"), process.env["PATH"]].join(delimiter) },
  stdio: "inherit",
});
// The demo ends what it started and then itself; Ctrl-C reaches it from the terminal as well.
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, () => child.kill(signal));
const [code] = await once(child, "close");
process.exit(code ?? 1);
