import { spawnSync } from "node:child_process";
// The clone's own node_modules, compared with the lock file.
import console from "node:console";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** The top of the clone. */
export const root = join(import.meta.dirname, "../..");

const packagesOf = (file) => JSON.parse(readFileSync(join(root, file), "utf8")).packages;

/** Returns the first locked package that is not in node_modules in its locked version. */
function firstDifference() {
  if (!existsSync(join(root, "node_modules/.package-lock.json"))) return "nothing is installed";
  const installed = packagesOf("node_modules/.package-lock.json");
  for (const [path, wanted] of Object.entries(packagesOf("package-lock.json"))) {
    if (path === "") continue;
    const found = installed[path];
    // Optional packages of other platforms are left out.
    if (found === undefined && wanted.optional !== true) return `${path} is missing`;
    if (found !== undefined && found.version !== wanted.version)
      return `${path} is ${found.version}, not ${wanted.version}`;
  }
  return existsSync(join(root, "node_modules/node/bin/node")) ? undefined : "node_modules/node has no program";
}

/** Runs `npm ci` unless node_modules already holds what the lock file says. */
export function ensureNodePackages() {
  const difference = firstDifference();
  if (difference === undefined) return;
  console.log(`Installing Node packages with npm ci (${difference}) …`);
  const { status } = spawnSync("npm", ["ci", "--no-audit", "--no-fund"], {
    cwd: root,
    stdio: ["ignore", "inherit", "inherit"],
    timeout: 15 * 60_000,
  });
  if (status !== 0) throw new Error("npm ci failed; its output stands above.");
  const left = firstDifference();
  if (left !== undefined)
    throw new Error(
      `npm ci ended well, yet ${left}. Does the npm configuration forbid install scripts (ignore-scripts)?`,
    );
}
