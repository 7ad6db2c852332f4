import { isAlias, isMap, type Node, type YAMLMap } from "yaml";
import { insertion, type TextEdit } from "../../../core/base/textEdit.ts";
import { type CiDocument, entriesOf, type Entry } from "./ciDocument.ts";
import { column, endsKeeping, isEmpty, lineEnd, nodeEnd, takesComment } from "./extent.ts";

/** Something to add to a mapping, in either way of writing. */
export interface Addition {
  /** Name and value on lines of their own, all but the first indented to this column. */
  readonly block: (column: number) => string;
  /** The same on one line. */
  readonly flow: string;
  /** Whether empty lines behind it would become part of it. */
  readonly keeps: boolean;
  /** Whether indented comments behind it would. */
  readonly text: boolean;
}

/** The value of a name as a mapping that can be added to: `undefined` where it is something else. */
export function mappingOf(file: CiDocument, entry: Entry): YAMLMap<Node, Node | null> | "empty" | "alias" | undefined {
  const { value } = entry.pair;
  if (value === null || isEmpty(value)) return "empty";
  if (isAlias(value)) return isMap(file.targets.get(value)) ? "alias" : undefined;
  return isMap(value) ? (value as YAMLMap<Node, Node | null>) : undefined;
}

/** Adds to the mapping that a name stands for, below what it has. */
export function mappingEdits(file: CiDocument, entry: Entry, additions: readonly Addition[]): TextEdit[] {
  if (additions.length === 0) return [];
  const { text, eol } = file;
  const flow = additions.map((one) => one.flow).join(", ");
  const mapping = mappingOf(file, entry);
  const { value } = entry.pair;
  // What comes behind the mapping must not become part of its last text.
  const last = additions.at(-1);
  const lines = (at: number, depth: number): TextEdit[] => {
    const written = additions.map(
      (one) =>
        `${eol}${" ".repeat(depth)}${one === last && (one.keeps || (one.text && takesComment(text, at))) ? one.flow : one.block(depth)}`,
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

/** Adds to the top level, below everything it has, parted by empty lines. */
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
  additions.forEach(({ block, keeps }, index) => {
    added += " ".repeat(depth) + block(depth);
    const isLast = index === additions.length - 1;
    if (!isLast) added += keeps ? eol : eol + eol;
    // A file without a line break at its end stays so, unless that would be text.
    else if (end < text.length || keeps || /\n$/.test(before) || before === "") added += eol;
  });
  return [insertion(end, added)];
}
