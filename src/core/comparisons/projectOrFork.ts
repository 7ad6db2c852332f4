import { ApiError } from "../../api/errors.ts";
import type { ProjectId } from "../../api/path.ts";

/**
 * Asks a project, and where it lacks what is asked for the fork that it comes from, if there is one.
 * @throws what `ask` throws; that of the fork where both were asked
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
