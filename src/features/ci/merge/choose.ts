import type { Node } from "yaml";
import { mappingOf } from "./append.ts";
import { type CiDocument, entriesOf, type Entry, entryOf } from "./ciDocument.ts";
import type { Choice } from "./clashes.ts";
import { mapOf } from "./effectiveEntries.ts";
import { endsInText, endsKeeping, takesComment } from "./extent.ts";
import type { Part, Renames } from "./parts.ts";
import { type Cut, cutsOf } from "./pieces.ts";
import type { Slot, Slots } from "./slots.ts";

/**
 * Returns the parts of the template that go into the file with these choices.
 * @param irreplaceable clashes where the file's version cannot be replaced
 */
export function chosenParts(
  file: CiDocument,
  template: CiDocument,
  sorted: Slots,
  choices: ReadonlyMap<string, Choice>,
  irreplaceable: ReadonlySet<string>,
): { parts: Part[]; renames: Renames } {
  const renames = { jobs: new Map<string, string>(), variables: new Map<string, string>() };
  const cuts = templateCuts(template);
  const parts = sorted.slots.flatMap((slot): Part[] => {
    const { mine, theirs } = slot;
    const choice = choices.get(slot.id) ?? { take: "mine" };
    if (
      slot.same ||
      (mine !== undefined && (choice.take === "mine" || (choice.take === "template" && irreplaceable.has(slot.id))))
    )
      return [];
    const name = mine !== undefined && choice.take === "rename" ? choice.name : slot.name;
    if (name !== slot.name) (slot.kind === "variable" ? renames.variables : renames.jobs).set(slot.name, name);
    const cut = theirs.merged || inFlow(file, slot, sorted) ? undefined : cuts.get(theirs.entry.at.start);
    if (mine === undefined || mine.merged || choice.take === "rename") {
      return [
        {
          slot,
          name,
          offset: slot.kind === "variable" && sorted.variables ? sorted.variables.at.end : file.end,
          ...(cut && { cut }),
        },
      ];
    }
    const lines =
      cut && !wouldTake(file, mine.entry, template, theirs.entry.pair.value)
        ? { from: theirs.entry.at, column: cut.column }
        : undefined;
    return [{ slot, name, offset: mine.entry.at.start, replaces: mine.entry, ...(lines && { cut: lines }) }];
  });
  return { parts, renames };
}

/** Returns the lines of the template's entries and variables by their start offsets. */
function templateCuts(template: CiDocument): ReadonlyMap<number, Cut> {
  const cuts = new Map<number, Cut>();
  const add = (entries: readonly Entry[], floor: number): void => {
    for (const [{ at }, cut] of cutsOf(template, entries, floor)) cuts.set(at.start, cut);
  };
  if (template.root?.flow === true) return cuts;
  add(template.entries, template.start);
  const entry = entryOf(template.entries, "variables");
  const variables = mapOf(template, entry);
  if (entry && typeof variables === "object" && variables.flow !== true && variables === entry.pair.value)
    add(entriesOf(template.text, variables), entry.at.start);
  return cuts;
}

/** Returns whether the template's value would absorb a comment or empty lines behind the file's entry. */
function wouldTake(file: CiDocument, { at: { end } }: Entry, template: CiDocument, value: Node | null): boolean {
  return endsKeeping(template.text, value) || (endsInText(value) && takesComment(file.text, end));
}

function inFlow(file: CiDocument, { kind }: Slot, { variables }: Slots): boolean {
  if (file.root?.flow === true) return true;
  if (kind !== "variable" || !variables) return false;
  const map = mappingOf(file, variables);
  return map === "alias" || (typeof map === "object" && map.flow === true);
}
