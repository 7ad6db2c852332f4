import { marked } from "./question.ts";

/** Returns lines and those that replace them as the lines of a diff. The file may be written by a stranger. */
export const replacedLines = (before: readonly string[], now: readonly string[]): string =>
  [...before.map((line) => `-${marked(line.replace(/\r$/, ""))}`), ...now.map((line) => `+${marked(line)}`)].join("\n");
