import type { App } from "../app.ts";
import { CancelledError } from "../errors.ts";
import type { UserRef } from "../refs.ts";
import { searchUsers } from "./userSearchBox.ts";

/** The user a command is about: the given one, or one of the open project's host that the person finds. @throws CancelledError, UserError without a project */
export async function askUser(app: App, given: UserRef | undefined, words: { readonly title: string; readonly placeholder: string }): Promise<UserRef> {
  if (given) return given;
  const { connection } = app.current.require();
  const found = await searchUsers({ ...words, client: connection.client });
  if (found.kind !== "user") throw new CancelledError();
  return { instance: connection.instance.url, user: found.user };
}
