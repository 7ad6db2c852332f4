import type { Hosting } from "../hosting.ts";
import type { Incoming } from "../http/incoming.ts";
import { notFound } from "../http/problem.ts";
import type { CommitRecord, ProjectRecord } from "../types.ts";
import { showCommit, showPipelineReference } from "./present.ts";

/** The commit of the route's `:sha`, a hash or the name of a branch or tag. Throws `404 Commit Not Found`. */
export async function commitOf(hosting: Hosting, project: ProjectRecord, request: Incoming): Promise<CommitRecord> {
  const sha = await hosting.repositories.at(project.path).resolve(request.holes["sha"] ?? "");
  return commitAt(hosting, project, sha);
}

export async function commitAt(
  hosting: Hosting,
  project: ProjectRecord,
  sha: string | undefined,
): Promise<CommitRecord> {
  const commit = sha === undefined ? undefined : await hosting.commits.get(project, sha);
  if (!commit) throw notFound("Commit");
  return commit;
}

/** With its last pipeline and, unless told otherwise, its line counts. */
export async function showFullCommit(
  hosting: Hosting,
  project: ProjectRecord,
  sha: string,
  stats = true,
): Promise<Record<string, unknown>> {
  const commit = await commitAt(hosting, project, sha);
  const last = [...hosting.state.pipelines.values()]
    .filter((pipeline) => pipeline.projectId === project.id && pipeline.sha === sha)
    .at(-1);
  return {
    ...showListedCommit(hosting, project, commit, stats),
    status: last?.status ?? null,
    project_id: project.id,
    last_pipeline: last ? showPipelineReference(last) : null,
  };
}

/** As lists show it: line counts only when they are asked for. */
export function showListedCommit(
  hosting: Hosting,
  project: ProjectRecord,
  commit: CommitRecord,
  stats: boolean,
): Record<string, unknown> {
  const { stats: counted, ...rest } = commit;
  return showCommit(hosting, project, stats && counted ? { ...rest, stats: counted } : rest);
}
