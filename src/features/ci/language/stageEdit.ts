import { isSeq, type Node, type YAMLSeq } from "yaml";
import { insertion, type TextEdit } from "../../../core/base/textEdit.ts";
import { needsOf } from "../../../core/ciFile/needs.ts";
import { resolveAlias, isReference, spanOf, textOf } from "../../../core/ciFile/nodes.ts";
import type { CiPipeline, PipelineFile, Stages } from "../../../core/ciFile/pipeline.ts";
import { type FileEdit, itemText } from "./fileEdit.ts";

/**
 * Returns the edit that adds a job's stage to the list of stages: behind the stage of the previous job and those of the
 * jobs it needs. Undefined if no list can be edited.
 */
export function stageEdit(pipeline: CiPipeline, stages: Stages, job: string, name: string): FileEdit | undefined {
  const index = stageIndex(pipeline, stages.names, job);
  const { list } = stages;
  if (list?.file.editable === true && isSeq(list.node) && !isReference(list.node)) {
    const edit = itemEdit(
      list.file.document.text,
      list.node,
      itemsBefore(list.node, stages.names, index, list.file),
      itemText(name),
    );
    return edit && { file: list.file.id, ...edit };
  }
  // Stages of the including file override those of included ones.
  return list?.file.editable === true
    ? undefined
    : newList(pipeline.files.at(-1), stages.names.toSpliced(index, 0, name));
}

function stageIndex(pipeline: CiPipeline, stages: readonly string[], job: string): number {
  const stageOf = (other: string): number => {
    const stage = pipeline.effective(other, "stage");
    // The stage of jobs that set none.
    return stages.indexOf(stage ? (textOf(stage.node) ?? "") : "test");
  };
  const definition = pipeline.definitions(job).at(-1);
  const jobs = (definition?.file.document.entries ?? []).filter(({ isJob }) => isJob).map((entry) => entry.name);
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

/** Returns the number of list items before the stage at an index, which differ in nested lists. */
function itemsBefore(list: YAMLSeq, stages: readonly string[], index: number, { document }: PipelineFile): number {
  if (index === 0) return 0;
  const at = list.items.findIndex((item) => textOf(resolveAlias(item, document.targets)) === stages[index - 1]);
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
  if (file?.document.insertOffset === undefined) return undefined;
  const {
    id,
    document: { text, insertOffset },
  } = file;
  const eol = eolOf(text);
  const start = insertOffset === 0 && text.startsWith("\ufeff") ? 1 : insertOffset;
  return {
    file: id,
    ...insertion(start, `${["stages:", ...stages.map((name) => `  - ${itemText(name)}`)].join(eol)}${eol}${eol}`),
  };
}

const eolOf = (text: string): string => (text.includes("\r\n") ? "\r\n" : "\n");
