import { isAlias, isMap, type Node, type YAMLMap } from "yaml";
import { insertion, type TextEdit } from "../../../core/base/textEdit.ts";
import { type CiDocument, entriesOf, type Entry } from "./ciDocument.ts";
import { column, endsKeeping, isEmpty, lineEnd, nodeEnd, takesComment } from "./extent.ts";

/** An entry to add to a mapping, in block and in flow style. */
export interface Addition {
  /** Key and value as a block, with all lines but the first indented to this column. */
  readonly block: (column: number) => string;
  /** Key and value on one line. */
  readonly flow: string;
  /** Whether empty lines behind the block would become part of its value. */
  readonly endsKeeping: boolean;
  /** Whether indented comments behind the block would. */
  readonly endsInText: boolean;
}

/** Returns an entry's value as a mapping that can be added to; undefined for other values. */
export function mappingOf(file: CiDocument, entry: Entry): YAMLMap<Node, Node | null> | "empty" | "alias" | undefined {
  const { value } = entry.pair;
  if (value === null || isEmpty(value)) return "empty";
  if (isAlias(value)) return isMap(file.targets.get(value)) ? "alias" : undefined;
  return isMap(value) ? (value as YAMLMap<Node, Node | null>) : undefined;
}

/** Returns the edits that add to the end of an entry's mapping. */
export function mappingEdits(file: CiDocument, entry: Entry, additions: readonly Addition[]): TextEdit[] {
  if (additions.length === 0) return [];
  const { text, eol } = file;
  const flow = additions.map((one) => one.flow).join(", ");
  const mapping = mappingOf(file, entry);
  const { value } = entry.pair;
  // Text behind the mapping must not become part of its last block scalar.
  const last = additions.at(-1);
  const lines = (at: number, depth: number): TextEdit[] => {
    const written = additions.map(
      (one) =>
        `${eol}${" ".repeat(depth)}${one === last && (one.endsKeeping || (one.endsInText && takesComment(text, at))) ? one.flow : one.block(depth)}`,
    );
    return [insertion(at, written.join(""))];
  };

  if (mapping === "alias")
    return [
      {
        start: value?.range?.[0] ?? 0,
        end: value?.range?.[1] ?? 0,
        text: `{ <<: ${text.slice(value?.range?.[0], value?.range?.[1])}, ${flow} }`,
      },
    ];
  if (mapping === "empty" || mapping === undefined) {
    if (file.root?.flow === true) return [insertion(entry.at.end, ` { ${flow} }`)];
    return lines(lineEnd(text, entry.at.end), column(text, entry.at.start) + 2);
  }
  const items = entriesOf(text, mapping);
  const end = items.at(-1)?.at.end;
  if (mapping.flow === true)
    return [end !== undefined ? insertion(end, `, ${flow}`) : insertion((mapping.range?.[0] ?? 0) + 1, ` ${flow} `)];
  return lines(lineEnd(text, nodeEnd(text, mapping)), column(text, items[0]?.at.start ?? 0));
}

/** Returns the edits that add to the end of the top level, separated by empty lines. */
export function rootEdits(file: CiDocument, additions: readonly Addition[]): TextEdit[] {
  if (additions.length === 0) return [];
  const { text, eol, root, entries, end } = file;
  const last = entries.at(-1);
  if (root?.flow === true) {
    const flow = additions.map((one) => one.flow).join(", ");
    return [last ? insertion(last.at.end, `, ${flow}`) : insertion((root.range?.[0] ?? 0) + 1, ` ${flow} `)];
  }
  const before = text.slice(file.start, end);
  const depth = entries[0] ? column(text, entries[0].at.start) : 0;
  const keeping =
    last !== undefined && endsKeeping(text, last.pair.value) && /^(\r?\n)*$/.test(text.slice(last.at.end, end));
  let added = before === "" || /\n$/.test(before) ? "" : eol;
  if (!keeping && last !== undefined && !/\n[ \t]*\r?\n$/.test(before)) added += eol;
  additions.forEach(({ block, endsKeeping: keepsLines }, index) => {
    added += " ".repeat(depth) + block(depth);
    const isLast = index === additions.length - 1;
    if (!isLast) added += keepsLines ? eol : eol + eol;
    // Keeps the missing line break at the end of the file, unless a block scalar ends there.
    else if (end < text.length || keepsLines || /\n$/.test(before) || before === "") added += eol;
  });
  return [insertion(end, added)];
}
