import type { ProjectId } from "../../../api/path.ts";
import type { Connection } from "../../../core/connections.ts";
import { routeRefused } from "../../../core/routeRefused.ts";

/**
 * Reads the full path of a project from a route that is not in the documents, or from the URL of a pipeline or merge
 * request; undefined if none of them has it.
 * @throws ApiError for failures other than a refused route
 */
export async function projectPath(
  { client, instance }: Pick<Connection, "client" | "instance">,
  project: ProjectId,
  signal: AbortSignal,
): Promise<string | undefined> {
  const first = { perPage: 1, signal };
  const sources: readonly (() => Promise<string | undefined>)[] = [
    async () => (await client.extras.project(project, { signal })).path_with_namespace,
    async () => pathOfPage(instance.url, (await client.pipelines.list(project, {}, first).page()).items[0]?.web_url),
    async () =>
      pathOfPage(
        instance.url,
        (await client.mergeRequests.listForProject(project, { state: "all", scope: "all" }, first).page()).items[0]
          ?.web_url,
      ),
  ];
  for (const ask of sources) {
    try {
      const path = await ask();
      if (path !== undefined && path !== "") return path;
    } catch (error) {
      if (!routeRefused(error)) throw error;
    }
  }
  return undefined;
}

/** Returns the project path in the URL of one of its pages; undefined for other URLs. */
export function pathOfPage(instance: string, page: string | null | undefined): string | undefined {
  if (!page?.startsWith(`${instance}/`)) return undefined;
  const [path = ""] = page.slice(instance.length + 1).split(/\/-\/|\/(?:pipelines|merge_requests)\//);
  try {
    return path === "" ? undefined : decodeURI(path);
  } catch {
    return undefined;
  }
}

/** Returns the URL of the git repository of a project's wiki. */
export const repositoryAddress = (instance: string, path: string): string =>
  `${instance}/${path.split("/").map(encodeURIComponent).join("/")}.wiki.git`;
