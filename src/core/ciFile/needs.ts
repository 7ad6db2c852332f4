import { isMap, isScalar, type Scalar } from "yaml";
import { hostText, resolveAlias, textOf, valueAt } from "./nodes.ts";
import type { CiPipeline, NodeInFile } from "./pipeline.ts";

/** A job that another job depends on. */
export interface Need {
  readonly name: string;
  readonly at: NodeInFile<Scalar>;
  /** Whether the pipeline also runs without it. */
  readonly optional: boolean;
  readonly as: "needs" | "dependencies";
}

/** Returns the jobs of this pipeline that a job lists in `needs` (also in `rules`) and `dependencies`. */
export function needsOf(pipeline: CiPipeline, job: string): Need[] {
  const rules = pipeline.effective(job, "rules");
  const byRules = (rules ? pipeline.leaves(rules) : []).flatMap(({ file, node }) => {
    const needs = valueAt(node, "needs", file.document.targets);
    return needs ? [{ file, node: needs }] : [];
  });
  return [
    ...[pipeline.effective(job, "needs"), ...byRules].flatMap((list) => (list ? needsIn(pipeline, list, "needs") : [])),
    ...[pipeline.effective(job, "dependencies")].flatMap((list) =>
      list ? needsIn(pipeline, list, "dependencies") : [],
    ),
  ];
}

function needsIn(pipeline: CiPipeline, list: NodeInFile, as: Need["as"]): Need[] {
  return pipeline.leaves(list).flatMap(({ file, node }): Need[] => {
    const { targets } = file.document;
    if (isScalar(node)) return [{ name: textOf(node) ?? "", at: { file, node }, optional: false, as }];
    // Jobs of other pipelines and projects are unknown here.
    if (!isMap(node) || valueAt(node, "pipeline", targets) || valueAt(node, "project", targets)) return [];
    const job = resolveAlias(valueAt(node, "job", targets), targets);
    const optional = hostText(valueAt(node, "optional", targets)) === "true";
    return isScalar(job) ? [{ name: textOf(job) ?? "", at: { file, node: job }, optional, as }] : [];
  });
}
