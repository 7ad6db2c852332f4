import { isAlias, isMap, isScalar, isSeq, type Node } from "yaml";
import { insertion, type TextEdit } from "../../../core/base/textEdit.ts";
import { defaultStages, implicitStages } from "../../../core/ciFile/pipeline.ts";
import { type CiDocument, type Entry, entryOf, meant } from "./ciDocument.ts";
import { column, isEmpty, itemExtent, lineEnd } from "./extent.ts";
import { scalarText } from "./flow.ts";
import { isJob } from "./reserved.ts";

/** Returns the stages that a configuration lists: `none` without a list or with null, `invalid` if it is not a list of names. */
export function listedStages(document: CiDocument): readonly string[] | "none" | "invalid" {
  const value = meant(document, entryOf(document.entries, "stages")?.pair.value);
  if (value === undefined || value === null || (isScalar(value) && value.value === null)) return "none";
  if (!isSeq(value)) return "invalid";
  const names = value.items.map((item) => meant(document, item as Node));
  return names.every((name) => isScalar(name) && name.tag === undefined)
    ? names.map((name) => text(name as { value: unknown; source?: string }))
    : "invalid";
}

/** Returns the stages of a template's jobs: the listed ones, otherwise the default stages in use. */
export function neededStages(template: CiDocument): readonly string[] | "invalid" {
  const listed = listedStages(template);
  if (listed !== "none") return listed;
  const used = new Set(
    template.entries.filter(isJob).map(({ pair: { value } }) => {
      const stage = meant(template, stageOf(template, meant(template, value)));
      return isScalar(stage) ? text(stage) : "test";
    }),
  );
  return defaultStages.filter((name) => used.has(name));
}

function stageOf(document: CiDocument, job: Node | null | undefined): Node | null | undefined {
  if (!isMap<Node, Node | null>(job)) return undefined;
  const pair = job.items.findLast(({ key }) => isScalar(key) && key.value === "stage");
  return meant(document, pair?.value);
}

const text = ({ value, source }: { value: unknown; source?: string | undefined }): string =>
  typeof value === "string" ? value : (source ?? String(value));

/**
 * Combines two lists of stages: the file's order is kept, and new stages follow their predecessor in the template, or
 * precede their successor.
 */
export function combinedStages(mine: readonly string[], theirs: readonly string[]): string[] {
  const united = [...mine];
  let at = -1;
  theirs.forEach((name, index) => {
    const known = united.indexOf(name);
    if (known !== -1) {
      at = known + 1;
      return;
    }
    if (implicitStages.includes(name)) return;
    if (at === -1) {
      const following = theirs.slice(index + 1).find((other) => united.includes(other));
      at = following === undefined ? united.length : united.indexOf(following);
    }
    united.splice(at, 0, name);
    at += 1;
  });
  return united;
}

/** Returns the edits that add the names of a combined list to the file's list. */
export function stageEdits(
  file: CiDocument,
  entry: Entry,
  mine: readonly string[],
  united: readonly string[],
): TextEdit[] {
  const { value } = entry.pair;
  const list = `[${united.map(scalarText).join(", ")}]`;
  if (value === null || isEmpty(value)) return [insertion(entry.at.end, ` ${list}`)];
  if (isAlias(value) || !isSeq(value))
    return [{ start: value.range?.[0] ?? 0, end: value.range?.[1] ?? 0, text: list }];
  const tokens = (value.srcToken as { items?: readonly unknown[] } | undefined)?.items ?? [];
  const places = value.items.map((item, index) => itemExtent(file.text, item, tokens[index]));
  if (places.length === 0) return [insertion((value.range?.[0] ?? 0) + 1, united.map(scalarText).join(", "))];

  const edits: TextEdit[] = [];
  let last = -1;
  for (const name of united) {
    if (last + 1 < mine.length && mine[last + 1] === name) {
      last += 1;
      continue;
    }
    const [first, place] = [places[0], places[last]];
    if (value.flow === true) {
      if (place) edits.push(insertion(place.end, `, ${scalarText(name)}`));
      else if (first) edits.push(insertion(first.start, `${scalarText(name)}, `));
    } else if (first) {
      const indent = " ".repeat(column(file.text, first.start));
      const end = place && lineEnd(file.text, place.end);
      if (end !== undefined) edits.push({ start: end, end, text: `${file.eol}${indent}- ${scalarText(name)}` });
      else edits.push({ start: first.start, end: first.start, text: `- ${scalarText(name)}${file.eol}${indent}` });
    }
  }
  return edits;
}
