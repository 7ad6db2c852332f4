import { markUnseen } from "../../core/base/unseen.ts";

/** Returns lines and those that replace them as the lines of a diff. The file may be written by a stranger. */
export const replacedLines = (before: readonly string[], now: readonly string[]): string =>
  [
    ...before.map((line) => `-${markUnseen(line.replace(/\r$/, ""))}`),
    ...now.map((line) => `+${markUnseen(line)}`),
  ].join("\n");
