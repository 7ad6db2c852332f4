import type { Client } from "../../api/client.ts";
import type { User } from "../../api/resources/userTypes.ts";

/**
 * Returns the user with a username, ignoring case; undefined if there is none. Hosts that do not support the filter
 * return other users (Part 3, Users).
 * @throws ApiError
 */
export async function findUserByUsername(
  { users }: Client,
  username: string,
  signal: AbortSignal,
): Promise<User | undefined> {
  const { items } = await users.list({ username }, { perPage: 20, signal }).page();
  return items.find((user) => user.username.toLowerCase() === username.toLowerCase());
}
