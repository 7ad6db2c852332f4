import { LogParser } from "../../../../src/core/logText/parser.ts";
import type { LogLine } from "../../../../src/core/logText/sections.ts";

/** Parses a whole log that comes in pieces. */
export function parsed(...pieces: readonly (string | Uint8Array)[]): LogLine[] {
  const parser = new LogParser();
  return [...pieces.flatMap((piece) => parser.push(Buffer.from(piece))), ...parser.end()];
}
