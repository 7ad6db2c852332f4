import { isMap, isSeq } from "yaml";
import { readCi } from "./document.ts";
import { followed, pairsOf, textOf, valueAt } from "./nodes.ts";

/** A variable that a CI file offers to whoever runs a pipeline. */
export interface OfferedVariable {
  readonly key: string;
  /** Empty where the file gives none. */
  readonly value: string;
  readonly description: string;
  /** The only values it may have; empty: any. */
  readonly options: readonly string[];
  /** False: `$` in the file's value stands for itself. */
  readonly expand: boolean;
}

export interface OfferedVariables {
  readonly variables: readonly OfferedVariable[];
  /** The file includes others, which are not read here and may offer more. */
  readonly includes: boolean;
}

/**
 * What a CI file offers to whoever runs a pipeline: the variables of its top level that have a description or options. The others are
 * no questions; they hold without being asked for.
 * @param text of the CI file, whatever is in it
 */
export function offeredVariables(text: string): OfferedVariables {
  const { entries, includes, targets } = readCi(text);
  const found = new Map<string, OfferedVariable>();
  for (const { value } of entries.filter(({ name }) => name === "variables")) {
    const map = followed(value, targets);
    if (!isMap(map)) continue;
    for (const pair of inOrder([...pairsOf(map, targets)])) {
      const key = textOf(pair.key);
      const of = followed(pair.value, targets);
      if (key === undefined || !isMap(of)) continue;
      const part = (name: string): string | undefined => textOf(valueAt(of, name, targets));
      const listed = valueAt(of, "options", targets);
      const options = isSeq(listed)
        ? listed.items.map((item) => textOf(followed(item, targets))).filter((option) => option !== undefined)
        : [];
      const description = part("description") ?? "";
      if (description === "" && options.length === 0) continue;
      found.set(key, { key, value: part("value") ?? "", description, options, expand: part("expand") !== "false" });
    }
  }
  return { variables: [...found.values()], includes: includes.length > 0 };
}

/** Pairs come last to first, so that the one that counts is the first of its key. */
function inOrder<P extends { readonly key: unknown }>(pairs: readonly P[]): P[] {
  const counting = new Map<string, P>();
  for (const pair of pairs) {
    const key = textOf(pair.key);
    if (key !== undefined && !counting.has(key)) counting.set(key, pair);
  }
  return [...counting.values()].reverse();
}
