import { needsOf } from "../../../core/ciFile/needs.ts";
import type { CiPipeline } from "../../../core/ciFile/pipeline.ts";

/** A job of a pipeline that ran, by its key and as the host calls it. */
export interface NamedJob {
  readonly key: string;
  readonly name: string;
}

/**
 * Which jobs each job of a pipeline needs, by their keys, as far as the CI file says `needs` of it; jobs that say nothing of it, or that
 * the file does not have, are left out. A job that runs several times (`test 1/3`, `test: [linux, arm]`) is needed with all of its
 * parts, unless one is named. What is needed and did not get into the pipeline is left out, too.
 */
export function needsByJob(ci: CiPipeline, jobs: readonly NamedJob[]): Map<string, readonly string[]> {
  const exactly = new Map<string, string[]>();
  const parts = new Map<string, string[]>();
  for (const { key, name } of jobs) {
    put(exactly, name, key);
    put(parts, ci.jobNamed(name) ?? name, key);
  }
  const found = new Map<string, readonly string[]>();
  const known = new Map<string, readonly string[] | undefined>();
  for (const { key, name } of jobs) {
    const definition = ci.jobNamed(name);
    if (definition === undefined) continue;
    if (!known.has(definition)) known.set(definition, neededNames(ci, definition));
    const names = known.get(definition);
    if (!names) continue;
    const keys = names.flatMap((need) => exactly.get(need) ?? parts.get(need) ?? []);
    found.set(
      key,
      [...new Set(keys)].filter((need) => need !== key),
    );
  }
  return found;
}

/** The names in a job's `needs`; undefined when it has none, which is not the same as an empty list. */
function neededNames(ci: CiPipeline, job: string): string[] | undefined {
  const names = needsOf(ci, job).flatMap(({ name, as }) => (as === "needs" && name !== "" ? [name] : []));
  return names.length > 0 || ci.effective(job, "needs") ? names : undefined;
}

function put(map: Map<string, string[]>, name: string, key: string): void {
  const keys = map.get(name);
  if (keys) keys.push(key);
  else map.set(name, [key]);
}
