import { type Document, isAlias, isMap, isNode, isScalar, isSeq, visit } from "yaml";
import { parseYaml } from "../../core/ciFile/parseYaml.ts";

/** Keys of an `include` that names files of the repository, or templates of the host. */
const ownKeys: ReadonlySet<unknown> = new Set(["local", "template", "rules", "inputs"]);

/**
 * Returns whether everything that a CI file includes, wherever in it, is a file of the repository or a template of the host. To check any
 * other file, the host sends requests to the servers that it names, or reads projects whose files may name some. False for a text that
 * two parsers may read differently: one with errors or tags.
 */
export function includesOnlyOwn(text: string): boolean {
  try {
    return parseYaml(text, { schema: "failsafe", uniqueKeys: false }).every(isOwnDocument);
  } catch {
    // Too long, nested too deeply, or an alias within its own anchor.
    return false;
  }
}

function isOwnDocument(document: Document.Parsed): boolean {
  let isOwn = document.errors.length === 0;
  visit(document, {
    Node: (_, node) => {
      // `!reference` stands for a part of the same pipeline.
      if (!isAlias(node) && node.tag !== undefined && node.tag !== "!reference") isOwn = false;
    },
    Pair: (_, { key, value }) => {
      const name = textOf(key, document);
      if (name === undefined || (name === "include" && !isOwnEntry(value, document))) isOwn = false;
    },
  });
  return isOwn;
}

function isOwnEntry(value: unknown, document: Document.Parsed): boolean {
  const node = isAlias(value) ? value.resolve(document) : value;
  if (!isNode(node) || node.tag !== undefined) return node === null;
  if (isSeq(node)) return node.items.every((item) => isOwnEntry(item, document));
  if (isMap(node)) return node.items.every(({ key }) => ownKeys.has(textOf(key, document)));
  return textOf(node, document)?.includes("://") === false;
}

function textOf(value: unknown, document: Document.Parsed): string | undefined {
  const node = isAlias(value) ? value.resolve(document) : value;
  return isScalar(node) ? String(node.value) : undefined;
}
