import type { Node } from "yaml";
import { editedText, insertion, orderedEdits, type TextEdit } from "../../../core/base/textEdit.ts";
import { type Addition, mappingEdits, rootEdits } from "./append.ts";
import { chosenParts } from "./choose.ts";
import { type CiDocument, entriesOf, type Entry, entryOf, readCi } from "./ciDocument.ts";
import { type Choice, type Clash, clashOf } from "./clashes.ts";
import { mapOf } from "./effectiveEntries.ts";
import { column } from "./extent.ts";
import { includeEdits, includeItem } from "./include.ts";
import { checkOutcome } from "./outcome.ts";
import { type Part, writeParts } from "./parts.ts";
import { isJob } from "./reserved.ts";
import { slotsOf } from "./slots.ts";
import { stagePlan } from "./stagePlan.ts";

export type { Choice, Clash };

export interface Outcome {
  /** In order, without overlaps. */
  readonly edits: readonly TextEdit[];
  readonly text: string;
}

export interface Merge {
  readonly clashes: readonly Clash[];
  /** Returns whether a name is free for this kind. */
  readonly isFree: (kind: Clash["kind"], name: string) => boolean;
  /**
   * Returns the result of the merge with these choices by clash ID; the default is to keep the file's version.
   * @throws MergeProblem
   */
  outcome(choices: ReadonlyMap<string, Choice>): Outcome;
}

/**
 * Compares a CI file with a template. The result is made of edits, so that the rest of the file keeps its formatting.
 * @throws MergeProblem with the location of what cannot be merged
 */
export function planMerge(text: string, template: string): Merge {
  const file = readCi(text, "file");
  const theirs = readCi(template, "template");
  if (file.root === undefined || theirs.root === undefined) return mergeWithEmpty(file, theirs);

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
      const irreplaceable = new Set(clashes.filter((clash) => clash.usedAnchor !== undefined).map(({ id }) => id));
      const { parts, renames } = chosenParts(file, theirs, sorted, choices, irreplaceable);
      const written = writeParts(file, theirs, parts, renames);
      const edits = orderedEdits([
        ...(stages.clash === undefined || choices.get(stages.clash.id)?.take === "template" ? stages.edits : []),
        ...parts.flatMap((part) => replacementEdits(file, part, written.get(part))),
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

/** Directives and `---` of the template; the file has its own or needs none. */
const documentStart = /^((?:[ \t]*(?:#[^\n]*)?\r?\n)*)(?:(?:%[^\n]*\n)*---(?=\s)[ \t]*(?:\r?\n)?)/;

const isJobName = (name: string): boolean =>
  name.trim() === name && name !== "" && !/[\r\n]/.test(name) && isJob({ name: name.replace(/^\./, "") } as Entry);

const variablesOf = (file: CiDocument): readonly Entry[] => {
  const map = mapOf(file, entryOf(file.entries, "variables"));
  return map === undefined || map === "empty" ? [] : entriesOf(file.text, map);
};

/**
 * Returns the merge of an empty file, which takes the whole template, or of an empty template, which changes nothing.
 */
function mergeWithEmpty(file: CiDocument, template: CiDocument): Merge {
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

/** Returns the additions in order, without replacements. */
function additions(written: ReadonlyMap<Part, Addition>, parts: readonly Part[], toVariables: boolean): Addition[] {
  return parts
    .filter(({ slot, replaces }) => replaces === undefined && (slot.kind === "variable") === toVariables)
    .flatMap((part) => written.get(part) ?? []);
}

function replacementEdits(file: CiDocument, { replaces, cut }: Part, addition: Addition | undefined): TextEdit[] {
  if (replaces === undefined || addition === undefined) return [];
  const { start, end } = replaces.at;
  return [{ start, end, text: cut ? addition.block(column(file.text, start)) : addition.flow }];
}
