import type { Node } from "yaml";
import type { CiDocument, Entry } from "./ciDocument.ts";
import { column } from "./extent.ts";
import { pieceText } from "./pieces.ts";
import type { Slot } from "./slots.ts";

/** A name that file and template define differently. */
export interface Clash {
  readonly id: string;
  readonly kind: Slot["kind"] | "stages";
  readonly name: string;
  /** Text in the file; empty if it comes from elsewhere. */
  readonly mine: string;
  readonly theirs: string;
  /** Anchor in the file's version that is used elsewhere in the file, so the version cannot be replaced. */
  readonly usedAnchor?: string;
  /** A free name; absent if it cannot be renamed. */
  readonly rename?: string;
}

/** How a clash is resolved. */
export type Choice = { readonly take: "mine" | "template" } | { readonly take: "rename"; readonly name: string };

/** Returns the clash of an item that both define, with a free name. */
export function clashOf(
  file: CiDocument,
  template: CiDocument,
  slot: Slot,
  isFree: (kind: Clash["kind"], name: string) => boolean,
): Clash {
  const shown = (document: CiDocument, { entry: { at } }: { entry: Entry }): string =>
    `${pieceText(document, { from: at, column: column(document.text, at.start) }, [], { column: 0, eol: "\n" })}\n`;
  const usedAnchor = slot.mine && !slot.mine.merged ? findUsedAnchor(file, slot.mine.entry) : undefined;
  let rename: string | undefined;
  if (slot.kind !== "setting") {
    const joint = slot.kind === "variable" ? "_" : "-";
    for (let n = 2; rename === undefined; n += 1)
      if (isFree(slot.kind, `${slot.name}${joint}${n}`)) rename = `${slot.name}${joint}${n}`;
  }
  const { id, kind, name, theirs, mine } = slot;
  return {
    id,
    kind,
    name,
    mine: mine ? shown(file, mine) : "",
    theirs: shown(template, theirs),
    ...(usedAnchor !== undefined && { usedAnchor }),
    ...(rename !== undefined && { rename }),
  };
}

/** Returns an anchor within an entry that the rest of the file uses. */
function findUsedAnchor(file: CiDocument, { at }: Entry): string | undefined {
  const inside = (node: Node): boolean =>
    (node.range?.[0] ?? -1) >= at.start && (node.range?.[0] ?? -1) < Math.max(at.end, at.start + 1);
  for (const [alias, target] of file.targets) if (inside(target) && !inside(alias)) return alias.source;
  return undefined;
}
