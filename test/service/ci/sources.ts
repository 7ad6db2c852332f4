import type { GitProcesses } from "../git/command.ts";
import type { RunnableJob } from "../types.ts";
import type { JobLog } from "./jobLog.ts";

/** Makes a fresh clone of the job's commit in an empty folder, with a detached head. Throws GitFailed. */
export async function getSources(
  git: GitProcesses,
  log: JobLog,
  job: RunnableJob,
  repositoryDir: string,
  cwd: string,
): Promise<void> {
  const { id, ref, sha } = job;
  log.step("Fetching changes...");
  await git.run(["init", "--quiet", "--template=", "--initial-branch=main"], { cwd });
  await git.run(["remote", "add", "origin", job.variables["CI_REPOSITORY_URL"] ?? repositoryDir], { cwd });
  log.line(`Initialized empty Git repository in ${cwd}/.git/`);
  log.step("Created fresh repository.");
  await git.run(["fetch", "--quiet", repositoryDir, `+${sha}:refs/pipelines/${id}`], { cwd });
  log.step(`Checking out ${sha.slice(0, 8)} as detached HEAD (ref is ${ref})...`);
  await git.run(["checkout", "--quiet", "--force", "--detach", sha], { cwd });
  log.line("");
  log.step("Skipping Git submodules setup");
}
