import type { Node } from "yaml";
import type { CiDocument, Entry } from "./ciDocument.ts";
import { column } from "./extent.ts";
import { pieceText } from "./pieces.ts";
import type { Slot } from "./slots.ts";

/** Something that file and template have under one name, and not the same. */
export interface Clash {
  readonly id: string;
  readonly kind: Slot["kind"] | "stages";
  readonly name: string;
  /** As it stands in the file: empty where it comes from elsewhere. */
  readonly mine: string;
  readonly theirs: string;
  /** Names an anchor in mine that the file uses elsewhere: the template's cannot take its place. */
  readonly held?: string;
  /** A free name; absent for what cannot have another. */
  readonly rename?: string;
}

/** What is to become of a clash. */
export type Choice = { readonly take: "mine" | "template" } | { readonly take: "rename"; readonly name: string };

/** The clash of a slot that both have, with a name that is still free. */
export function clashOf(
  file: CiDocument,
  template: CiDocument,
  slot: Slot,
  isFree: (kind: Clash["kind"], name: string) => boolean,
): Clash {
  const shown = (document: CiDocument, { entry: { at } }: { entry: Entry }): string =>
    `${pieceText(document, { from: at, column: column(document.text, at.start) }, [], { column: 0, eol: "\n" })}\n`;
  const held = slot.mine && !slot.mine.merged ? heldAnchor(file, slot.mine.entry) : undefined;
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
    ...(held !== undefined && { held }),
    ...(rename !== undefined && { rename }),
  };
}

/** An anchor within an entry that the rest of the file uses. */
function heldAnchor(file: CiDocument, { at }: Entry): string | undefined {
  const inside = (node: Node): boolean =>
    (node.range?.[0] ?? -1) >= at.start && (node.range?.[0] ?? -1) < Math.max(at.end, at.start + 1);
  for (const [alias, target] of file.targets) if (inside(target) && !inside(alias)) return alias.source;
  return undefined;
}
