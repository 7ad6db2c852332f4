/** Projects and groups that a flag names by number or path: each has both, and calls use the one and the other. */
import type { Client } from "../../src/api/client.ts";
import { ApiError } from "../../src/api/errors.ts";
import type { Named } from "./context.ts";
import { ifServed } from "./undocumented.ts";

const numberIn = (name: string): number | undefined => (/^\d+$/.test(name) ? Number(name) : undefined);
const one = { perPage: 1 } as const;

/**
 * Looks a project up by the undocumented route, else in records of the documents that name their project. Where none has its path, the
 * number stands for it.
 * @param flag which named it
 * @throws Error when the user does not see the project, or no record has its number
 */
export async function projectNamed(client: Client, name: string, flag: string): Promise<Named> {
  const number = numberIn(name);
  const project = await ifServed(() => client.extras.project(number ?? name));
  if (project) return { id: project.id, path: project.path_with_namespace };
  try {
    await client.commits.list(number ?? name, {}, one).page();
  } catch (error) {
    if (!(error instanceof ApiError) || error.kind !== "notFound") throw error;
    throw new Error(`Project ${name} (${flag}) not found, or not visible to the user of --token: ${error.message}`, {
      cause: error,
    });
  }
  const [mergeRequest] = (
    await client.mergeRequests.listForProject(number ?? name, { scope: "all", state: "all" }, one).page()
  ).items;
  if (number !== undefined) return { id: number, path: mergeRequest?.references?.full?.split("!", 1)[0] ?? name };
  const id =
    mergeRequest?.project_id ??
    (await client.pipelines.list(name, {}, one).page()).items[0]?.project_id ??
    (await client.milestones.project.list(name, {}, one).page()).items[0]?.project_id;
  if (id === undefined || id === null)
    throw new Error(
      `The ID of ${name} is in no merge request, pipeline or milestone of the project. Enter an ID for ${flag}.`,
    );
  return { id, path: name };
}

/** The same of a group, whose path no documented record has. @throws Error when no record has its number */
export async function groupNamed(client: Client, name: string, flag: string): Promise<Named> {
  const number = numberIn(name);
  const group = await ifServed(() => client.extras.group(number ?? name));
  if (group) return { id: group.id, path: group.full_path };
  if (number !== undefined) return { id: number, path: name };
  const id = (await client.milestones.group.list(name, {}, one).page()).items[0]?.group_id;
  if (id === undefined || id === null)
    throw new Error(`The ID of ${name} is in no milestone of the group. Enter an ID for ${flag}.`);
  return { id, path: name };
}
