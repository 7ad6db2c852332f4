import { readFileSync } from "node:fs";

/** Two green runs of each tool's job, and what the runner writes around both, with `\e` for escape and `\r` for a carriage return. */
const parts = new Map(
  readFileSync(new URL("greenRuns.txt", import.meta.url), "utf8")
    .replaceAll("\\e", "\u001b")
    .replaceAll("\\r", "\r")
    .split(/^### /m)
    .slice(1)
    .map((text) => [text.slice(0, text.indexOf("\n")), text.slice(text.indexOf("\n") + 1)] as const),
);

export const toolNames = [...parts.keys()]
  .map((name) => name.split(" ")[0] ?? "")
  .filter((name, at) => at % 2 === 0 && name !== "before" && name !== "after");

/** Returns the log of a run as the host sends it. */
export const greenLog = (tool: string, run: "first" | "second"): string =>
  ["before", tool, "after"].map((part) => parts.get(`${part} ${run}`)).join("");
