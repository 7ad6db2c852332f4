import { isMap, isScalar, type Scalar } from "yaml";
import { followed, textOf, valueAt } from "./nodes.ts";
import type { Pipeline, Placed } from "./pipeline.ts";

/** A job that another waits for, by the name that stands there. */
export interface Need {
  readonly name: string;
  readonly at: Placed<Scalar>;
  /** The pipeline is run without it, too. */
  readonly optional: boolean;
  readonly as: "needs" | "dependencies";
}

/** What a job needs and takes artifacts of, as far as it is in this pipeline: names and maps, of `rules` too. */
export function needsOf(pipeline: Pipeline, job: string): Need[] {
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

function needsIn(pipeline: Pipeline, list: Placed, as: Need["as"]): Need[] {
  return pipeline.leaves(list).flatMap(({ file, node }): Need[] => {
    const { targets } = file.document;
    if (isScalar(node)) return [{ name: textOf(node) ?? "", at: { file, node }, optional: false, as }];
    // Of another pipeline or project nothing is known here.
    if (!isMap(node) || valueAt(node, "pipeline", targets) || valueAt(node, "project", targets)) return [];
    const job = followed(valueAt(node, "job", targets), targets);
    const optional = textOf(valueAt(node, "optional", targets)) === "true";
    return isScalar(job) ? [{ name: textOf(job) ?? "", at: { file, node: job }, optional, as }] : [];
  });
}
