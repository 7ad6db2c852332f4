import type { Span } from "../../../core/base/textEdit.ts";
import { needsOf } from "../../../core/ciFile/needs.ts";
import { resolveAlias, spanOf, textOf } from "../../../core/ciFile/nodes.ts";
import type { Definition, CiPipeline, PipelineFile, NodeInFile } from "../../../core/ciFile/pipeline.ts";

/** A job name in the text, and its definitions. */
export interface JobName {
  readonly at: Span;
  readonly definitions: readonly Definition[];
}

/** Returns the job name at an offset in `extends`, `needs`, `dependencies` or `!reference`. */
export function jobAt(pipeline: CiPipeline, file: PipelineFile, offset: number): JobName | undefined {
  const isHere = ({ file: place, node }: NodeInFile): boolean =>
    place === file && spanOf(node).start <= offset && offset <= spanOf(node).end;
  const jobName = (node: NodeInFile["node"], name: string): JobName => ({
    at: spanOf(node),
    definitions: pipeline.definitions(pipeline.jobNamed(name) ?? name),
  });
  for (const reference of file.document.references) {
    const first = resolveAlias(reference.items[0], file.document.targets);
    if (first && isHere({ file, node: first })) return jobName(first, textOf(first) ?? "");
  }
  const inside = file.document.entries.find(({ key, value }) => key.start <= offset && offset <= spanOf(value).end);
  for (const { node } of inside ? pipeline.extendsOf(inside.name).filter(isHere) : [])
    return jobName(node, textOf(node) ?? "");
  for (const job of pipeline.jobs()) {
    const need = needsOf(pipeline, job).find(({ at }) => isHere(at));
    if (need) return jobName(need.at.node, need.name);
  }
  return undefined;
}
