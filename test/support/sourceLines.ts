/** Names the TypeScript lines in a stack from out/host: VS Code formats stacks itself, without source maps. */
import { readFileSync } from "node:fs";
import { SourceMap, type SourceMapPayload } from "node:module";
import { relative } from "node:path";
import { fileURLToPath } from "node:url";
import { root } from "../../tools/root.ts";

function mapOf(file: string): SourceMap | undefined {
  try {
    return new SourceMap(JSON.parse(readFileSync(`${file}.map`, "utf8")) as SourceMapPayload);
  } catch {
    return undefined;
  }
}

/** Rewrites `file:///…/out/host/x.js:10:4` to `test/host/x.test.ts:7:2`, and leaves the rest as it is. */
export function withSourceLines(stack: string): string {
  return stack.replace(
    /(file:\/\/\/[^\s():]+\.js):(\d+):(\d+)/g,
    (whole, url: string, line: string, column: string) => {
      const entry = mapOf(fileURLToPath(url))?.findEntry(Number(line) - 1, Number(column) - 1);
      if (entry === undefined || !("originalSource" in entry)) return whole;
      return `${relative(root, fileURLToPath(new URL(entry.originalSource, url)))}:${entry.originalLine + 1}:${entry.originalColumn + 1}`;
    },
  );
}
