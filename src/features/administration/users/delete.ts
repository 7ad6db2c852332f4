import { l10n } from "vscode";
import { instanceHost } from "../../../core/base/instanceUrl.ts";
import { foundGone } from "../../../core/commands/findWrite.ts";
import { runWrite } from "../../../core/commands/runWrite.ts";
import type { Context } from "../../../core/context.ts";
import type { UserRef } from "../../../core/people/refs.ts";
import { confirm } from "../../../core/ui/confirm.ts";
import { inputText } from "../../../core/ui/form.ts";
import { notice } from "../../../core/ui/notice.ts";
import { plainText } from "../../../core/ui/plainText.ts";
import { onlyStep } from "../../../core/ui/quickInput.ts";
import { userError } from "./errors.ts";
import { pickUser, userChange, userLabel } from "./pick.ts";

/**
 * Deletes a user after confirmation. The user's contributions pass to a ghost user, or are deleted, too, once the
 * username is typed (Part 3, Users).
 */
export async function remove(context: Context, given?: UserRef): Promise<void> {
  const ref = await pickUser(context, given, {
    title: l10n.t("Delete User"),
    placeholder: l10n.t("Select a user to delete"),
  });
  const { instance, user } = ref;
  const [label, host] = [userLabel(user), instanceHost(instance)];
  const own = context.connections.get(instance).session?.user.id === user.id;
  const [soft, hard] = [l10n.t("Delete User"), l10n.t("Delete User and Contributions…")];
  const detail = [
    ...(own ? [l10n.t("This is your own account.")] : []),
    l10n.t(
      "“{0}”: issues, merge requests, comments and snippets are moved to a ghost user. Personal projects are deleted.",
      soft,
    ),
    l10n.t(
      "“{0}”: contributions are deleted too, as well as groups without another owner and all their projects. You will be asked to enter the username.",
      hard,
    ),
    l10n.t("This cannot be undone."),
  ];
  const question = l10n.t("Delete the user {0} of {1}?", label, host);
  const isHard = (await confirm(context, ref, { question, detail, buttons: [soft, hard] })) === hard;
  if (isHard) await confirmHard(user, host);
  try {
    const { users } = context.connections.get(instance).client;
    await runWrite(
      context,
      l10n.t("Deleting {0}…", label),
      userChange(instance, user.id),
      (signal) => users.delete(user.id, isHard ? { hard_delete: true } : {}, { signal }),
      { find: (signal) => foundGone(users.get(user.id, {}, { signal })) },
    );
  } catch (error) {
    throw userError(context, error, instance, { about: user });
  }
  notice(isHard ? l10n.t("Deleted {0} and their contributions.", label) : l10n.t("Deleted {0}.", label));
}

/** Asks to type the username. @throws CancelledError */
async function confirmHard(user: UserRef["user"], host: string): Promise<void> {
  const title = l10n.t("Delete {0} and Contributions", userLabel(user));
  await inputText({
    title,
    place: onlyStep(title, false),
    prompt: l10n.t(
      "Enter {0} to delete the user's contributions on {1}, and groups without another owner. This cannot be undone",
      plainText(user.username, 80),
      host,
    ),
    validate: (text) =>
      text.trim().replace(/^@/, "").toLowerCase() === user.username.toLowerCase()
        ? undefined
        : l10n.t("Enter the username of the user to delete."),
  });
}
