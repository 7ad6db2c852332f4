import { isMap, isScalar, isSeq, type Node, type YAMLMap } from "yaml";
import { type CiDocument, entriesOf, type Entry, isMergeKey, meant } from "./ciDocument.ts";

/** An entry that counts; one that comes by a merge key stands elsewhere. */
export interface Counted {
  readonly entry: Entry;
  readonly merged: boolean;
}

/** The entries of a mapping that count, by name, in order: the last of those given twice, and those of merge keys that nothing is written over. */
export function countedEntries(
  document: CiDocument,
  map: YAMLMap<Node, Node | null> | undefined,
): Map<string, Counted> {
  const counted = new Map<string, Counted>();
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
      for (const [name, { entry: inner }] of countedEntries(document, one as YAMLMap<Node, Node | null>)) {
        if (!counted.has(name)) counted.set(name, { entry: inner, merged: true });
      }
    }
  }
  return counted;
}

/** The mapping that a name's value is, directly or by an alias; `empty` where nothing is there. */
export function mapOf(
  document: CiDocument,
  entry: Entry | undefined,
): YAMLMap<Node, Node | null> | "empty" | undefined {
  const value = meant(document, entry?.pair.value);
  if (value === null || value === undefined || (isScalar(value) && value.value === null)) return "empty";
  return isMap(value) ? (value as YAMLMap<Node, Node | null>) : undefined;
}
