import { globSync } from "node:fs";
import { root } from "../../tools/root.ts";

/** The scenes that both windows play. */
export const twins = "test/host/windowTwins.test.ts";

/** Suites of test/host that run in the process, some with a workspace of their own; what it cannot play is in test/host/real. */
export const inProcess: readonly string[] = globSync("test/host/{,chat/,untrusted/,virtual/}*.test.ts", { cwd: root }).sort();
