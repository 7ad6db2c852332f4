import type { Client } from "../../api/client.ts";
import type { ProjectId } from "../../api/path.ts";
import type { Job } from "../../api/resources/jobs.ts";
import { defaultBranch, targetBranch } from "./targetBranch.ts";

/** Jobs and pipelines per request. */
const perPage = 100;

/** The job whose predecessor is looked for. */
type Given = Pick<Job, "id" | "name" | "ref" | "tag" | "pipeline">;

/**
 * Returns the newest job of the same name that passed before: on the same branch, else on the branch that the changes go to. One whose log
 * was erased is returned only if there is no other. At most six requests.
 * @throws ApiError; CancelledError
 */
export async function lastPassedJob(
  client: Client,
  project: ProjectId,
  job: Given,
  signal: AbortSignal,
): Promise<Job | undefined> {
  const recent = await client.jobs.list(project, { scope: "success" }, { perPage, signal }).page();
  let erased: Job | undefined;
  const passed = (jobs: readonly Job[], ref?: string | null): Job | undefined => {
    const matching = jobs
      .filter((one) => one.name === job.name && one.id < job.id && one.status === "success")
      .filter((one) => ref === undefined || one.ref === ref)
      .sort((a, b) => b.id - a.id);
    erased ??= matching[0];
    return matching.find(({ erased_at: time }) => typeof time !== "string");
  };
  /** Looks through the newest pipeline of a branch that passed before; jobs may also pass in failed ones. */
  const inPipeline = async (ref: string): Promise<{ readonly job?: Job | undefined; readonly isGreen: boolean }> => {
    // These are all jobs of the project.
    if (recent.next === undefined) return { isGreen: false };
    const { items } = await client.pipelines.list(project, { ref, status: "success" }, { perPage, signal }).page();
    const own = job.pipeline?.id ?? Infinity;
    const green = items.filter(({ id }) => id < own).sort((a, b) => b.id - a.id)[0];
    if (!green) return { isGreen: false };
    const page = await client.jobs.listForPipeline(project, green.id, { scope: "success" }, { perPage, signal }).page();
    return { job: passed(page.items), isGreen: true };
  };

  const { ref } = job;
  if (typeof ref !== "string" || ref === "") return passed(recent.items) ?? erased;
  const here = passed(recent.items, ref);
  if (here) return here;
  const before = await inPipeline(ref);
  if (before.job) return before.job;
  const target = before.isGreen
    ? await defaultBranch(client, project, signal)
    : await targetBranch(client, project, job, signal);
  if (target === undefined || target === ref) return erased;
  return passed(recent.items, target) ?? (await inPipeline(target)).job ?? erased;
}
