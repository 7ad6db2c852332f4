import { isAlias, isMap, isPair, isScalar, isSeq, type Node, visit } from "yaml";
import { type CiDocument, type Entry, entryOf, entriesOf } from "./ciDocument.ts";

/** Returns the nodes below an entry that name a job: `extends`, `needs`, `dependencies`, `on_stop` and `!reference`. */
export function jobsNamedIn({ text }: CiDocument, { pair }: Entry): Node[] {
  const found: Node[] = [];
  const names = (node: Node | null | undefined): void => {
    if (isScalar(node)) found.push(node);
    else if (isSeq(node)) for (const item of node.items) names(item as Node);
  };
  const needs = (node: Node | null | undefined): void => {
    if (!isSeq(node)) return;
    for (const item of node.items) {
      if (isScalar(item)) found.push(item);
      else if (isMap(item)) {
        const entries = entriesOf(text, item as never);
        // Jobs of other projects and pipelines are not renamed.
        if (!entryOf(entries, "project") && !entryOf(entries, "pipeline")) names(entryOf(entries, "job")?.pair.value);
      }
    }
  };
  const keys = (node: Node | null | undefined, ofRule = false): void => {
    if (!isMap(node)) return;
    for (const {
      name,
      pair: { value },
    } of entriesOf(text, node as never)) {
      if (name === "needs") needs(value);
      else if (ofRule) continue;
      else if (name === "extends" || name === "dependencies") names(value);
      else if (name === "environment" && isMap(value))
        names(entryOf(entriesOf(text, value as never), "on_stop")?.pair.value);
      else if (name === "rules" && isSeq(value)) for (const rule of value.items) keys(rule as Node, true);
    }
  };
  keys(pair.value);
  if (pair.value) {
    visit(pair.value, {
      Seq: (_, { tag, items: [first] }) => {
        if (tag === "!reference" && isScalar(first)) found.push(first as Node);
      },
    });
  }
  return [...new Set(found)].filter((node) => !isAlias(node) && !isPair(node));
}

/** Renames a variable where scripts and values use it. */
export function renamedVariable(text: string, from: string, to: string): string {
  const name = from.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
  return text.replace(new RegExp(`(\\$\\{?)${name}(?![A-Za-z0-9_])`, "g"), `$1${to.replaceAll("$", "$$$$")}`);
}
