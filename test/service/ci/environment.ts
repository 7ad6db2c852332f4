import type { RunnableJob } from "../types.ts";
import type { JobFolders } from "./folders.ts";

/**
 * A job's environment: the little a shell needs, what the runner itself knows, the job's variables, and the folders
 * of this run. Nothing else of the service's own environment gets in. References between variables are expanded.
 */
export function jobEnvironment(
  job: RunnableJob,
  folders: JobFolders,
  runner: { id: number; description: string; version: string },
): Record<string, string> {
  const given: Record<string, string> = {
    CI: "true",
    CI_SERVER: "yes",
    CI_JOB_ID: String(job.id),
    CI_JOB_NAME: job.ci.name,
    CI_JOB_STAGE: job.ci.stage,
    CI_COMMIT_SHA: job.sha,
    CI_COMMIT_SHORT_SHA: job.sha.slice(0, 8),
    CI_COMMIT_REF_NAME: job.ref,
    CI_COMMIT_REF_SLUG: slug(job.ref),
    ...(job.tag ? { CI_COMMIT_TAG: job.ref } : { CI_COMMIT_BRANCH: job.ref }),
    CI_PROJECT_PATH: job.projectPath,
    ...job.variables,
  };
  const own = {
    PATH: process.env["PATH"] ?? "/usr/local/bin:/usr/bin:/bin",
    HOME: folders.home,
    TMPDIR: folders.temp,
    LANG: "C.UTF-8",
    TERM: "dumb",
    SHELL: "/bin/bash",
    GIT_CONFIG_NOSYSTEM: "1",
    GIT_TERMINAL_PROMPT: "0",
    CI_BUILDS_DIR: folders.builds,
    CI_PROJECT_DIR: folders.project,
    CI_RUNNER_ID: String(runner.id),
    CI_RUNNER_DESCRIPTION: runner.description,
    CI_RUNNER_VERSION: runner.version,
    CI_RUNNER_EXECUTABLE_ARCH: `${process.platform}/${process.arch}`,
  };
  const files = Object.fromEntries(Object.keys(job.files).map((name) => [name, folders.file(name)]));
  const all = { ...given, ...files, ...own };
  const usable = Object.entries(all).filter(([name]) => /^[A-Za-z_]\w*$/.test(name));
  return Object.fromEntries(usable.map(([name, value]) => [name, expand(value, all, [name]).replaceAll("\0", "")]));
}

/** Replaces `$NAME` and `${NAME}` by values; an unknown or circular one by nothing; `$$` is a dollar sign. */
export function expand(
  text: string,
  variables: Readonly<Record<string, string>>,
  trail: readonly string[] = [],
): string {
  return text.replace(/\$\$|\$(\w+)|\$\{(\w+)\}/g, (whole, plain: string | undefined, braced: string | undefined) => {
    if (whole === "$$") return "$";
    const name = plain ?? braced ?? "";
    const value = Object.hasOwn(variables, name) ? variables[name] : undefined;
    return value === undefined || trail.includes(name) ? "" : expand(value, variables, [...trail, name]);
  });
}

function slug(ref: string): string {
  return ref
    .toLowerCase()
    .replace(/[^a-z0-9]/g, "-")
    .slice(0, 63)
    .replace(/^-+|-+$/g, "");
}
