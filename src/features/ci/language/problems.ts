import { isScalar, type Scalar } from "yaml";
import { hasVariable } from "../../../core/ciFile/document.ts";
import { baseName } from "../../../core/ciFile/names.ts";
import { needsOf } from "../../../core/ciFile/needs.ts";
import { resolveAlias, spanOf, textOf } from "../../../core/ciFile/nodes.ts";
import { implicitStages, type CiPipeline, type PipelineFile, type Stages } from "../../../core/ciFile/pipeline.ts";
import { renamed } from "./fileEdit.ts";
import { cycleProblems } from "./jobCycles.ts";
import { nearest } from "./nearest.ts";
import type { Problem, Fix, JobPlace } from "./problem.ts";
import { stageEdit } from "./stageEdit.ts";
/** Limit of reported syntax errors. */
const maxFaults = 20;

/** Returns the problems of one file of a pipeline. */
export function findProblems(pipeline: CiPipeline, file: PipelineFile): Problem[] {
  const stages = pipeline.stages();
  return [
    ...syntaxProblems(file),
    ...duplicateKeyProblems(file),
    ...stageProblems(pipeline, stages, file),
    ...jobProblems(pipeline, file),
    ...referenceProblems(pipeline, file),
    ...cycleProblems(pipeline, file),
  ];
}

const syntaxProblems = ({ document }: PipelineFile): Problem[] =>
  document.faults
    .filter(({ unread }) => unread === undefined)
    .slice(0, maxFaults)
    .map(({ start, end, message = "", anchor }) => ({
      start,
      end,
      fixes: [],
      ...(anchor === undefined ? { kind: "yaml", message } : { kind: "anchor", name: anchor }),
    }));

const duplicateKeyProblems = ({ id, document }: PipelineFile): Problem[] =>
  document.duplicateKeys.map(({ name, earlier, later, removalOfEarlier, removalOfLater }) => ({
    kind: "repeatedKey",
    name,
    earlier,
    ...later,
    fixes: [
      ...(removalOfEarlier
        ? [{ kind: "removeEarlier" as const, edits: [{ file: id, ...removalOfEarlier, text: "" }] }]
        : []),
      ...(removalOfLater ? [{ kind: "removeAgain" as const, edits: [{ file: id, ...removalOfLater, text: "" }] }] : []),
    ],
  }));

function stageProblems(pipeline: CiPipeline, stages: Stages, file: PipelineFile): Problem[] {
  if (!stages.known) return [];
  const all = [implicitStages[0], ...stages.names, implicitStages[1]];
  const found = new Map<Scalar, Problem>();
  for (const job of pipeline.jobs()) {
    const stage = pipeline.effective(job, "stage");
    for (const { file: place, node } of stage ? pipeline.leaves(stage) : []) {
      const name = textOf(node);
      if (place !== file || !isScalar(node) || !name || found.has(node) || all.includes(name) || hasVariable(name))
        continue;
      found.set(node, {
        kind: "unknownStage",
        name,
        stages: all,
        ...spanOf(node),
        get fixes() {
          return [...replaceFixes(file, node, nearest(name, all)), ...addStageFixes(pipeline, stages, job, name)];
        },
      });
    }
  }
  return [...found.values()];
}

function addStageFixes(pipeline: CiPipeline, stages: Stages, job: string, name: string): Fix[] {
  const edit = stageEdit(pipeline, stages, job, name);
  return edit ? [{ kind: "addStage", name, edits: [edit] }] : [];
}

function jobProblems(pipeline: CiPipeline, file: PipelineFile): Problem[] {
  const found = new Map<Scalar, Problem>();
  const add = (node: Scalar, name: string, place: JobPlace, kind: "unknownJob" | "hiddenJob"): void => {
    if (found.has(node)) return;
    found.set(node, {
      kind,
      name,
      place,
      ...spanOf(node),
      get fixes() {
        return replaceFixes(file, node, nearest(name, place === "extends" ? pipeline.names() : pipeline.jobs()));
      },
    });
  };
  for (const job of pipeline.jobs()) {
    for (const { name, at, optional, as } of needsOf(pipeline, job)) {
      if (at.file !== file || name === "" || hasVariable(name)) continue;
      const named = pipeline.jobNamed(name);
      if (named === undefined && !pipeline.incomplete && !optional && !pipeline.mayDefine(baseName(name)))
        add(at.node, name, as, "unknownJob");
      if (named?.startsWith(".")) add(at.node, name, as, "hiddenJob");
    }
  }
  if (pipeline.incomplete) return [...found.values()];
  for (const { name } of file.document.entries) {
    for (const { file: place, node } of pipeline.extendsOf(name)) {
      const other = textOf(node);
      if (place === file && isScalar(node) && other !== undefined && isUnknown(pipeline, other))
        add(node, other, "extends", "unknownJob");
    }
  }
  return [...found.values()];
}

const isUnknown = (pipeline: CiPipeline, name: string): boolean =>
  name !== "" && !hasVariable(name) && pipeline.definitions(name).length === 0 && !pipeline.mayDefine(name);

/** Checks that `!reference` names a top-level key of some file. */
function referenceProblems(pipeline: CiPipeline, file: PipelineFile): Problem[] {
  if (pipeline.incomplete) return [];
  return file.document.references.flatMap((reference): Problem[] => {
    const first = resolveAlias(reference.items[0], file.document.targets);
    const name = textOf(first);
    if (!isScalar(first) || name === undefined || !isUnknown(pipeline, name)) return [];
    return [
      {
        kind: "unknownJob",
        name,
        place: "reference",
        ...spanOf(first),
        get fixes() {
          return replaceFixes(file, first, nearest(name, pipeline.names()));
        },
      },
    ];
  });
}

function replaceFixes(file: PipelineFile, node: Scalar, name: string | undefined): Fix[] {
  return name === undefined
    ? []
    : [{ kind: "replace", name, edits: [{ file: file.id, ...renamed(file.document.text, spanOf(node), name) }] }];
}
