import { l10n } from "vscode";
import type { Pipeline } from "../../../api/resources/pipelines.ts";
import { plural } from "../../../core/ui/plural.ts";
import { statusLabel } from "../../../core/ui/statusIcon.ts";
import type { PipelineGraph } from "./graph.ts";

/** Maximum number of jobs to name. */
const maxNamed = 3;

/** A shown graph, with the status of its pipeline. */
export interface ShownGraph {
  readonly id: number;
  readonly status: Pipeline["status"];
  readonly graph: PipelineGraph;
}

/** Returns the changes for screen readers, except jobs that begin to wait; undefined if there are none. */
export function announcement(before: ShownGraph | undefined, after: ShownGraph): string | undefined {
  if (!before) return undefined;
  const earlier = new Map<string, Pipeline["status"]>(
    before.graph.stages.flatMap(({ jobs }) => jobs.map(({ key, job }) => [key, job.status] as const)),
  );
  const quiet = new Set<string>(["created", "pending", "preparing"]);
  const changed = after.graph.stages
    .flatMap(({ jobs }) => jobs)
    .filter(({ key, job }) => job.status !== earlier.get(key) && !quiet.has(job.status ?? ""));
  const words = changed.slice(0, maxNamed).map(({ name, job }) => l10n.t("{0}: {1}.", name, statusLabel(job.status)));
  if (changed.length > maxNamed)
    words.push(
      plural(changed.length - maxNamed, (shown) => ({
        one: l10n.t("{0} more job changed.", shown),
        other: l10n.t("{0} more jobs changed.", shown),
      })),
    );
  if (before.status !== after.status) words.unshift(l10n.t("Pipeline #{0}: {1}.", after.id, statusLabel(after.status)));
  return words.length > 0 ? words.join(" ") : undefined;
}
