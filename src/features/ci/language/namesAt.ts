import type { Span } from "../../../core/base/textEdit.ts";
import { needsOf } from "../../../core/ciFile/needs.ts";
import { followed, spanOf, textOf } from "../../../core/ciFile/nodes.ts";
import type { Definition, Pipeline, PipelineFile, Placed } from "../../../core/ciFile/pipeline.ts";

/** A name that stands at an offset, and what defines it. */
export interface NamedJob {
  readonly at: Span;
  readonly definitions: readonly Definition[];
}

/** What the name of a job at an offset means: in `extends`, `needs`, `dependencies` and `!reference`. */
export function jobAt(pipeline: Pipeline, file: PipelineFile, offset: number): NamedJob | undefined {
  const isHere = ({ file: place, node }: Placed): boolean =>
    place === file && spanOf(node).start <= offset && offset <= spanOf(node).end;
  const told = (node: Placed["node"], name: string): NamedJob => ({
    at: spanOf(node),
    definitions: pipeline.definitions(pipeline.jobNamed(name) ?? name),
  });
  for (const reference of file.document.references) {
    const first = followed(reference.items[0], file.document.targets);
    if (first && isHere({ file, node: first })) return told(first, textOf(first) ?? "");
  }
  const inside = file.document.entries.find(({ key, value }) => key.start <= offset && offset <= spanOf(value).end);
  for (const { node } of inside ? pipeline.extended(inside.name).filter(isHere) : [])
    return told(node, textOf(node) ?? "");
  for (const job of pipeline.jobs()) {
    const need = needsOf(pipeline, job).find(({ at }) => isHere(at));
    if (need) return told(need.at.node, need.name);
  }
  return undefined;
}
