import { isMap, type Node } from "yaml";
import { mappingOf } from "./append.ts";
import type { CiDocument, Entry } from "./ciDocument.ts";
import { type EffectiveEntry, effectiveEntries, mapOf } from "./effectiveEntries.ts";
import { flowText } from "./flow.ts";
import { includedItems, sameInclude } from "./include.ts";
import { isSetting } from "./reserved.ts";
import { listedStages } from "./stages.ts";

/** A job, a variable or another top-level key of the template. */
export interface Slot {
  readonly id: string;
  readonly kind: "job" | "variable" | "setting";
  readonly name: string;
  readonly theirs: EffectiveEntry;
  /** The file's entry of this name. */
  readonly mine?: EffectiveEntry;
  readonly same: boolean;
}

/** The items of a template by how they are merged. */
export interface Slots {
  readonly slots: readonly Slot[];
  /** The file's variables, if the template's are added one by one. */
  readonly variables?: Entry;
  /** Items of the template's `include` that the file's list lacks. */
  readonly includes: readonly Node[];
  /** Whether the lists of stages are combined; otherwise they are an ordinary key, or missing. */
  readonly stages: boolean;
}

/** Sorts the template's items by what the file has of the same name. */
export function slotsOf(file: CiDocument, template: CiDocument): Slots {
  const mine = effectiveEntries(file, file.root);
  const stages =
    listedStages(file) !== "invalid" && listedStages(template) !== "invalid" && mine.get("stages")?.merged !== true;
  let includes: readonly Node[] = [];
  let variables: Entry | undefined;
  const slots = [...effectiveEntries(template, template.root)].flatMap(([name, theirs]): Slot[] => {
    const had = mine.get(name);
    if (name === "stages" && stages) return [];
    if (name === "include" && had?.merged === false && addable(file, had.entry)) {
      const there = new Set((includedItems(file) ?? []).map((item) => sameInclude(file, item)));
      const items = includedItems(template);
      if (items !== undefined) {
        includes = items.filter((item) => !there.has(sameInclude(template, item)));
        return [];
      }
    }
    if (name === "variables" && had?.merged === false && mappingOf(file, had.entry) !== undefined) {
      const brought = mapOf(template, theirs.entry);
      const known = mapOf(file, had.entry);
      if (brought === "empty") return [];
      if (brought !== undefined && known !== undefined) {
        variables = had.entry;
        const ours = known === "empty" ? new Map<string, EffectiveEntry>() : effectiveEntries(file, known);
        // Aliased variables can be added to but not changed, because others use them as well.
        const fixed = mappingOf(file, had.entry) === "alias";
        return [...effectiveEntries(template, brought)].map(([variable, of]) => {
          const owned = ours.get(variable);
          return slot(file, template, "variable", variable, of, owned && { ...owned, merged: owned.merged || fixed });
        });
      }
    }
    return [slot(file, template, isSetting(name) ? "setting" : "job", name, theirs, had)];
  });
  return { slots, includes, stages, ...(variables && { variables }) };
}

function slot(
  file: CiDocument,
  template: CiDocument,
  kind: Slot["kind"],
  name: string,
  theirs: EffectiveEntry,
  mine: EffectiveEntry | undefined,
): Slot {
  const canonical = (document: CiDocument, { entry }: EffectiveEntry): string =>
    flowText(document, entry.pair.value, { canonical: true });
  return {
    id: `${kind}:${name}`,
    kind,
    name,
    theirs,
    same: mine !== undefined && canonical(file, mine) === canonical(template, theirs),
    ...(mine && { mine }),
  };
}

/**
 * Returns whether items can be added to an entry's `include`: an anchor or tag before a block mapping would apply to
 * the new list.
 */
function addable(file: CiDocument, { pair: { value } }: Entry): boolean {
  return (
    includedItems(file) !== undefined &&
    !(isMap(value) && value.flow !== true && (value.anchor !== undefined || value.tag !== undefined))
  );
}
