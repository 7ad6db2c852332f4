import { routeRefused } from "../../core/routeRefused.ts";

/** Reads what an answer can do without; undefined where the host has no route for it, or the account may not see it. @throws any other error */
export async function ifThere<T>(read: () => Promise<T>): Promise<T | undefined> {
  try {
    return await read();
  } catch (error) {
    if (routeRefused(error)) return undefined;
    throw error;
  }
}
