import { CancelledError } from "../../../core/base/errors.ts";
import type { Context } from "../../../core/context.ts";
import type { UserRef } from "../../../core/people/refs.ts";
import { searchUsers } from "./searchBox.ts";

/**
 * Returns the given user, or one that the user finds on the open project's host.
 * @throws CancelledError, UserError without a project
 */
export async function pickUser(
  context: Context,
  given: UserRef | undefined,
  words: { readonly title: string; readonly placeholder: string },
): Promise<UserRef> {
  if (given) return given;
  const { connection } = context.current.require();
  const found = await searchUsers({ ...words, client: connection.client });
  if (found.kind !== "user") throw new CancelledError();
  return { instance: connection.instance.url, user: found.user };
}
