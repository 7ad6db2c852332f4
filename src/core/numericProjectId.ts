import { type ProjectScope, projectNumber } from "./base/refs.ts";
import type { Connection } from "./connections.ts";
import { routeRefused } from "./routeRefused.ts";

/**
 * Returns the ID of a project, which the package registry requires instead of its path: if known, from the undocumented project
 * route, or from a pipeline or merge request. Undefined if none has it.
 * @throws ApiError for errors other than a refused route
 */
export async function numericProjectId(
  { client }: Connection,
  project: ProjectScope & { readonly projectId?: number | undefined },
  signal: AbortSignal,
): Promise<number | undefined> {
  const known = projectNumber(project);
  if (known !== undefined) return known;
  const first = { perPage: 1, signal };
  const ways: readonly (() => Promise<number | null | undefined>)[] = [
    async () => (await client.extras.project(project.project, { signal })).id,
    async () => (await client.pipelines.list(project.project, {}, first).page()).items[0]?.project_id,
    async () =>
      (await client.mergeRequests.listForProject(project.project, { state: "all", scope: "all" }, first).page())
        .items[0]?.project_id,
  ];
  for (const ask of ways) {
    try {
      const id = await ask();
      if (typeof id === "number" && Number.isSafeInteger(id)) return id;
    } catch (error) {
      if (!routeRefused(error)) throw error;
    }
  }
  return undefined;
}
