import { isAlias, isMap, isScalar, isSeq, type Node } from "yaml";
import { insertion, orderedEdits, type TextEdit } from "../../../core/base/textEdit.ts";
import { rootEdits } from "./append.ts";
import { type CiDocument, entriesOf, type Entry, entryOf, meant, readCi } from "./ciDocument.ts";
import { column, isEmpty, itemExtent, lineEnd, lineStart, valueStart } from "./extent.ts";
import { flowText, scalarText } from "./flow.ts";
import { MergeProblem } from "./problem.ts";

/** An item of `include`, as a block and on one line. */
export interface IncludeItem {
  /** Returns the block; all lines but the first are indented to the column. */
  readonly block: (column: number) => string;
  readonly flow: string;
}

/** Returns the items of `include`; undefined if it is invalid. */
export function includedItems(document: CiDocument): readonly Node[] | undefined {
  const value = meant(document, entryOf(document.entries, "include")?.pair.value);
  if (value === null || value === undefined || isEmpty(value)) return [];
  if (isSeq(value)) return value.items as Node[];
  return isMap(value) || isScalar(value) ? [value] : undefined;
}

/** Returns a text that is equal for items that include the same file. */
export function sameInclude(document: CiDocument, item: Node): string {
  const node = meant(document, item);
  if (isScalar(node) && typeof node.value === "string")
    return `{ ${JSON.stringify(/^https?:\/\//.test(node.value) ? "remote" : "local")}: ${JSON.stringify(node.value)} }`;
  return flowText(document, node, { canonical: true });
}

/** Returns an item of a document as an item for another document. */
export function includeItem(document: CiDocument, item: Node, eol: string): IncludeItem {
  const node = meant(document, item);
  const flow = flowText(document, node);
  if (!isMap(node) || node.items.length === 0) return { block: () => flow, flow };
  const lines = entriesOf(document.text, node as never).map(
    ({ pair: { key, value } }) => `${flowText(document, key)}: ${flowText(document, value)}`,
  );
  return { block: (depth) => lines.join(eol + " ".repeat(depth)), flow };
}

/**
 * Returns the edits that include a template; none if it is already included. A single item becomes the first of a list.
 * @param name as in `include: - template:`
 * @throws MergeProblem
 */
export function includeTemplate(text: string, name: string): TextEdit[] {
  const file = readCi(text, "file");
  const line = `template: ${scalarText(name)}`;
  const items = includedItems(file);
  const wanted = `{ "template": ${JSON.stringify(name)} }`;
  if (items?.some((item) => sameInclude(file, item) === wanted) === true) return [];
  return orderedEdits(includeEdits(file, [{ block: () => line, flow: `{ ${line} }` }]));
}

/** Returns the edits that add items to `include`. @throws MergeProblem if its value cannot be extended */
export function includeEdits(file: CiDocument, items: readonly IncludeItem[]): TextEdit[] {
  if (items.length === 0) return [];
  const entry = entryOf(file.entries, "include");
  const { text, eol } = file;
  const flow = items.map((item) => item.flow).join(", ");
  const dashed = (depth: number): string =>
    items.map(({ block }) => `${eol}${" ".repeat(depth)}- ${block(depth + 2)}`).join("");

  if (entry === undefined) {
    const block = (depth: number): string => `include:${dashed(depth + 2)}`;
    if (file.root === undefined)
      return [
        insertion(file.end, `${file.end === file.start || text[file.end - 1] === "\n" ? "" : eol}${block(0)}${eol}`),
      ];
    return rootEdits(file, [{ block, flow: `include: [${flow}]`, endsKeeping: false, endsInText: false }]);
  }
  const { value } = entry.pair;
  const inFlow = file.root?.flow === true;
  const depth = column(text, entry.at.start) + 2;
  if (value === null || isEmpty(value))
    return [inFlow ? insertion(entry.at.end, ` [${flow}]`) : insertion(lineEnd(text, entry.at.end), dashed(depth))];
  if (isSeq(value)) return listEdits(file, value, flow, dashed);
  const start = valueStart(entry.pair);
  if (isAlias(value)) {
    const known = meant(file, value);
    const had = isSeq(known)
      ? known.items.map((item) => flowText(file, item as Node))
      : [text.slice(start, entry.at.end)];
    return [{ start, end: entry.at.end, text: `[${[...had, flow].join(", ")}]` }];
  }
  if (inFlow || (isMap(value) && value.flow === true))
    return [insertion(start, "["), insertion(entry.at.end, `, ${flow}]`)];
  // An anchor above a block mapping would become the anchor of the list.
  if (isMap(value) && start !== value.range?.[0]) throw new MergeProblem("outcome", "file", text, start);
  if (isMap(value)) return mapEdits(file, entry, start, dashed);
  const gap = /^[ \t]*$/.test(text.slice(lineStart(text, start), start))
    ? 0
    : (/[ \t]*$/.exec(text.slice(0, start))?.[0].length ?? 0);
  return [
    { start: start - gap, end: start, text: gap === 0 ? "- " : `${eol}${" ".repeat(depth)}- ` },
    insertion(lineEnd(text, entry.at.end), dashed(gap === 0 ? column(text, start) : depth)),
  ];
}

function listEdits(
  { text }: CiDocument,
  list: Node & { items: unknown[]; flow?: boolean },
  flow: string,
  dashed: (depth: number) => string,
): TextEdit[] {
  const tokens = (list.srcToken as { items?: readonly unknown[] } | undefined)?.items ?? [];
  const places = list.items.map((item, index) => itemExtent(text, item, tokens[index]));
  const [first, last] = [places[0], places.at(-1)];
  if (first === undefined || last === undefined) return [insertion((list.range?.[0] ?? 0) + 1, flow)];
  return [
    list.flow === true
      ? insertion(last.end, `, ${flow}`)
      : insertion(lineEnd(text, last.end), dashed(column(text, first.start))),
  ];
}

/** Returns the edits that turn a block mapping into the first item of a list, indented by two columns behind a dash. */
function mapEdits(
  { text }: CiDocument,
  { at: { end } }: Entry,
  start: number,
  dashed: (depth: number) => string,
): TextEdit[] {
  const edits = [insertion(start, "- ")];
  for (let at = text.indexOf("\n", start); at !== -1 && at < end; at = text.indexOf("\n", at + 1)) {
    if (lineEnd(text, at + 1) > at + 1) edits.push(insertion(at + 1, "  "));
  }
  return [...edits, insertion(lineEnd(text, end), dashed(column(text, start)))];
}
