import { l10n, ThemeIcon } from "vscode";
import type { User } from "../../api/resources/userTypes.ts";
import { UserError } from "../../core/base/errors.ts";
import { instanceHost } from "../../core/base/instanceUrl.ts";
import type { Connection } from "../../core/connections.ts";
import type { Context } from "../../core/context.ts";
import { findUserByUsername } from "../../core/people/findUser.ts";
import type { Choice } from "../../core/ui/pick.ts";
import { pickPaged } from "../../core/ui/pickPaged.ts";
import { plainText } from "../../core/ui/plainText.ts";
import { withProgress } from "../../core/ui/progress.ts";
import { refusalOf } from "../../core/ui/refusals.ts";
import { typedId } from "../../core/ui/typedId.ts";
import { administrationError } from "./customAttributes/errors.ts";

/** A user by ID, or by a username to look up. */
type UserChoice = { readonly id: number } | { readonly username: string };

const perPage = 50;

/** Shows the current user's record as another user gets it (`sudo`; Part 3, current user). For administrators. */
export async function showCurrentUserAs(context: Context): Promise<void> {
  const { connection } = context.current.require();
  const choice = await askUser(context, connection);
  const user = await withProgress(
    l10n.t("Loading the current user of {0}…", instanceHost(connection.instance.url)),
    async (signal) => {
      try {
        const id = "id" in choice ? choice.id : await idOf(connection, choice.username, signal);
        return await connection.client.users.current({ sudo: id, signal });
      } catch (error) {
        throw unknown(
          administrationError(error, connection, context.log),
          connection,
          "id" in choice ? String(choice.id) : `@${choice.username}`,
        );
      }
    },
  );
  const asked = connection.session?.label;
  const body = lines(user).map(([name, value]) => `${name}: ${plainText(value, 400)}\n`);
  const how = l10n.t("Requested as this user by {0}", asked ?? instanceHost(connection.instance.url));
  await context.texts.show(
    `${l10n.t("Current User as {0}", plainText(user.username, 80).replaceAll("/", " "))}.txt`,
    `${how}\n\n${body.join("")}`,
  );
}

async function askUser(context: Context, connection: Connection): Promise<UserChoice> {
  const row = ({ id, name, username, state }: User): Choice<UserChoice> => ({
    label: plainText(name, 80) || username,
    description: [`@${plainText(username, 80)}`, state === "active" ? undefined : plainText(state, 40)]
      .filter((part) => part !== undefined && part !== "")
      .join(" · "),
    iconPath: new ThemeIcon("person"),
    value: { id },
  });
  try {
    return await pickPaged<User, UserChoice>({
      title: l10n.t("Show Current User As…"),
      placeholder: l10n.t("Select a user by name, username or ID"),
      load: (signal) => connection.client.users.list({}, { perPage, signal }),
      toChoice: row,
      typed,
      empty: l10n.t("No users found"),
    });
  } catch (error) {
    throw administrationError(error, connection, context.log);
  }
}

/** Returns the row of a typed ID or username, which may not be on the pages that were read. */
function typed(text: string): Choice<UserChoice> | undefined {
  const id = typedId(text);
  if (id !== undefined)
    return { label: l10n.t("User ID {0}", id), iconPath: new ThemeIcon("symbol-number"), value: { id } };
  const username = text.trim().replace(/^@/, "");
  return username === "" || /\s/.test(username)
    ? undefined
    : { label: l10n.t("User @{0}", plainText(username, 80)), iconPath: new ThemeIcon("mention"), value: { username } };
}

/** @throws UserError for an unknown username */
async function idOf({ client, instance }: Connection, username: string, signal: AbortSignal): Promise<number> {
  const found = await findUserByUsername(client, username, signal);
  if (!found)
    throw new UserError(l10n.t("User @{1} not found on {0}.", instanceHost(instance.url), plainText(username, 80)));
  return found.id;
}

function unknown(error: unknown, { instance }: Connection, who: string): unknown {
  return refusalOf(error, {
    notFound: () => l10n.t("User {1} not found on {0}.", instanceHost(instance.url), plainText(who, 80)),
  });
}

function lines(user: User): (readonly [name: string, value: string])[] {
  const yesNo = (value: boolean | null | undefined): string | undefined =>
    typeof value === "boolean" ? (value ? l10n.t("yes") : l10n.t("no")) : undefined;
  const all: readonly (readonly [name: string, value: string | null | undefined])[] = [
    [l10n.t("User"), `${user.name} (@${user.username}, ${l10n.t("ID {0}", user.id)})`],
    [l10n.t("State"), user.state],
    [l10n.t("Email"), user.email],
    [l10n.t("Profile"), user.web_url],
    [l10n.t("Administrator"), yesNo(user.is_admin)],
    [l10n.t("External"), yesNo(user.external)],
    [l10n.t("Private profile"), yesNo(user.private_profile)],
    [l10n.t("Two-factor sign-in"), yesNo(user.two_factor_enabled)],
    [l10n.t("Can create projects"), yesNo(user.can_create_project)],
    [l10n.t("Can create groups"), yesNo(user.can_create_group)],
    [l10n.t("Projects limit"), typeof user.projects_limit === "number" ? String(user.projects_limit) : undefined],
    [l10n.t("Identities"), user.identities?.flatMap(({ provider }) => provider ?? []).join(", ")],
    [l10n.t("Created"), user.created_at],
    [l10n.t("Confirmed"), user.confirmed_at],
    [l10n.t("Last sign-in"), user.last_sign_in_at],
    [l10n.t("Current sign-in"), user.current_sign_in_at],
    [l10n.t("Last activity"), user.last_activity_on],
  ];
  return all.filter((line): line is readonly [string, string] => typeof line[1] === "string" && line[1] !== "");
}
