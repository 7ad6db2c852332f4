import { join } from "node:path";
import type { CommitAction, UserName, UserRecord } from "../types.ts";
import { readFolder } from "./files.ts";
import type { Repositories } from "../git/repositories.ts";

export const samplePath = "demo/weather-station";
export const featureBranch = "feature/humidity";
/** The branch whose CI file runs scanners. */
export const scannedBranch = "security";
export const releaseTag = "v1.0.0";

const minute = 60_000;
const hour = 60 * minute;

/** Commits of the sample that pipelines refer to. */
export interface SampleCommits {
  /** The tagged release. */
  readonly release: string;
  readonly main: string;
  /** The first commit of the feature branch: its tests fail. */
  readonly broken: string;
  readonly feature: string;
  readonly scanned: string;
  /** The files of the main branch, and of the scanned one. */
  readonly files: Readonly<Record<"main" | "scanned", Readonly<Record<string, string>>>>;
}

interface Step {
  readonly by: UserName;
  /** Milliseconds before now. */
  readonly ago: number;
  readonly message: string;
  readonly paths: readonly string[];
}

const first: Step = {
  by: "alice",
  ago: 9 * 24 * hour,
  message: "Read lines of sensors\n\nOne line per reading, so that a sensor needs nothing but a socket.\n",
  paths: [".editorconfig", ".gitignore", "README.md", "package.json", "data/day.txt", "src/readings.js", "test/readings.test.js"],
};
const steps: readonly Step[] = [
  { by: "bob", ago: 8 * 24 * hour, message: "Sum up the day, with units", paths: ["src/summary.js", "src/units.js", "test/units.test.js"] },
  { by: "alice", ago: 7 * 24 * hour, message: "Build a page about the day\n\nNames come from outside: escape them.\n", paths: ["src/page.js", "scripts/build.js", "test/summary.test.js"] },
  { by: "bob", ago: 5 * 24 * hour, message: "Check the sources without any dependency", paths: ["scripts/lint.js"] },
  { by: "alice", ago: 4 * 24 * hour, message: "Take readings over HTTP", paths: ["src/station.js", "src/main.js", "test/station.test.js"] },
];

/**
 * Builds the sample's history out of the files of `project/` and `humidity/`: `main` ends with exactly the former,
 * the feature branch adds the latter, and the scanned one the files of `security/`.
 */
export async function commitSample(repositories: Repositories, users: Readonly<Record<UserName, UserRecord>>): Promise<SampleCommits> {
  const now = Date.now();
  const files = await readFolder(join(import.meta.dirname, "project"));
  const humidity = await readFolder(join(import.meta.dirname, "humidity"));
  // The version rises after the release.
  const manifest = files.get("package.json") ?? "";
  const text = (path: string) => (path === "package.json" ? manifest.replace('"1.1.0"', '"1.0.0"') : (files.get(path) ?? ""));
  const security = await readFolder(join(import.meta.dirname, "security"));
  const author = (by: UserName) => ({ name: users[by].name, email: users[by].email });
  const commit = async (branch: string, { by, ago, message }: Omit<Step, "paths">, actions: readonly CommitAction[], startBranch?: string) => {
    const made = await repositories.commit(samplePath, { branch, message, author: author(by), actions, at: now - ago, user: users[by], ...(startBranch === undefined ? {} : { startBranch }) });
    return made.sha;
  };
  const creating = (path: string, content: string): CommitAction => ({ action: "create", file_path: path, content: Buffer.from(content) });
  const updating = (path: string, content: string): CommitAction => ({ action: "update", file_path: path, content: Buffer.from(content) });

  await repositories.create(samplePath, Object.fromEntries(first.paths.map((path) => [path, text(path)])), { defaultBranch: "main", author: author(first.by), message: first.message, at: now - first.ago });
  const rest = new Set([...files.keys()].filter((path) => !first.paths.includes(path)));
  for (const step of steps) {
    await commit("main", step, step.paths.map((path) => creating(path, text(path))));
    for (const path of step.paths) rest.delete(path);
  }
  const release = await commit("main", { by: "admin", ago: 3 * 24 * hour, message: "Compile, check, try and deploy in CI\n\nThe sensors are simulated; the lighthouse may fail.\n" }, [...rest].map((path) => creating(path, text(path))));
  await repositories.tag(samplePath, releaseTag, release, "The first release\n\nReadings, a summary, and a page about the day.");
  const main = await commit("main", { by: "bob", ago: 2 * hour, message: "Go on to 1.1" }, [updating("package.json", manifest)]);

  const formula = humidity.get("src/dewPoint.js") ?? "";
  const unchecked = formula.replace(/^.*throw new RangeError.*\n/m, "");
  const broken = await commit(featureBranch, { by: "bob", ago: 100 * minute, message: "Work out the dew point" }, [...humidity].map(([path, content]) => creating(path, path === "src/dewPoint.js" ? unchecked : content)), "main");
  const feature = await commit(featureBranch, { by: "alice", ago: 70 * minute, message: "Refuse a humidity that cannot be\n\nThe tests of the dew point asked for it.\n" }, [updating("src/dewPoint.js", formula)]);
  const shorter = (files.get("src/page.js") ?? "").replace('[lowest, mean, highest].map((value) => `<td>${withUnit(quantity, value)}</td>`).join("")', "cells(quantity, [lowest, mean, highest])").concat('\nconst cells = (quantity, values) => values.map((value) => `<td>${withUnit(quantity, value)}</td>`).join("");\n');
  const scanned = await commit(scannedBranch, { by: "max", ago: 77 * minute, message: "Ring the keeper before a storm\n\nThe scanners of the CI file have something to say about it.\n" }, [updating("src/page.js", shorter), ...[...security].map(([path, content]) => (files.has(path) ? updating(path, content) : creating(path, content)))], "main");
  const all = { main: Object.fromEntries(files), scanned: Object.fromEntries([...files, ...security, ["src/page.js", shorter]]) };
  return { release, main, broken, feature, scanned, files: all };
}
