import { isScalar, type Scalar } from "yaml";
import { isMadeLater } from "../../../core/ciFile/document.ts";
import { needsOf } from "../../../core/ciFile/needs.ts";
import { followed, spanOf, textOf } from "../../../core/ciFile/nodes.ts";
import { outerStages, type Pipeline, type PipelineFile, type Stages } from "../../../core/ciFile/pipeline.ts";
import { renamed } from "./fileEdit.ts";
import { cyclesIn } from "./jobCycles.ts";
import { nearest } from "./nearest.ts";
import type { Problem, Fix, JobPlace } from "./problem.ts";
import { stageEdit } from "./stageEdit.ts";
/** Somebody has to read them. */
const mostFaults = 20;

/** What is wrong in one file of a pipeline. Where it is no YAML, nothing else is judged but keys that repeat. */
export function problemsOf(pipeline: Pipeline, file: PipelineFile): Problem[] {
  const { faults } = file.document;
  const found = [...faultsIn(file), ...repeatedIn(file)];
  if (faults.length > 0) return found;
  const stages = pipeline.stages();
  return [
    ...found,
    ...stageProblems(pipeline, stages, file),
    ...jobProblems(pipeline, file),
    ...referenceProblems(pipeline, file),
    ...cyclesIn(pipeline, file),
  ];
}

const faultsIn = ({ document }: PipelineFile): Problem[] =>
  document.faults.slice(0, mostFaults).map(({ start, end, message = "", anchor }) => ({
    start,
    end,
    fixes: [],
    ...(anchor === undefined ? { kind: "yaml", message } : { kind: "anchor", name: anchor }),
  }));

const repeatedIn = ({ id, document }: PipelineFile): Problem[] =>
  document.repeated.map(({ name, earlier, again, withoutEarlier, withoutAgain }) => ({
    kind: "repeatedKey",
    name,
    earlier,
    ...again,
    fixes: [
      ...(withoutEarlier
        ? [{ kind: "removeEarlier" as const, edits: [{ file: id, ...withoutEarlier, text: "" }] }]
        : []),
      ...(withoutAgain ? [{ kind: "removeAgain" as const, edits: [{ file: id, ...withoutAgain, text: "" }] }] : []),
    ],
  }));

function stageProblems(pipeline: Pipeline, stages: Stages, file: PipelineFile): Problem[] {
  if (!stages.known) return [];
  const all = [outerStages[0], ...stages.names, outerStages[1]];
  const found = new Map<Scalar, Problem>();
  for (const job of pipeline.jobs()) {
    const told = pipeline.effective(job, "stage");
    for (const { file: place, node } of told ? pipeline.leaves(told) : []) {
      const name = textOf(node);
      if (place !== file || !isScalar(node) || !name || found.has(node) || all.includes(name) || isMadeLater(name))
        continue;
      found.set(node, {
        kind: "unknownStage",
        name,
        stages: all,
        ...spanOf(node),
        get fixes() {
          return [...replaced(file, node, nearest(name, all)), ...added(pipeline, stages, job, name)];
        },
      });
    }
  }
  return [...found.values()];
}

function added(pipeline: Pipeline, stages: Stages, job: string, name: string): Fix[] {
  const edit = stageEdit(pipeline, stages, job, name);
  return edit ? [{ kind: "addStage", name, edits: [edit] }] : [];
}

function jobProblems(pipeline: Pipeline, file: PipelineFile): Problem[] {
  const found = new Map<Scalar, Problem>();
  const tell = (node: Scalar, name: string, place: JobPlace, kind: "unknownJob" | "hiddenJob"): void => {
    if (found.has(node)) return;
    found.set(node, {
      kind,
      name,
      place,
      ...spanOf(node),
      get fixes() {
        return replaced(file, node, nearest(name, place === "extends" ? pipeline.names() : pipeline.jobs()));
      },
    });
  };
  for (const job of pipeline.jobs()) {
    for (const { name, at, optional, as } of needsOf(pipeline, job)) {
      if (at.file !== file || name === "" || isMadeLater(name)) continue;
      const named = pipeline.jobNamed(name);
      if (named === undefined && !pipeline.open && !optional) tell(at.node, name, as, "unknownJob");
      if (named?.startsWith(".")) tell(at.node, name, as, "hiddenJob");
    }
  }
  if (pipeline.open) return [...found.values()];
  for (const { name } of file.document.entries) {
    for (const { file: place, node } of pipeline.extended(name)) {
      const other = textOf(node);
      if (place !== file || !isScalar(node) || !other || isMadeLater(other) || pipeline.definitions(other).length > 0)
        continue;
      tell(node, other, "extends", "unknownJob");
    }
  }
  return [...found.values()];
}

/** What `!reference` names has to be a key of the top level of some file. */
function referenceProblems(pipeline: Pipeline, file: PipelineFile): Problem[] {
  if (pipeline.open) return [];
  return file.document.references.flatMap((reference): Problem[] => {
    const first = followed(reference.items[0], file.document.targets);
    const name = textOf(first);
    if (!isScalar(first) || !name || isMadeLater(name) || pipeline.definitions(name).length > 0) return [];
    return [
      {
        kind: "unknownJob",
        name,
        place: "reference",
        ...spanOf(first),
        get fixes() {
          return replaced(file, first, nearest(name, pipeline.names()));
        },
      },
    ];
  });
}

function replaced(file: PipelineFile, node: Scalar, name: string | undefined): Fix[] {
  return name === undefined
    ? []
    : [{ kind: "replace", name, edits: [{ file: file.id, ...renamed(file.document.text, spanOf(node), name) }] }];
}
