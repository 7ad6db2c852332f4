import { disrupting } from "../../core/base/disrupting.ts";

/**
 * Returns lines and those that replace them as the lines of a diff, with marks for characters that hide or reorder text: the file may be
 * written by a stranger.
 */
export const replacedLines = (before: readonly string[], now: readonly string[]): string =>
  [...before.map((line) => `-${visible(line)}`), ...now.map((line) => `+${visible(line)}`)].join("\n");

const visible = (line: string): string =>
  line.replace(/\r$/, "").replace(disrupting, (run) => run.replace(/[^\t]+/g, "\ufffd"));
