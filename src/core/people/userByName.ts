import type { Client } from "../../api/client.ts";
import type { User } from "../../api/resources/userTypes.ts";

/**
 * Who has a user name, in any letter case; undefined where nobody has it. Hosts that do not know the filter answer with anybody, whom
 * nobody meant (Part 3, Users). @throws ApiError
 */
export async function userNamed({ users }: Client, username: string, signal: AbortSignal): Promise<User | undefined> {
  const { items } = await users.list({ username }, { perPage: 20, signal }).page();
  return items.find((user) => user.username.toLowerCase() === username.toLowerCase());
}
