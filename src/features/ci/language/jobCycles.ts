import type { Node } from "yaml";
import { needsOf } from "../../../core/ciFile/needs.ts";
import { spanOf, textOf } from "../../../core/ciFile/nodes.ts";
import type { CiPipeline, PipelineFile, NodeInFile } from "../../../core/ciFile/pipeline.ts";
import { cycleCandidates, shortestPath } from "./cycles.ts";
import type { Problem } from "./problem.ts";

/** Limit of path searches, as each may traverse the whole file. */
const maxSearches = 100;

interface Edge {
  readonly from: string;
  readonly to: string;
  readonly at: NodeInFile;
}

/** Returns the names in a file that make jobs extend or need themselves, with the cycle. */
export function cycleProblems(pipeline: CiPipeline, file: PipelineFile): Problem[] {
  const extended = [...pipeline.names()].flatMap((from) =>
    pipeline.extendsOf(from).map((at): Edge => ({ from, to: textOf(at.node) ?? "", at })),
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
  const within = cycleCandidates(graph);
  const found = new Map<Node, Problem>();
  let left = maxSearches;
  for (const { from, to, at } of edges) {
    if (at.file !== file || found.has(at.node) || !within.has(from) || !within.has(to) || left-- <= 0) continue;
    const back = shortestPath(graph, to, from, within);
    if (back) found.set(at.node, { kind: "cycle", of, chain: [from, ...back], ...spanOf(at.node), fixes: [] });
  }
  return [...found.values()];
}
