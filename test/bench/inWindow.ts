/** Benchmarks that run inside a window of VS Code, with the local service and a clone of its sample project. */
import { readFile } from "node:fs/promises";
import path from "node:path";
import { Scope } from "../../tools/scope.ts";
import { bundleHostTests } from "../support/hostBundle.ts";
import { runHostWindow } from "../support/hostWindow.ts";
import { clearResults, printResults } from "../support/results.ts";

/**
 * Runs a suite in a window and returns what it measured, which it has written to `measured.json` beside its bundle.
 * @param file below the top of the clone
 * @throws Error when a test of it fails
 */
export async function measureInWindow<T>(file: string): Promise<T> {
  const scope = new Scope();
  scope.endOnSignals();
  try {
    const { index, shares } = await bundleHostTests({ name: "bench", files: [file], windows: 1, seed: 1 });
    clearResults();
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
        nextSuite: () => shares[0]?.shift(),
      },
      new Promise(() => undefined),
    );
    if (printResults() === 1) throw new Error(`${file} failed`);
    return JSON.parse(await readFile(path.join(path.dirname(index), "measured.json"), "utf8")) as T;
  } finally {
    await scope[Symbol.asyncDispose]();
  }
}
