import { type GraphGroup, type GraphJob, isGroup, type PipelineGraph } from "./graph.ts";
import type { DrawnEdge } from "./messages.ts";

/** Returns the id of a job's button. */
export const jobElementId = (job: { readonly id: number }): string => `job-${job.id}`;

/** Returns the id of the button of a group in a stage. */
export const groupElementId = (stage: number, place: number): string => `group-${stage}-${place}`;

/** Returns the id of a box's button. */
export const boxElementId = (box: GraphJob | GraphGroup, stage: number, place: number): string =>
  isGroup(box) ? groupElementId(stage, place) : jobElementId(box.job);

/** Returns the lines of a graph, by the ids of the buttons that they connect: one between two groups, and none within. */
export function drawnEdges({ stages, edges }: PipelineGraph): DrawnEdge[] {
  const ids = new Map<string, string>();
  stages.forEach(({ boxes }, stage) =>
    boxes.forEach((box, place) => {
      const id = boxElementId(box, stage, place);
      for (const { key } of isGroup(box) ? box.jobs : [box]) ids.set(key, id);
    }),
  );
  const drawn = new Map<string, Map<string, DrawnEdge>>();
  for (const edge of edges) {
    const [from, to] = [ids.get(edge.from), ids.get(edge.to)];
    if (from === undefined || to === undefined || from === to) continue;
    const ofOne = drawn.get(from) ?? new Map<string, DrawnEdge>();
    drawn.set(from, ofOne);
    const known = ofOne.get(to);
    // Parts that need all parts of another job have thousands of edges.
    if (known !== undefined && known.critical >= edge.critical && (known.by === "needs" || edge.by === "stage"))
      continue;
    const by = known?.by === "needs" ? "needs" : edge.by;
    ofOne.set(to, { from, to, by, critical: edge.critical || known?.critical === true });
  }
  return [...drawn.values()].flatMap((ofOne) => [...ofOne.values()]);
}
