/** Who imports whom among the product and its tests, read from the metafile of one esbuild run. */
import { globSync } from "node:fs";
import * as esbuild from "esbuild";
import { root } from "../../tools/root.ts";

/** All test files, with paths below the top of the clone. */
export const testFiles = (kind: string): string[] => globSync(`test/${kind}/**/*.test.ts`, { cwd: root }).sort();

export class ImportGraph {
  readonly #inputs: esbuild.Metafile["inputs"];

  constructor(metafile: esbuild.Metafile) {
    this.#inputs = metafile.inputs;
  }

  /**
   * Returns a file and all its imports, transitively, without the files in `except` and their imports.
   * @param lazy whether `import()` counts, too
   */
  reachedFrom(
    file: string,
    { lazy = true, except = new Set() }: { readonly lazy?: boolean; readonly except?: ReadonlySet<string> } = {},
  ): Set<string> {
    const reached = new Set<string>();
    const follow = (path: string): void => {
      if (reached.has(path) || except.has(path)) return;
      reached.add(path);
      for (const { path: next, kind, external } of this.#inputs[path]?.imports ?? [])
        if (external !== true && (lazy || kind !== "dynamic-import")) follow(next);
    };
    follow(file);
    return reached;
  }

  /** Returns those of `files` that are among `changed`, or import one of them, at once or later. */
  concerned(files: readonly string[], changed: ReadonlySet<string>): string[] {
    return files.filter((file) => [...this.reachedFrom(file)].some((reached) => changed.has(reached)));
  }
}

/** Reads the graph of the extension and of all kinds of tests. Takes about a second. */
export async function readImportGraph(): Promise<ImportGraph> {
  const { metafile } = await esbuild.build({
    absWorkingDir: root,
    entryPoints: ["src/extension.ts", ...["unit", "contract", "host", "browser", "e2e"].flatMap(testFiles)],
    outdir: "out",
    bundle: true,
    // Otherwise esbuild would bundle each of hundreds of files, and only the metafile is needed.
    splitting: true,
    write: false,
    metafile: true,
    format: "esm",
    platform: "node",
    target: "esnext",
    packages: "external",
    external: ["vscode"],
    loader: { ".node": "empty" },
    logLevel: "error",
  });
  return new ImportGraph(metafile);
}
