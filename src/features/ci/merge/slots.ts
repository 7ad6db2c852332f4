import { isMap, type Node } from "yaml";
import { mappingOf } from "./append.ts";
import type { CiDocument, Entry } from "./ciDocument.ts";
import { flowText } from "./flow.ts";
import { includedItems, sameInclude } from "./include.ts";
import { isSetting } from "./reserved.ts";
import { type Counted, countedEntries, mapOf } from "./sides.ts";
import { listedStages } from "./stages.ts";

/** One thing of the template: a job, a variable, or another setting of the top level. */
export interface Slot {
  /** Unlike every other's. */
  readonly id: string;
  readonly kind: "job" | "variable" | "setting";
  readonly name: string;
  readonly theirs: Counted;
  /** What the file has of this name. */
  readonly mine?: Counted;
  readonly same: boolean;
}

/** What a template brings, sorted by how it is merged. */
export interface Slots {
  readonly slots: readonly Slot[];
  /** The file's variables, where the template's are added to them one by one. */
  readonly variables?: Entry;
  /** Items of the template's `include` that the file's lacks, where they are added to it. */
  readonly includes: readonly Node[];
  /** Whether the stages are united; else they are a setting like any other, or there are none. */
  readonly stages: boolean;
}

/** Sorts what a template brings by what the file has of the same name. */
export function slotsOf(file: CiDocument, template: CiDocument): Slots {
  const mine = countedEntries(file, file.root);
  const stages =
    listedStages(file) !== "odd" && listedStages(template) !== "odd" && mine.get("stages")?.merged !== true;
  let includes: readonly Node[] = [];
  let variables: Entry | undefined;
  const slots = [...countedEntries(template, template.root)].flatMap(([name, theirs]): Slot[] => {
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
        const ours = known === "empty" ? new Map<string, Counted>() : countedEntries(file, known);
        // An alias to them can be added to, not changed: they are others', too.
        const fixed = mappingOf(file, had.entry) === "alias";
        return [...countedEntries(template, brought)].map(([variable, of]) => {
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
  theirs: Counted,
  mine: Counted | undefined,
): Slot {
  const canonical = (document: CiDocument, { entry }: Counted): string =>
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

/** An anchor before lines of their own would name the list that they would become the first item of. */
function addable(file: CiDocument, { pair: { value } }: Entry): boolean {
  return (
    includedItems(file) !== undefined &&
    !(isMap(value) && value.flow !== true && (value.anchor !== undefined || value.tag !== undefined))
  );
}
