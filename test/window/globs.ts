import { minimatch } from "minimatch";

/** Whether a path below a folder is one of a pattern; as in VS Code, `*` takes names that begin with a dot, too. */
export const isMatch = (name: string, glob: string): boolean => minimatch(name, glob, { dot: true });
