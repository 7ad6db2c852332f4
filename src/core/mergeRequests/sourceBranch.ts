import type { MergeRequest } from "../../api/resources/mergeRequestTypes.ts";

type Sides = Partial<Pick<MergeRequest, "source_project_id" | "target_project_id" | "project_id">>;

/** Returns the id of the source fork; undefined for a branch of the project itself, and when the fork is gone. */
export function forkOf({
  source_project_id: source,
  target_project_id: target,
  project_id: own,
}: Sides): number | undefined {
  const project = target ?? own;
  return source === null || source === undefined || project === undefined || source === project ? undefined : source;
}

/** Returns the source branch with its fork: `bob/weather:topic`. @param fork full path, if known */
export const sourceName = (branch: string, fork: string | undefined): string =>
  fork === undefined ? branch : `${fork}:${branch}`;
