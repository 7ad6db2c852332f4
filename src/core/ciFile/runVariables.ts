import { isMap, isSeq } from "yaml";
import { parseCi } from "./document.ts";
import { hostText, resolveAlias, pairsOf, textOf, valueAt } from "./nodes.ts";

/** A variable that a CI file offers when a pipeline is run manually. */
export interface RunVariable {
  readonly key: string;
  /** Empty if the file sets no default. */
  readonly value: string;
  readonly description: string;
  /** Allowed values; empty if any value is allowed. */
  readonly options: readonly string[];
  /** False if `$` in the value is not expanded. */
  readonly expand: boolean;
}

export interface RunVariables {
  readonly variables: readonly RunVariable[];
  /** Whether the file includes others, which are not read here and may define more variables. */
  readonly includes: boolean;
}

/**
 * Returns the top-level variables of a CI file that have a description or options. Others are not prefilled in GitLab's
 * form either.
 * @param text of the CI file, valid or not
 */
export function findRunVariables(text: string): RunVariables {
  const { entries, includes, targets } = parseCi(text);
  const found = new Map<string, RunVariable>();
  for (const { value } of entries.filter(({ name }) => name === "variables")) {
    const map = resolveAlias(value, targets);
    if (!isMap(map)) continue;
    for (const pair of effectivePairs([...pairsOf(map, targets)])) {
      const key = textOf(pair.key);
      const of = resolveAlias(pair.value, targets);
      if (key === undefined || !isMap(of)) continue;
      const part = (name: string): string | undefined => hostText(valueAt(of, name, targets));
      const listed = valueAt(of, "options", targets);
      const options = isSeq(listed)
        ? listed.items.map((item) => textOf(resolveAlias(item, targets))).filter((option) => option !== undefined)
        : [];
      const description = part("description") ?? "";
      if (description === "" && options.length === 0) continue;
      found.set(key, { key, value: part("value") ?? "", description, options, expand: part("expand") !== "false" });
    }
  }
  return { variables: [...found.values()], includes: includes.length > 0 };
}

/** Returns the effective pair of each key in document order; `pairsOf` yields them last to first. */
function effectivePairs<P extends { readonly key: unknown }>(pairs: readonly P[]): P[] {
  const effective = new Map<string, P>();
  for (const pair of pairs) {
    const key = textOf(pair.key);
    if (key !== undefined && !effective.has(key)) effective.set(key, pair);
  }
  return [...effective.values()].reverse();
}
