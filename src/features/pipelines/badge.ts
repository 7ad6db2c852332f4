import type { Pipeline } from "../../api/resources/pipelines.ts";
import { isRunning } from "../../core/ui/statusStyle.ts";

/** The number on the view's icon. */
export interface BadgeCount {
  readonly kind: "running" | "failed";
  readonly value: number;
  /** Branch or tag of the first pipeline counted. */
  readonly ref: string;
}

/**
 * Counts the running pipelines; if there are none, the failed ones among the latest of each branch or tag, so that a failure counts
 * until a newer pipeline ran there.
 */
export function countForBadge(pipelines: readonly Pick<Pipeline, "id" | "ref" | "status">[]): BadgeCount | undefined {
  const latest = new Map<string, Pick<Pipeline, "id" | "ref" | "status">>();
  for (const pipeline of pipelines) {
    if (pipeline.id > (latest.get(pipeline.ref)?.id ?? -Infinity)) latest.set(pipeline.ref, pipeline);
  }
  const running = pipelines.filter(({ status }) => isRunning(status));
  const failed = [...latest.values()].filter(({ status }) => status === "failed");
  const kind = running.length > 0 ? "running" : "failed";
  const counted = kind === "running" ? running : failed;
  return counted[0] && { kind, value: counted.length, ref: counted[0].ref };
}
