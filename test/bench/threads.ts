/**
 * How long the threads of a large review take to be shown: 500 in 60 files, as on a host of which there is no clone.
 *
 *     npm run build && npm run bench -- threads
 *
 * The time is that from the command until the visible diffs have their threads; beside it is that of the same requests alone, one after
 * the other, in the same run.
 */
import { readFile } from "node:fs/promises";
import path from "node:path";
import { bundleHostTests } from "../support/hostBundle.ts";
import { runHostWindow } from "../support/hostWindow.ts";
import { Scope } from "../support/scope.ts";
import { result } from "./results.ts";
import type { Shown } from "./threads/shown.ts";

const scope = new Scope();
scope.endOnSignals();
try {
  const { index, shares } = await bundleHostTests({
    name: "bench",
    files: ["test/bench/threads/shown.ts"],
    windows: 1,
    seed: 1,
  });
  const failures: string[] = [];
  await runHostWindow(
    scope,
    {
      name: "bench",
      share: 0,
      workspace: "clone",
      index,
      grep: undefined,
      vscode: "newest",
      desktop: undefined,
      onEvent: (event) => {
        if (event.type === "failed") failures.push(event.error);
      },
      nextSuite: () => shares[0]?.shift(),
    },
    new Promise(() => undefined),
  );
  if (failures.length > 0) throw new Error(failures.join("\n"));
  const measured = JSON.parse(await readFile(path.join(path.dirname(index), "shown.json"), "utf8")) as Shown[];
  for (const what of ["first file", "all files"] as const) {
    const runs = measured.filter((one) => one.what === what).toSorted((one, other) => one.ms - other.ms);
    const middle = runs[Math.floor(runs.length / 2)]!;
    const [ms, bare, least, most] = [middle.ms, middle.bare, runs[0]!.ms, runs.at(-1)!.ms].map(Math.round);
    result({
      name: `500 threads, ${what}`,
      value: ms!,
      unit: "ms",
      note: `${least} to ${most} ms; ${bare} ms of it are ${middle.requests} requests one after the other`,
    });
  }
} finally {
  await scope[Symbol.asyncDispose]();
}
