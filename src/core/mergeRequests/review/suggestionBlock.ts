import { codeBlock } from "../../ui/codeBlock.ts";

/**
 * Returns the block that suggests other lines for those that a thread stands on, filled with these lines.
 * @param above number of lines above the last one that the thread stands on
 */
export function suggestionBlock(lines: readonly string[], above: number): string {
  return codeBlock(lines.map((line) => `${line}\n`).join(""), above === 0 ? "suggestion" : `suggestion:-${above}+0`);
}
