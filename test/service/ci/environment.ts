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
  const all = { ...job.variables, ...files, ...own };
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
