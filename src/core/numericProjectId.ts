import { type ProjectScope, projectNumber } from "./base/refs.ts";
import type { Connection } from "./connections.ts";
import { routeRefused } from "./routeRefused.ts";

/**
 * A project's number, which package feeds want instead of its path: as known, from the route that hosts have beyond the documents,
 * or from any pipeline or merge request, each of which carries it. Undefined when none of them tells.
 * @throws ApiError when the host cannot be asked at all.
 */
export async function numericProjectId(
  { client }: Connection,
  project: ProjectScope & { readonly projectId?: number | undefined },
  signal: AbortSignal,
): Promise<number | undefined> {
  const known = projectNumber(project);
  if (known !== undefined) return known;
  const first = { perPage: 1, signal };
  const ways: readonly (() => Promise<number | undefined>)[] = [
    async () => (await client.extras.project(project.project, { signal })).id,
    async () => (await client.pipelines.list(project.project, {}, first).page()).items[0]?.project_id,
    async () =>
      (await client.mergeRequests.listForProject(project.project, { state: "all", scope: "all" }, first).page())
        .items[0]?.project_id,
  ];
  for (const ask of ways) {
    try {
      const id = await ask();
      if (Number.isSafeInteger(id)) return id;
    } catch (error) {
      if (!routeRefused(error)) throw error;
    }
  }
  return undefined;
}
