import { ApiError } from "../../api/errors.ts";
import type { ProjectId } from "../../api/path.ts";

/**
 * Tries a project, and on 404 its fork, if there is one.
 * @throws what `ask` throws; for the fork if both were tried
 */
export async function inProjectOrFork<T>(
  project: ProjectId,
  fork: ProjectId | undefined,
  ask: (project: ProjectId) => Promise<T>,
): Promise<T> {
  try {
    return await ask(project);
  } catch (error) {
    if (fork === undefined || !(error instanceof ApiError) || error.kind !== "notFound") throw error;
    return ask(fork);
  }
}
