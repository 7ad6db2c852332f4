import { type CiDocument, type Entry, entryOf, readCi } from "./ciDocument.ts";
import { effectiveEntries, mapOf } from "./effectiveEntries.ts";
import { flowText } from "./flow.ts";
import type { Part, Renames } from "./parts.ts";
import { MergeProblem } from "./problem.ts";

/**
 * Parses the result of a merge again, and rejects it if an entry of the file changed its meaning or one of the template
 * did not arrive intact.
 * @throws MergeProblem of kind `outcome`
 */
export function checkOutcome(
  file: CiDocument,
  template: CiDocument,
  merged: string,
  {
    parts,
    renames,
    variables,
  }: { readonly parts: readonly Part[]; readonly renames: Renames; readonly variables: Entry | undefined },
): void {
  const wrong = (why: string): MergeProblem => new MergeProblem("outcome", "file", merged, 0, why);
  let result: CiDocument;
  try {
    result = readCi(merged, "file");
  } catch (error) {
    throw error instanceof MergeProblem ? wrong(`line ${error.line + 1}: ${error.detail || error.kind}`) : error;
  }
  const canonical = (document: CiDocument, entry: Entry | undefined): string =>
    entry ? flowText(document, entry.pair.value, { canonical: true }) : "";
  const now = effectiveEntries(result, result.root);
  const replaced = new Set(parts.flatMap((part) => (part.replaces ? [part.replaces] : [])));
  // Entries that use the file's variables by an alias change with them.
  const shared =
    variables !== undefined &&
    file.anchored.some(({ range }) => range && range[0] >= variables.at.start && range[0] <= variables.at.end);
  for (const [name, { entry }] of effectiveEntries(file, file.root)) {
    if (shared || replaced.has(entry) || ["stages", "variables", "include"].includes(name)) continue;
    if (parts.some((part) => part.slot.kind !== "variable" && part.name === name)) continue;
    if (canonical(file, entry) !== canonical(result, now.get(name)?.entry)) throw wrong(name);
  }
  if (renames.jobs.size + renames.variables.size > 0) return;
  const map = mapOf(result, entryOf(result.entries, "variables"));
  const nowVariables = map === undefined || map === "empty" ? undefined : effectiveEntries(result, map);
  for (const { slot, name } of parts) {
    const found = slot.kind === "variable" ? nowVariables?.get(name) : now.get(name);
    if (canonical(template, slot.theirs.entry) !== canonical(result, found?.entry)) throw wrong(name);
  }
}
