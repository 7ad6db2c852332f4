import type { ArgumentParser } from "../../core/commands/arguments.ts";

export const listEndArgs: ArgumentParser<[view: string, below: string]> = ([view, below]) => [
  typeof view === "string" ? view : "",
  typeof below === "string" ? below : "",
];
