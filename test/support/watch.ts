/** `--watch`: after each change runs the test files that import what changed. */
import { fork } from "node:child_process";
import { once } from "node:events";
import { watch } from "node:fs";
import { join } from "node:path";
import { root } from "../../tools/root.ts";
import { changedFiles } from "./changedFiles.ts";
import { readImportGraph, testFiles } from "./importGraph.ts";

/** ms without another change before a run: editors write in several steps. */
const calm = 100;

/** Never ends by itself. Begins with what differs from the last commit. @param flags for each run, as `--grep TEXT` */
export async function watchTests(kind: string, flags: readonly string[]): Promise<never> {
  const changed = new Set(changedFiles("HEAD"));
  let wake = (): void => undefined;
  let timer: NodeJS.Timeout | undefined;
  for (const folder of ["src", "test"]) {
    watch(join(root, folder), { recursive: true }, (_, name) => {
      if (name?.endsWith(".ts") !== true) return;
      changed.add(`${folder}/${name.replaceAll("\\", "/")}`);
      clearTimeout(timer);
      timer = setTimeout(() => wake(), calm);
    });
  }
  for (;;) {
    const files = changed.size === 0 ? [] : await concerned(kind, changed);
    changed.clear();
    if (files.length > 0) await once(fork(join(import.meta.dirname, "run.ts"), [kind, ...flags, ...files]), "close");
    console.log("  Waiting for changes …");
    if (changed.size === 0) await new Promise<void>((resolve) => (wake = resolve));
  }
}

async function concerned(kind: string, changed: ReadonlySet<string>): Promise<string[]> {
  try {
    const files = (await readImportGraph()).concerned(testFiles(kind), changed);
    if (files.length === 0) console.log(`\n  No ${kind} test imports ${[...changed].join(", ")}.`);
    return files;
  } catch {
    // esbuild has said which file cannot be read.
    return [];
  }
}
