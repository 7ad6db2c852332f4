import type { TextEdit } from "../../../core/base/textEdit.ts";
import { defaultStages } from "../../../core/ciFile/pipeline.ts";
import { rootEdits } from "./append.ts";
import { type CiDocument, entryOf } from "./ciDocument.ts";
import type { Clash } from "./clashes.ts";
import { column } from "./extent.ts";
import { scalarText } from "./flow.ts";
import { isJob } from "./reserved.ts";
import type { Slots } from "./slots.ts";
import { listedStages, neededStages, stageEdits, combinedStages } from "./stages.ts";

/** Returns the edits of the stages. If the file's stages may come from its includes, they are a clash. */
export function stagePlan(
  file: CiDocument,
  template: CiDocument,
  sorted: Slots,
): { edits: readonly TextEdit[]; clash?: Clash } {
  const [listed, needed] = [listedStages(file), neededStages(template)];
  if (!sorted.stages || listed === "invalid" || needed === "invalid") return { edits: [] };
  const entry = entryOf(file.entries, "stages");
  const lists = entryOf(template.entries, "stages") !== undefined;
  if (listed !== "none" && entry) {
    const united = combinedStages(listed, needed);
    return { edits: united.length === listed.length ? [] : stageEdits(file, entry, listed, united) };
  }
  const includes = entryOf(file.entries, "include") !== undefined;
  const runs = includes || file.entries.some(isJob);
  const united = combinedStages(runs ? defaultStages : [], needed);
  if (runs ? united.length === defaultStages.length : !lists || united.length === 0) return { edits: [] };
  if (entry) return { edits: stageEdits(file, entry, [], united) };
  const edits = newStages(file, united);
  if (!includes) return { edits };
  return {
    edits,
    clash: {
      id: "stages:",
      kind: "stages",
      name: "stages",
      mine: "",
      theirs: `stages: [${united.map(scalarText).join(", ")}]\n`,
    },
  };
}

/** Returns the edit that adds a list of stages above everything else. */
function newStages(file: CiDocument, names: readonly string[]): TextEdit[] {
  const [first] = file.entries;
  const flow = `stages: [${names.map(scalarText).join(", ")}]`;
  if (file.root?.flow === true || first === undefined)
    return rootEdits(file, [{ block: () => flow, flow, endsKeeping: false, endsInText: false }]);
  const { start } = first.at;
  const indent = file.eol + " ".repeat(column(file.text, start));
  return [
    {
      start,
      end: start,
      text: `stages:${names.map((name) => `${indent}  - ${scalarText(name)}`).join("")}${file.eol}${indent}`,
    },
  ];
}
