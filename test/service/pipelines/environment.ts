import type { JobRecord, PipelineRecord } from "../records.ts";
import type { CommitRecord, ProjectRecord, RunnableJob, UserRecord } from "../types.ts";

export interface JobSurroundings {
  readonly url: string;
  readonly project: ProjectRecord;
  readonly pipeline: PipelineRecord;
  readonly job: JobRecord;
  readonly user: UserRecord;
  readonly commit: CommitRecord | undefined;
}

/** The environment of a job: predefined variables, then the CI file's, the job's, and the pipeline's, later ones winning. */
export function jobEnvironment(at: JobSurroundings): Pick<RunnableJob, "variables" | "files"> {
  const given = [...at.pipeline.variables, ...at.job.variables];
  const files = given.filter((variable) => variable.variable_type === "file");
  return {
    variables: {
      ...predefined(at),
      ...at.pipeline.ciVariables,
      ...at.job.ci?.variables,
      ...Object.fromEntries(
        given.filter((variable) => variable.variable_type === "env_var").map(({ key, value }) => [key, value]),
      ),
    },
    files: Object.fromEntries(files.map(({ key, value }) => [key, value])),
  };
}

function predefined({ url, project, pipeline, job, user, commit }: JobSurroundings): Record<string, string> {
  const slug = pipeline.ref
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .slice(0, 63)
    .replace(/^-+|-+$/g, "");
  return {
    CI: "true",
    CI_API_V4_URL: `${url}/api/v4`,
    CI_COMMIT_AUTHOR: commit ? `${commit.author_name} <${commit.author_email}>` : "",
    CI_COMMIT_BEFORE_SHA: pipeline.beforeSha,
    CI_COMMIT_MESSAGE: commit?.message ?? "",
    CI_COMMIT_REF_NAME: pipeline.ref,
    CI_COMMIT_REF_SLUG: slug,
    CI_COMMIT_SHA: pipeline.sha,
    CI_COMMIT_SHORT_SHA: pipeline.sha.slice(0, 8),
    CI_COMMIT_TITLE: commit?.title ?? "",
    ...(pipeline.tag ? { CI_COMMIT_TAG: pipeline.ref } : { CI_COMMIT_BRANCH: pipeline.ref }),
    CI_DEFAULT_BRANCH: project.defaultBranch,
    CI_JOB_ID: String(job.id),
    CI_JOB_NAME: job.name,
    CI_JOB_STAGE: job.stage,
    CI_JOB_URL: `${url}/${project.path}/-/jobs/${job.id}`,
    CI_PIPELINE_ID: String(pipeline.id),
    CI_PIPELINE_IID: String(pipeline.iid),
    CI_PIPELINE_SOURCE: pipeline.source,
    CI_PIPELINE_URL: `${url}/${project.path}/-/pipelines/${pipeline.id}`,
    CI_PROJECT_ID: String(project.id),
    CI_PROJECT_NAME: project.path.slice(project.path.lastIndexOf("/") + 1),
    CI_PROJECT_NAMESPACE: project.path.slice(0, Math.max(0, project.path.lastIndexOf("/"))),
    CI_PROJECT_PATH: project.path,
    CI_PROJECT_URL: `${url}/${project.path}`,
    CI_SERVER_URL: url,
    GITLAB_CI: "true",
    GITLAB_USER_EMAIL: user.email,
    GITLAB_USER_ID: String(user.id),
    GITLAB_USER_LOGIN: user.username,
    GITLAB_USER_NAME: user.name,
  };
}
