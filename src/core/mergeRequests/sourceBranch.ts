import type { MergeRequest } from "../../api/resources/mergeRequestTypes.ts";

type Sides = Partial<Pick<MergeRequest, "source_project_id" | "target_project_id" | "project_id">>;

/** The number of the fork that a merge request comes from; undefined for one of the project itself, and when the fork is gone. */
export function forkOf({
  source_project_id: source,
  target_project_id: target,
  project_id: own,
}: Sides): number | undefined {
  const project = target ?? own;
  return source === null || source === undefined || project === undefined || source === project ? undefined : source;
}

/** The source branch with the fork that it is in: `bob/weather:topic`. @param fork its full path, where it is known */
export const sourceName = (branch: string, fork: string | undefined): string =>
  fork === undefined ? branch : `${fork}:${branch}`;
