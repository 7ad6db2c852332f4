import { spawnSync } from "node:child_process";
import console from "node:console";
import { accessSync, constants, existsSync } from "node:fs";
import { delimiter, join } from "node:path";
// Programs and headers that come from Debian packages.
import process from "node:process";

/** The first program of this name on the PATH, as an absolute path. */
export function findProgram(...names) {
  for (const name of names) {
    for (const directory of (process.env["PATH"] ?? "").split(delimiter)) {
      const path = join(directory, name);
      try {
        accessSync(path, constants.X_OK);
        return path;
      } catch {
        // Not here; the next directory.
      }
    }
  }
  return undefined;
}

/** Chromium without a user interface: windows of tests take a seventh less processor time in it. */
const lightChromium = "chromium-headless-shell";

/** The Chromium that the tests drive; FORGELINE_CHROMIUM names another one. */
export const findChromium = () =>
  process.env["FORGELINE_CHROMIUM"] ?? findProgram(lightChromium, "chromium", "chromium-browser", "google-chrome");

/** Which Debian packages are missing for these needs. */
function missingPackages({ git, browser, compiler, kerberos }) {
  const missing = [];
  if (git && findProgram("git") === undefined) missing.push("git");
  if (browser && findChromium() === undefined) missing.push(lightChromium);
  if (compiler)
    for (const program of ["python3", "make", "g++"]) if (findProgram(program) === undefined) missing.push(program);
  if (kerberos && !existsSync("/usr/include/gssapi/gssapi.h")) missing.push("libkrb5-dev");
  return missing;
}

function run(command, args) {
  const { status } = spawnSync(command, args, {
    stdio: ["ignore", "inherit", "inherit"],
    env: { ...process.env, DEBIAN_FRONTEND: "noninteractive" },
    timeout: 15 * 60_000,
  });
  return status === 0;
}

/** How to become root: nothing to do, a sudo that asks nothing, or one that asks the person at the terminal. */
function privilege() {
  if (process.getuid?.() === 0) return [];
  const sudo = findProgram("sudo");
  if (sudo === undefined) return undefined;
  const keep = "--preserve-env=DEBIAN_FRONTEND,http_proxy,https_proxy,no_proxy";
  if (spawnSync(sudo, ["-n", "true"], { stdio: "ignore" }).status === 0) return [sudo, "-n", keep];
  return process.stdin.isTTY ? [sudo, keep] : undefined;
}

/** Runs apt-get; undefined where it is missing or may not install anything. */
function aptGetter() {
  const apt = findProgram("apt-get");
  const root = privilege();
  if (apt === undefined || root === undefined) return undefined;
  const [command = apt, ...rest] = [...root, apt];
  return (...args) => run(command, [...rest, ...args]);
}

/** Installs packages; the lists of packages may be out of date or missing. */
const install = (aptGet, packages) => {
  const attempt = () => aptGet("install", "-y", "-q", "--no-install-recommends", ...packages);
  return (aptGet("update", "-q") && attempt()) || attempt();
};

/** Installs the light Chromium where Debian has it, unless that takes a password. Tests run in any other as well. */
function preferLightChromium() {
  const isChosen = process.env["FORGELINE_CHROMIUM"] !== undefined || findProgram(lightChromium) !== undefined;
  if (isChosen || (process.getuid?.() !== 0 && process.stdin.isTTY)) return;
  if (spawnSync("apt-cache", ["show", lightChromium], { stdio: "ignore" }).status !== 0) return;
  const aptGet = aptGetter();
  if (aptGet === undefined) return;
  console.log(`Installing a Debian package: ${lightChromium} …`);
  if (!install(aptGet, [lightChromium])) console.log(`Without ${lightChromium}, tests take longer.`);
}

/**
 * Installs the Debian packages that are missing, as root or through sudo.
 * @throws {Error} naming the missing packages when there is no way to install them
 */
export function ensureDebianPackages(needs) {
  if (needs.browser) preferLightChromium();
  const missing = missingPackages(needs);
  if (missing.length === 0) return;
  const aptGet = aptGetter();
  if (aptGet === undefined) {
    throw new Error(
      `These packages are missing: ${missing.join(" ")}.\nInstall them and start again, for example with: sudo apt-get install --no-install-recommends ${missing.join(" ")}`,
    );
  }
  console.log(`Installing Debian packages: ${missing.join(" ")} …`);
  if (!install(aptGet, missing))
    throw new Error(`apt-get could not install: ${missing.join(" ")}; its output stands above.`);
  const left = missingPackages(needs);
  if (left.length > 0) throw new Error(`apt-get ended well, yet these are still missing: ${left.join(" ")}`);
}
