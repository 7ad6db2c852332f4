import { listOf, objectOf, objectsOf, textOf } from "./shape.ts";

/** Limits of the patches of a report, in bytes. */
const maxPatch = 256 * 1024;
const maxPatches = 4 * 1024 * 1024;
const maxRemediations = 5_000;

/** Returns the patches of a report by the `id` or `cve` of the finding that they fix. */
export function readPatches(remediations: unknown): ReadonlyMap<string, string> {
  const patches = new Map<string, string>();
  let bytes = 0;
  for (const one of listOf(remediations).slice(0, maxRemediations)) {
    const { fixes, diff } = objectOf(one) ?? {};
    if (typeof diff !== "string" || diff === "" || diff.length > maxPatch * 1.4) continue;
    const patch = Buffer.from(diff, "base64").toString();
    bytes += patch.length;
    if (bytes > maxPatches) break;
    if (!/^@@ -\d/m.test(patch)) continue;
    for (const { id, cve } of objectsOf(fixes)) {
      for (const key of [textOf(id, 500), textOf(cve, 500)])
        if (key !== undefined && !patches.has(key)) patches.set(key, patch);
    }
  }
  return patches;
}
