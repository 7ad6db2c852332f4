import { isMap, isScalar, isSeq, type Node, type YAMLMap } from "yaml";
import { type CiDocument, entriesOf, type Entry, isMergeKey, meant } from "./ciDocument.ts";

/** An effective entry; `merged` if it comes from a merge key. */
export interface EffectiveEntry {
  readonly entry: Entry;
  readonly merged: boolean;
}

/**
 * Returns the effective entries of a mapping by name: the last of duplicates, and those of merge keys that are not
 * overridden.
 */
export function effectiveEntries(
  document: CiDocument,
  map: YAMLMap<Node, Node | null> | undefined,
): Map<string, EffectiveEntry> {
  const counted = new Map<string, EffectiveEntry>();
  if (map === undefined) return counted;
  const entries = map === document.root ? document.entries : entriesOf(document.text, map);
  for (const entry of entries) {
    if (!isMergeKey(entry)) counted.set(entry.name, { entry, merged: false });
  }
  for (const entry of entries.filter(isMergeKey)) {
    const source = meant(document, entry.pair.value);
    const sources = isSeq(source) ? source.items.map((item) => meant(document, item as Node)) : [source];
    for (const one of sources) {
      if (!isMap(one)) continue;
      for (const [name, { entry: inner }] of effectiveEntries(document, one as YAMLMap<Node, Node | null>)) {
        if (!counted.has(name)) counted.set(name, { entry: inner, merged: true });
      }
    }
  }
  return counted;
}

/** Returns an entry's value as a mapping with its alias resolved; `empty` if there is none. */
export function mapOf(
  document: CiDocument,
  entry: Entry | undefined,
): YAMLMap<Node, Node | null> | "empty" | undefined {
  const value = meant(document, entry?.pair.value);
  if (value === null || value === undefined || (isScalar(value) && value.value === null)) return "empty";
  return isMap(value) ? (value as YAMLMap<Node, Node | null>) : undefined;
}
