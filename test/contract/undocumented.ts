import { ApiError } from "../../src/api/errors.ts";
import { routeRefused } from "../../src/core/routeRefused.ts";

/**
 * What a route beyond the documents answers, or undefined where the server does not have the route.
 * @throws what the request fails with otherwise
 */
export async function ifServed<T>(ask: () => Promise<T>): Promise<T | undefined> {
  try {
    return await ask();
  } catch (error) {
    if (routeRefused(error) || (error instanceof ApiError && error.status === 501)) return undefined;
    throw error;
  }
}
