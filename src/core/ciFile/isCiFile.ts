import { ciFileNames } from "./names.ts";

const names = Object.values(ciFileNames);

/**
 * Glob patterns of CI files: the default name, names that end with it, and YAML files in the folders named after it.
 */
export const ciFilePatterns: readonly string[] = names.flatMap((name) => [
  `**/*${name}`,
  `**/${name.replace(/\.yml$/, "")}/**/*.{yml,yaml}`,
  `**/${name.replace(/-ci\.yml$/, "")}/ci/**/*.{yml,yaml}`,
]);

/** Returns whether a path matches `ciFilePatterns`. */
export function isCiFile(path: string): boolean {
  return (
    names.some((name) => path.endsWith(name)) || /\/\.(?:gitlab|service)(?:-ci|\/ci)\/(?:.*\/)?[^/]+\.ya?ml$/.test(path)
  );
}

/** The default names of a project's CI file. */
export const rootNames: readonly string[] = names;
