import type { Hosting } from "../hosting.ts";
import { forksOf } from "../projects/forks.ts";
import type { JobRecord, PipelineRecord } from "../records.ts";
import type { CommitRecord, ProjectRecord, UserRecord } from "../types.ts";

/** A time as the API sends it: with milliseconds from real hosts, without in the documents. Null stays null. */
export function time(hosting: Hosting, at: number | null | undefined): string | null {
  if (at === null || at === undefined) return null;
  const text = new Date(at).toISOString();
  return hosting.dialect === "neutral" ? text.replace(/\.\d{3}Z$/, "Z") : text;
}

/** Public record of a user (part 3, User). */
export function showUser(hosting: Hosting, user: UserRecord | undefined): object | null {
  if (!user) return null;
  return {
    id: user.id,
    username: user.username,
    name: user.name,
    state: user.state,
    locked: false,
    avatar_url: user.avatar ? `${hosting.url}/uploads/-/system/user/avatar/${user.id}/${user.avatar}` : null,
    web_url: `${hosting.url}/${user.username}`,
  };
}

export function projectUrl(hosting: Hosting, project: ProjectRecord): string {
  return `${hosting.url}/${project.path}`;
}

/** What names a pipeline in other records. */
export function showPipelineReference(pipeline: PipelineRecord): Record<string, unknown> {
  const { id, iid, projectId: project_id, sha, ref, status, source } = pipeline;
  return { id, iid, project_id, sha, ref, status, source };
}

/** The fields list entries carry (part 2, Pipeline). */
export function showPipelineEntry(hosting: Hosting, pipeline: PipelineRecord): Record<string, unknown> {
  return {
    ...showPipelineReference(pipeline),
    created_at: time(hosting, pipeline.createdAt),
    updated_at: time(hosting, pipeline.updatedAt),
    web_url: pipelineUrl(hosting, pipeline),
    name: pipeline.name,
    ...pipeline.overrides,
  };
}

export function pipelineUrl(hosting: Hosting, { projectId, id }: PipelineRecord): string {
  return `${projectUrl(hosting, hosting.state.projects.get(projectId)!)}/-/pipelines/${id}`;
}

/** A pipeline as its jobs name it: without a name of its own (part 2, Job). */
function showPipelineOfJob(hosting: Hosting, pipeline: PipelineRecord): Record<string, unknown> {
  const { name: _, ...fields } = showPipelineEntry(hosting, pipeline);
  return fields;
}

/** One pipeline with all its fields; `status` replaces the present one (a cancel answers with the old status). */
export function showPipeline(
  hosting: Hosting,
  pipeline: PipelineRecord,
  status = pipeline.status,
): Record<string, unknown> {
  const label = status.replaceAll("_", " ");
  return {
    ...showPipelineEntry(hosting, pipeline),
    status,
    before_sha: pipeline.beforeSha,
    tag: pipeline.tag,
    yaml_errors: pipeline.yamlErrors,
    user: showUser(hosting, hosting.state.users.get(pipeline.userId)),
    started_at: time(hosting, pipeline.startedAt),
    finished_at: time(hosting, pipeline.finishedAt),
    committed_at: time(hosting, pipeline.committedAt),
    duration: pipeline.duration,
    queued_duration:
      pipeline.startedAt === null ? null : Math.max(0, Math.round((pipeline.startedAt - pipeline.createdAt) / 1000)),
    coverage: pipeline.coverage,
    detailed_status: {
      icon: `status_${status}`,
      text: label[0]!.toUpperCase() + label.slice(1),
      label,
      group: status,
      tooltip: label,
      has_details: true,
      details_path: new URL(pipelineUrl(hosting, pipeline)).pathname,
      illustration: null,
      favicon: `/assets/ci_favicons/favicon_status_${status}.png`,
    },
    ...pipeline.overrides,
  };
}

/** Part 2, Job. Fields that real hosts leave out (failure_reason, artifacts_file) are left out. */
export async function showJob(hosting: Hosting, job: JobRecord): Promise<Record<string, unknown>> {
  const project = hosting.state.projects.get(job.projectId)!;
  const pipeline = hosting.state.pipelines.get(job.pipelineId)!;
  const commit = await hosting.commits.get(project, pipeline.sha);
  const now = hosting.state.clock.now();
  const seconds = (from: number | null, to: number | null): number | null =>
    from === null ? null : Math.max(0, ((to ?? now) - from) / 1000);
  return {
    id: job.id,
    status: job.status,
    stage: job.stage,
    name: job.name,
    ref: pipeline.ref,
    tag: pipeline.tag,
    coverage: job.coverage,
    allow_failure: job.allowFailure,
    created_at: time(hosting, job.createdAt),
    started_at: time(hosting, job.startedAt),
    finished_at: time(hosting, job.finishedAt),
    erased_at: null,
    duration: job.duration === undefined ? seconds(job.startedAt, job.finishedAt) : job.duration,
    queued_duration: seconds(job.queuedAt, job.startedAt ?? job.finishedAt),
    user: showUser(hosting, hosting.state.users.get(job.userId)),
    commit: commit ? showCommit(hosting, project, commit) : null,
    pipeline: showPipelineOfJob(hosting, pipeline),
    ...(job.failureReason === undefined || job.status !== "failed" ? {} : { failure_reason: job.failureReason }),
    web_url: `${projectUrl(hosting, project)}/-/jobs/${job.id}`,
    project: { ci_job_token_scope_enabled: false },
    ...(job.archive ? { artifacts_file: { filename: job.archive.filename, size: job.archive.zip.length } } : {}),
    artifacts: showArtifacts(job),
    runner: job.hasRunner
      ? {
          id: 1,
          description: "local runner",
          ip_address: null,
          active: true,
          paused: false,
          is_shared: true,
          runner_type: "instance_type",
          name: "runner",
          online: true,
          status: "online",
        }
      : null,
    runner_manager: null,
    artifacts_expire_at: time(hosting, job.artifactsExpireAt),
    archived: false,
    tag_list: [],
    ...job.overrides,
  };
}

function showArtifacts(job: JobRecord): object[] {
  return [
    ...(job.archive
      ? [
          { file_type: "archive", size: job.archive.zip.length, filename: job.archive.filename, file_format: "zip" },
          { file_type: "metadata", size: job.archive.metadataSize, filename: "metadata.gz", file_format: "gzip" },
        ]
      : []),
    // The log becomes an artifact once it is archived; its format is null.
    ...(job.finishedAt !== null && job.trace.size > 0
      ? [{ file_type: "trace", size: job.trace.size, filename: "job.log", file_format: null }]
      : []),
    ...job.junit
      .slice(0, 1)
      .map((xml) => ({ file_type: "junit", size: xml.length, filename: "junit.xml.gz", file_format: "gzip" })),
    // Kept as they are, so that others can read them.
    ...job.reports.map(({ type, filename, content }) => ({
      file_type: type,
      size: content.length,
      filename,
      file_format: "raw",
    })),
  ];
}

/** Part 2, Commit. */
export function showCommit(hosting: Hosting, project: ProjectRecord, commit: CommitRecord): Record<string, unknown> {
  return { ...commit, trailers: {}, web_url: `${projectUrl(hosting, project)}/-/commit/${commit.id}` };
}

export function showProject(hosting: Hosting, project: ProjectRecord): Record<string, unknown> {
  const url = new URL(hosting.url);
  const slash = project.path.lastIndexOf("/");
  const namespace = project.path.slice(0, Math.max(slash, 0));
  const group = hosting.state.groups.ofProject(project.path);
  return {
    id: project.id,
    description: project.description,
    name: project.name,
    name_with_namespace: `${namespace.replaceAll("/", " / ")} / ${project.name}`,
    path: project.path.slice(slash + 1),
    path_with_namespace: project.path,
    created_at: time(hosting, project.createdAt),
    default_branch: project.defaultBranch,
    tag_list: [],
    topics: [],
    ssh_url_to_repo: `git@${url.hostname}:${project.path}.git`,
    http_url_to_repo: `${projectUrl(hosting, project)}.git`,
    web_url: projectUrl(hosting, project),
    readme_url: `${projectUrl(hosting, project)}/-/blob/${project.defaultBranch}/README.md`,
    avatar_url: null,
    forks_count: forksOf(hosting.state, project).length,
    star_count: 0,
    last_activity_at: time(hosting, project.createdAt),
    visibility: project.visibility,
    namespace: {
      id: group?.id ?? 0,
      name: group?.name ?? namespace,
      path: namespace.slice(namespace.lastIndexOf("/") + 1),
      kind: "group",
      full_path: namespace,
      parent_id: group?.parentId ?? null,
      avatar_url: null,
      web_url: `${hosting.url}/groups/${namespace}`,
    },
    archived: false,
    empty_repo: false,
    jobs_enabled: true,
    builds_access_level: "enabled",
  };
}
