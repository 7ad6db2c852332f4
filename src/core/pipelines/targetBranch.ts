import type { Client } from "../../api/client.ts";
import type { ProjectId } from "../../api/path.ts";

/** What a pipeline or job ran for. */
interface RefOfRun {
  readonly ref?: string | null | undefined;
  readonly tag?: boolean | null | undefined;
}

/**
 * Returns the branch that the changes of a pipeline or job go to: that of its merge request, else the default branch. At most two requests.
 * @returns undefined if the host does not name it
 * @throws ApiError
 */
export async function targetBranch(
  client: Client,
  project: ProjectId,
  { ref, tag }: RefOfRun,
  signal: AbortSignal,
): Promise<string | undefined> {
  const [, iid] = /^refs\/merge-requests\/(\d+)\//.exec(ref ?? "") ?? [];
  if (tag !== true) {
    const query =
      iid === undefined
        ? ({ source_branch: ref ?? "", state: "opened", scope: "all" } as const)
        : { iids: [Number(iid)], scope: "all" as const };
    const { items } = await client.mergeRequests.listForProject(project, query, { perPage: 1, signal }).page();
    const target = items[0]?.target_branch;
    if (typeof target === "string") return target;
  }
  return defaultBranch(client, project, signal);
}

/** Returns the default branch of a project; undefined if the host does not name it. @throws ApiError */
export async function defaultBranch(
  client: Client,
  project: ProjectId,
  signal: AbortSignal,
): Promise<string | undefined> {
  if (client.extras.available("project") === false) return undefined;
  return (await client.extras.project(project, { signal })).default_branch ?? undefined;
}
