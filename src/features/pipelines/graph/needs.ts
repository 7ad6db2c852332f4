import { needsOf } from "../../../core/ciFile/needs.ts";
import type { CiPipeline } from "../../../core/ciFile/pipeline.ts";

/** A job of a pipeline: its key and its name on the host. */
export interface NamedJob {
  readonly key: string;
  readonly name: string;
}

/**
 * Returns the keys of needed jobs by job key, without jobs that have no `needs` or are not in the CI file. Needing a parallel job
 * (`test 1/3`, `test: [linux, arm]`) means all of its parts, unless one is named. Needed jobs that are not in the pipeline are left out.
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

/** Returns the names in a job's `needs`; undefined without the keyword, which differs from an empty list. */
function neededNames(ci: CiPipeline, job: string): string[] | undefined {
  const names = needsOf(ci, job).flatMap(({ name, as }) => (as === "needs" && name !== "" ? [name] : []));
  return names.length > 0 || ci.effective(job, "needs") ? names : undefined;
}

function put(map: Map<string, string[]>, name: string, key: string): void {
  const keys = map.get(name);
  if (keys) keys.push(key);
  else map.set(name, [key]);
}
