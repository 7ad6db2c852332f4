import { l10n } from "vscode";
import { statusLabel } from "../../../core/ui/statusIcon.ts";
import type { PipelineGraph } from "./graph.ts";

/** Jobs that are named. */
const most = 3;

/** A graph as it was told, with the status of its pipeline. */
export interface ToldGraph {
  readonly id: number;
  readonly status: string;
  readonly graph: PipelineGraph;
}

/** What has changed, as it is read out; undefined when nothing has. Jobs that begin to wait say nothing. */
export function announcement(before: ToldGraph | undefined, after: ToldGraph): string | undefined {
  if (!before) return undefined;
  const earlier = new Map<string, string>(
    before.graph.stages.flatMap(({ jobs }) => jobs.map(({ key, job }) => [key, job.status] as const)),
  );
  const quiet = new Set<string>(["created", "pending", "preparing"]);
  const changed = after.graph.stages
    .flatMap(({ jobs }) => jobs)
    .filter(({ key, job }) => job.status !== earlier.get(key) && !quiet.has(job.status));
  const words = changed.slice(0, most).map(({ name, job }) => l10n.t("{0}: {1}.", name, statusLabel(job.status)));
  if (changed.length > most) words.push(l10n.t("{0} more jobs changed.", changed.length - most));
  if (before.status !== after.status) words.unshift(l10n.t("Pipeline #{0}: {1}.", after.id, statusLabel(after.status)));
  return words.length > 0 ? words.join(" ") : undefined;
}
