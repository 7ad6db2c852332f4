/** Which test file executes which places of the source, as V8 counts blocks. */
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { Site } from "./sites.ts";

interface Range {
  readonly startOffset: number;
  readonly endOffset: number;
  readonly count: number;
}
interface Script {
  readonly url: string;
  readonly functions: readonly { readonly ranges: readonly Range[] }[];
}

/** Whether the innermost block around an offset ran. */
function ran(script: Script, offset: number): boolean {
  let innermost: Range | undefined;
  for (const { ranges } of script.functions)
    for (const range of ranges)
      if (
        range.startOffset <= offset &&
        offset < range.endOffset &&
        (!innermost || range.endOffset - range.startOffset <= innermost.endOffset - innermost.startOffset)
      )
        innermost = range;
  return (innermost?.count ?? 0) > 0;
}

/**
 * Returns the numbers of the sites that processes have executed.
 * @param folder where NODE_V8_COVERAGE had them write
 * @param tree the clone that they ran in
 */
export async function executedSites(
  folder: string,
  tree: string,
  sites: ReadonlyMap<string, readonly (readonly [number: number, site: Site])[]>,
): Promise<number[]> {
  const found = new Set<number>();
  const source = `${pathToFileURL(join(tree, "src")).href}/`;
  for (const name of await readdir(folder)) {
    const { result } = JSON.parse(await readFile(join(folder, name), "utf8")) as { readonly result: readonly Script[] };
    for (const script of result) {
      if (!script.url.startsWith(source)) continue;
      for (const [number, { from }] of sites.get(`src/${script.url.slice(source.length)}`) ?? [])
        if (!found.has(number) && ran(script, from)) found.add(number);
    }
  }
  return [...found];
}
