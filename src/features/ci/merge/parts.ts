import { type Alias, isCollection, isPair, isScalar, type Node } from "yaml";
import type { TextEdit } from "../../../core/base/textEdit.ts";
import type { Addition } from "./append.ts";
import { anchorOf, type CiDocument, type Entry } from "./ciDocument.ts";
import { endsInText, endsKeeping } from "./extent.ts";
import { flowText, scalarText } from "./flow.ts";
import { type Cut, pieceText } from "./pieces.ts";
import { jobsNamedIn, renamedVariable } from "./references.ts";
import type { Slot } from "./slots.ts";

/** An item of the template that goes into the file. */
export interface Part {
  readonly slot: Slot;
  /** Its name in the file. */
  readonly name: string;
  /** Where it goes; only anchors before it can be referenced. */
  readonly offset: number;
  /** The entry of the file that it replaces. */
  readonly replaces?: Entry;
  /** Its lines in the template; without them it is written on one line. */
  readonly cut?: Cut;
}

/** New names by the template's names. */
export interface Renames {
  readonly jobs: ReadonlyMap<string, string>;
  readonly variables: ReadonlyMap<string, string>;
}

/**
 * Returns the text of each part. Anchors get names that are free in the file; aliases are expanded unless their anchor
 * comes before them; references to renamed jobs and variables are renamed.
 */
export function writeParts(
  file: CiDocument,
  template: CiDocument,
  parts: readonly Part[],
  renames: Renames,
): Map<Part, Addition> {
  const inOrder = parts
    .map((part, index) => ({ part, index }))
    .sort((a, b) => a.part.offset - b.part.offset || a.index - b.index)
    .map(({ part }) => part);
  const { names, rank } = namedAnchors(file, template, inOrder);
  const replaced = renamedScalars(template, renames.jobs);
  const renamed = (text: string): string =>
    [...renames.variables].reduce((done, [from, to]) => renamedVariable(done, from, to), text);

  const changes: TextEdit[] = [];
  for (const [node, text] of replaced) changes.push({ start: node.range?.[0] ?? 0, end: node.range?.[1] ?? 0, text });
  for (const { offset, node } of anchorTokens(template)) {
    const name = names.get(node);
    if (name !== undefined && name !== anchorOf(node))
      changes.push({ start: offset + 1, end: offset + 1 + (anchorOf(node)?.length ?? 0), text: name });
  }

  return new Map(
    inOrder.map((part, index) => {
      const { slot, name, cut } = part;
      const { pair } = slot.theirs.entry;
      const key = name === slot.name ? flowText(template, pair.key) : scalarText(name);
      const flow = renamed(`${key}: ${flowText(template, pair.value, { replaced })}`);
      if (cut === undefined) return [part, { block: () => flow, flow, endsKeeping: false, endsInText: false }];
      const own: TextEdit[] =
        name === slot.name || !isScalar(pair.key)
          ? []
          : [{ start: pair.key.range?.[0] ?? 0, end: pair.key.range?.[1] ?? 0, text: scalarText(name) }];
      for (const [alias, target] of template.targets) {
        if (!within(alias, cut)) continue;
        const [anchor, defined] = [names.get(target), rank.get(target)];
        const [start = 0, end = 0] = alias.range ?? [];
        if (anchor === undefined || defined === undefined || defined > index)
          own.push({ start, end, text: flowText(template, target, { replaced }) });
        else if (anchor !== alias.source) own.push({ start: start + 1, end, text: anchor });
      }
      const block = (column: number): string =>
        renamed(pieceText(template, cut, [...changes, ...own], { column, eol: file.eol }));
      return [
        part,
        { block, flow, endsKeeping: endsKeeping(template.text, pair.value), endsInText: endsInText(pair.value) },
      ];
    }),
  );
}

function within(node: Node | Alias, { from }: Cut): boolean {
  const at = node.range?.[0] ?? -1;
  return at >= from.start && at < from.end;
}

/** Returns the new names of the anchors, and the index of the part that contains each. */
function namedAnchors(
  file: CiDocument,
  template: CiDocument,
  parts: readonly Part[],
): { names: Map<Node, string>; rank: Map<Node, number> } {
  const used = new Set(file.anchored.map(anchorOf));
  const names = new Map<Node, string>();
  const rank = new Map<Node, number>();
  parts.forEach(({ cut }, index) => {
    if (cut === undefined) return;
    for (const node of template.anchored.filter((one) => within(one, cut))) {
      const wanted = anchorOf(node) ?? "anchor";
      let name = wanted;
      for (let n = 2; used.has(name); n += 1) name = `${wanted}-${n}`;
      used.add(name);
      names.set(node, name);
      rank.set(node, index);
    }
  });
  return { names, rank };
}

function renamedScalars(template: CiDocument, jobs: ReadonlyMap<string, string>): Map<Node, string> {
  const replaced = new Map<Node, string>();
  if (jobs.size === 0) return replaced;
  for (const entry of template.entries) {
    for (const node of jobsNamedIn(template, entry)) {
      const name = isScalar(node) && typeof node.value === "string" ? jobs.get(node.value) : undefined;
      if (name !== undefined) replaced.set(node, scalarText(name));
    }
  }
  return replaced;
}

interface Token {
  readonly type: string;
  readonly offset: number;
}

/** Returns the offset of each anchor's `&` in order; the ranges of nodes begin behind it. */
function anchorTokens({ root, anchored }: CiDocument): { offset: number; node: Node }[] {
  const offsets: number[] = [];
  const collect = (tokens: unknown): void => {
    if (!Array.isArray(tokens)) return;
    for (const { type, offset } of tokens as Token[]) if (type === "anchor") offsets.push(offset);
  };
  const walk = (node: unknown): void => {
    if (!isCollection(node)) return;
    const items = (node.srcToken as { items?: readonly { start?: unknown; sep?: unknown }[] } | undefined)?.items ?? [];
    node.items.forEach((item, index) => {
      const token = isPair(item) && item.srcToken ? item.srcToken : items[index];
      collect(token?.start);
      if (isPair(item)) {
        walk(item.key);
        collect(token?.sep);
        walk(item.value);
      } else walk(item);
    });
  };
  walk(root);
  const inside = anchored.filter((node) => node !== root);
  return inside.length === offsets.length ? inside.map((node, index) => ({ offset: offsets[index] ?? 0, node })) : [];
}
