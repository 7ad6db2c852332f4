import { ciFileNames } from "./names.ts";

const names = Object.values(ciFileNames);

/** Patterns of the files that are taken for CI files: by the name hosts look for, by its ending, and in the folder it gave its name to. */
export const ciFilePatterns: readonly string[] = names.flatMap((name) => [
  `**/*${name}`,
  `**/${name.replace(/\.yml$/, "")}/**/*.{yml,yaml}`,
  `**/${name.replace(/-ci\.yml$/, "")}/ci/**/*.{yml,yaml}`,
]);

/** Whether a path is one of a CI file. */
export function isCiFile(path: string): boolean {
  return (
    names.some((name) => path.endsWith(name)) || /\/\.(?:gitlab|service)(?:-ci|\/ci)\/(?:.*\/)?[^/]+\.ya?ml$/.test(path)
  );
}

/** The names under which hosts look for a project's CI file. */
export const rootNames: readonly string[] = names;
