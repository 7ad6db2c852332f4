import { l10n, ThemeIcon } from "vscode";
import type { User } from "../../../api/resources/userTypes.ts";
import { UserError } from "../../../core/base/errors.ts";
import { instanceHost } from "../../../core/base/instanceUrl.ts";
import type { Change } from "../../../core/changes.ts";
import type { Context } from "../../../core/context.ts";
import { findUserByUsername } from "../../../core/people/findUser.ts";
import type { UserRef } from "../../../core/people/refs.ts";
import { pickPaged } from "../../../core/ui/pickPaged.ts";
import { plainText } from "../../../core/ui/plainText.ts";
import { withProgress } from "../../../core/ui/progress.ts";
import { administrationError } from "../customAttributes/errors.ts";
import { userName, userStateWords } from "./items.ts";

const perPage = 50;

/** Returns the name of a user for titles and messages. */
export const userLabel = ({ name, username }: Pick<User, "name" | "username">): string => {
  const [shown, login] = [plainText(name, 80), plainText(username, 80)];
  return shown === "" ? `@${login}` : `${shown} (@${login})`;
};

/** Returns the change that a write to a user announces; users belong to no project. */
export const userChange = (instance: string, id?: number): Change => ({
  instance,
  project: "",
  subject: "user",
  ...(id !== undefined && { id }),
});

/**
 * Returns the given user, or one of the open project's host that the user picks or enters by username.
 * @throws CancelledError, and UserError for an unknown username
 */
export async function pickUser(
  context: Context,
  given: UserRef | undefined,
  { title, placeholder }: { readonly title: string; readonly placeholder: string },
): Promise<UserRef> {
  if (given) return given;
  const { connection } = context.current.require();
  const instance = connection.instance.url;
  try {
    const chosen = await pickPaged<User, UserRef["user"] | string>({
      title,
      placeholder,
      load: (signal) => connection.client.users.list({}, { perPage, signal }),
      toChoice: (user) => ({
        label: userName(user),
        description: [
          `@${plainText(user.username, 80)}`,
          user.state === "active" ? undefined : userStateWords(user.state),
          plainText(user.email, 80),
        ]
          .filter((part) => part !== undefined && part !== "")
          .join(" · "),
        iconPath: new ThemeIcon(user.is_admin === true ? "shield" : "account"),
        value: user,
      }),
      typed: (text) => {
        const name = text.trim().replace(/^@/, "");
        return /^\S+$/.test(name)
          ? { label: l10n.t("The user @{0}", plainText(name, 80)), iconPath: new ThemeIcon("search"), value: name }
          : undefined;
      },
      empty: l10n.t("No users"),
    });
    if (typeof chosen !== "string") return { instance, user: chosen };
    const found = await withProgress(l10n.t("Looking for @{0}…", plainText(chosen, 80)), (signal) =>
      findUserByUsername(connection.client, chosen, signal),
    );
    if (!found)
      throw new UserError(l10n.t("User @{1} not found on {0}.", instanceHost(instance), plainText(chosen, 80)));
    return { instance, user: found };
  } catch (error) {
    throw administrationError(error, connection, context.log);
  }
}
