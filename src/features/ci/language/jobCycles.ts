import type { Node } from "yaml";
import { needsOf } from "../../../core/ciFile/needs.ts";
import { spanOf, textOf } from "../../../core/ciFile/nodes.ts";
import type { Pipeline, PipelineFile, Placed } from "../../../core/ciFile/pipeline.ts";
import { tangled, way } from "./cycles.ts";
import type { Problem } from "./problem.ts";

/** Ways back that are looked for: each may lead through the whole file. */
const mostWays = 100;

interface Edge {
  readonly from: string;
  readonly to: string;
  readonly at: Placed;
}

/** Each name in a file by which jobs extend, or wait for, themselves, with the way that leads back. */
export function cyclesIn(pipeline: Pipeline, file: PipelineFile): Problem[] {
  const extended = [...pipeline.names()].flatMap((from) =>
    pipeline.extended(from).map((at): Edge => ({ from, to: textOf(at.node) ?? "", at })),
  );
  const needed = pipeline
    .jobs()
    .flatMap((from) =>
      needsOf(pipeline, from).flatMap(({ name, at, as }): Edge[] =>
        as === "needs" ? [{ from, to: pipeline.jobNamed(name) ?? name, at }] : [],
      ),
    );
  return [...cycles("extends", extended, file), ...cycles("needs", needed, file)];
}

function cycles(of: "extends" | "needs", edges: readonly Edge[], file: PipelineFile): Problem[] {
  const graph = new Map<string, string[]>();
  for (const { from, to } of edges) {
    const known = graph.get(from);
    if (known) known.push(to);
    else graph.set(from, [to]);
  }
  const within = tangled(graph);
  const found = new Map<Node, Problem>();
  let left = mostWays;
  for (const { from, to, at } of edges) {
    if (at.file !== file || found.has(at.node) || !within.has(from) || !within.has(to) || left-- <= 0) continue;
    const back = way(graph, to, from, within);
    if (back) found.set(at.node, { kind: "cycle", of, chain: [from, ...back], ...spanOf(at.node), fixes: [] });
  }
  return [...found.values()];
}
