import { diff, type DiffEntry } from "../git/diff.ts";
import type { Hosting } from "../hosting.ts";
import type { MergeRequestRecord } from "../mergeRequests/records.ts";

const known = new WeakMap<object, Map<string, Promise<DiffEntry[]>>>();

/** What changed between two commits of a merge request. Commits do not change, so each pair is compared once. */
export function changesBetween(
  { state, repositories }: Pick<Hosting, "state" | "repositories">,
  { projectId }: Pick<MergeRequestRecord, "projectId">,
  { base, head }: { readonly base: string; readonly head: string },
): Promise<DiffEntry[]> {
  const ofRepositories = known.get(repositories) ?? new Map<string, Promise<DiffEntry[]>>();
  known.set(repositories, ofRepositories);
  const key = `${projectId} ${base} ${head}`;
  const changes = ofRepositories.get(key) ?? diff(repositories, state.projects.get(projectId)!.path, base, head);
  ofRepositories.set(key, changes);
  // One that failed is asked again.
  changes.catch(() => ofRepositories.delete(key));
  return changes;
}
