import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "../../tools/root.ts";

/** Suites of test/host that run in the process, some with a workspace of their own; what it cannot play is in test/host/real. */
export const inProcess: readonly string[] = globSync("test/host/{,untrusted/,virtual/}*.test.ts", {
  cwd: root,
}).sort();

/** Whether a file of test/host has tests for a real window. */
export const isReal = (file: string): boolean => readFileSync(join(root, file), "utf8").includes("@window");
