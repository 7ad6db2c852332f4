import type { Node } from "yaml";
import { editedText, insertion, orderedEdits, type TextEdit } from "../../../core/base/textEdit.ts";
import { type Addition, mappingEdits, rootEdits } from "./append.ts";
import { chosenParts } from "./choose.ts";
import { type CiDocument, entriesOf, type Entry, entryOf, readCi } from "./ciDocument.ts";
import { type Choice, type Clash, clashOf } from "./clashes.ts";
import { column } from "./extent.ts";
import { includeEdits, includeItem } from "./include.ts";
import { checkOutcome } from "./outcome.ts";
import { type Part, writeParts } from "./parts.ts";
import { isJob } from "./reserved.ts";
import { mapOf } from "./sides.ts";
import { slotsOf } from "./slots.ts";
import { stagePlan } from "./stagePlan.ts";

export type { Choice, Clash };

export interface Outcome {
  /** In order, none overlapping another. */
  readonly edits: readonly TextEdit[];
  readonly text: string;
}

export interface Merge {
  readonly clashes: readonly Clash[];
  /** Whether something of this kind can get this name. */
  readonly isFree: (kind: Clash["kind"], name: string) => boolean;
  /** The merge with these choices, by the clashes' ids; what is not chosen stays mine. @throws MergeProblem */
  outcome(choices: ReadonlyMap<string, Choice>): Outcome;
}

/**
 * Compares a CI file with a template. The file is never printed anew: what comes of it is made by edits at the places of what is there.
 * @throws MergeProblem with the place of what is wrong in either
 */
export function planMerge(text: string, template: string): Merge {
  const file = readCi(text, "file");
  const theirs = readCi(template, "template");
  if (file.root === undefined || theirs.root === undefined) return wholly(file, theirs);

  const sorted = slotsOf(file, theirs);
  const stages = stagePlan(file, theirs, sorted);
  const names = {
    job: new Set([...file.entries, ...theirs.entries].map(({ name }) => name)),
    variable: new Set(sorted.slots.filter(({ kind }) => kind === "variable").map(({ name }) => name)),
  };
  for (const { name } of variablesOf(file)) names.variable.add(name);
  const isFree = (kind: Clash["kind"], name: string): boolean =>
    kind === "variable" ? !names.variable.has(name) : kind === "job" && !names.job.has(name) && isJobName(name);
  const clashes = sorted.slots
    .filter(({ mine, same }) => mine !== undefined && !same)
    .map((slot) => clashOf(file, theirs, slot, isFree));

  return {
    clashes: stages.clash ? [stages.clash, ...clashes] : clashes,
    isFree,
    outcome: (choices) => {
      const held = new Set(clashes.filter((clash) => clash.held !== undefined).map(({ id }) => id));
      const { parts, renames } = chosenParts(file, theirs, sorted, choices, held);
      const written = writeParts(file, theirs, parts, renames);
      const edits = orderedEdits([
        ...(stages.clash === undefined || choices.get(stages.clash.id)?.take === "template" ? stages.edits : []),
        ...parts.flatMap((part) => replacing(file, part, written.get(part))),
        ...(sorted.variables ? mappingEdits(file, sorted.variables, additions(written, parts, true)) : []),
        ...includeEdits(
          file,
          sorted.includes.map((item: Node) => includeItem(theirs, item, file.eol)),
        ),
        ...rootEdits(file, additions(written, parts, false)),
      ]);
      const merged = editedText(text, edits);
      checkOutcome(file, theirs, merged, { parts, renames, variables: sorted.variables });
      return { edits, text: merged };
    },
  };
}

/** What starts a document: the file has its own start, or needs none. */
const documentStart = /^((?:[ \t]*(?:#[^\n]*)?\r?\n)*)(?:(?:%[^\n]*\n)*---(?=\s)[ \t]*(?:\r?\n)?)/;

const isJobName = (name: string): boolean =>
  name.trim() === name && name !== "" && !/[\r\n]/.test(name) && isJob({ name: name.replace(/^\./, "") } as Entry);

const variablesOf = (file: CiDocument): readonly Entry[] => {
  const map = mapOf(file, entryOf(file.entries, "variables"));
  return map === undefined || map === "empty" ? [] : entriesOf(file.text, map);
};

/** A file that has nothing yet takes the template as it is; a template without anything changes nothing. */
function wholly(file: CiDocument, template: CiDocument): Merge {
  const { text, eol, end } = file;
  const first = template.entries[0];
  const brought =
    template.root === undefined || first === undefined
      ? ""
      : template.text.slice(template.start, template.end).replace(documentStart, "$1");
  const body = brought.split(/\r?\n/).join(eol);
  const before = text.slice(file.start, end);
  const put =
    body === "" ? "" : (before === "" || before.endsWith("\n") ? "" : eol) + body + (body.endsWith("\n") ? "" : eol);
  const edits = put === "" ? [] : [insertion(end, put)];
  return { clashes: [], isFree: () => false, outcome: () => ({ edits, text: editedText(text, edits) }) };
}

/** What is added, in order; what takes the place of something is not. */
function additions(written: ReadonlyMap<Part, Addition>, parts: readonly Part[], toVariables: boolean): Addition[] {
  return parts
    .filter(({ slot, replaces }) => replaces === undefined && (slot.kind === "variable") === toVariables)
    .flatMap((part) => written.get(part) ?? []);
}

function replacing(file: CiDocument, { replaces, cut }: Part, addition: Addition | undefined): TextEdit[] {
  if (replaces === undefined || addition === undefined) return [];
  const { start, end } = replaces.at;
  return [{ start, end, text: cut ? addition.block(column(file.text, start)) : addition.flow }];
}
