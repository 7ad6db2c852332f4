import { isSeq, type Node, type YAMLSeq } from "yaml";
import { insertion, type TextEdit } from "../../../core/base/textEdit.ts";
import { needsOf } from "../../../core/ciFile/needs.ts";
import { followed, isReference, spanOf, textOf } from "../../../core/ciFile/nodes.ts";
import type { Pipeline, PipelineFile, Stages } from "../../../core/ciFile/pipeline.ts";
import { type FileEdit, scalarText } from "./fileEdit.ts";

/**
 * The edit that adds a job's stage to the pipeline's: after the stage of the job before it and those of the jobs that it needs.
 * Undefined where no list can be edited.
 */
export function stageEdit(pipeline: Pipeline, stages: Stages, job: string, name: string): FileEdit | undefined {
  const index = placeFor(pipeline, stages.names, job);
  const { list } = stages;
  if (list?.file.editable === true && isSeq(list.node) && !isReference(list.node)) {
    const edit = itemEdit(
      list.file.document.text,
      list.node,
      itemsBefore(list.node, stages.names, index, list.file),
      scalarText(name),
    );
    return edit && { file: list.file.id, ...edit };
  }
  // Hosts take what the file says that includes the others.
  return list?.file.editable === true
    ? undefined
    : newList(pipeline.files.at(-1), stages.names.toSpliced(index, 0, name));
}

function placeFor(pipeline: Pipeline, stages: readonly string[], job: string): number {
  const stageOf = (other: string): number => {
    const told = pipeline.effective(other, "stage");
    // Jobs that tell no stage run in this one.
    return stages.indexOf(told ? (textOf(told.node) ?? "") : "test");
  };
  const definition = pipeline.definitions(job).at(-1);
  const jobs = (definition?.file.document.entries ?? []).filter(({ runs }) => runs).map((entry) => entry.name);
  const before =
    jobs
      .slice(0, jobs.indexOf(job))
      .reverse()
      .map(stageOf)
      .find((at) => at !== -1) ?? -1;
  const needed = needsOf(pipeline, job).map((need) => stageOf(pipeline.jobNamed(need.name) ?? need.name));
  const last = Math.max(before, ...needed);
  if (last !== -1) return last + 1;
  const after = jobs
    .slice(jobs.indexOf(job) + 1)
    .map(stageOf)
    .find((at) => at !== -1);
  return after ?? (stages.at(-1) === ".post" ? stages.length - 1 : stages.length);
}

/** How many items of the list stand before the stage at an index: lists may hold lists. */
function itemsBefore(list: YAMLSeq, stages: readonly string[], index: number, { document }: PipelineFile): number {
  if (index === 0) return 0;
  const at = list.items.findIndex((item) => textOf(followed(item, document.targets)) === stages[index - 1]);
  return at === -1 ? list.items.length : at + 1;
}

function itemEdit(text: string, list: YAMLSeq, before: number, name: string): TextEdit | undefined {
  const item = list.items[Math.max(0, before - 1)] as Node | null | undefined;
  if (list.flow === true) {
    if (!item?.range) return insertion(spanOf(list).start + 1, name);
    return before === 0 ? insertion(item.range[0], `${name}, `) : insertion(item.range[1], `, ${name}`);
  }
  if (!item?.range) return undefined;
  const { start, end } = spanOf(item);
  const line = text.lastIndexOf("\n", start - 1) + 1;
  const dash = /^([ \t]*)-[ \t]/.exec(text.slice(line, start))?.[1];
  if (dash === undefined) return undefined;
  const eol = eolOf(text);
  if (before === 0) return insertion(line, `${dash}- ${name}${eol}`);
  const next = text.indexOf("\n", end);
  return next === -1 ? insertion(text.length, `${eol}${dash}- ${name}`) : insertion(next + 1, `${dash}- ${name}${eol}`);
}

function newList(file: PipelineFile | undefined, stages: readonly string[]): FileEdit | undefined {
  if (file?.document.top === undefined) return undefined;
  const {
    id,
    document: { text, top },
  } = file;
  const eol = eolOf(text);
  const start = top === 0 && text.startsWith("\ufeff") ? 1 : top;
  return {
    file: id,
    ...insertion(start, `${["stages:", ...stages.map((name) => `  - ${scalarText(name)}`)].join(eol)}${eol}${eol}`),
  };
}

const eolOf = (text: string): string => (text.includes("\r\n") ? "\r\n" : "\n");
