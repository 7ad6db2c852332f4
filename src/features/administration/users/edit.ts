import { l10n, ThemeIcon } from "vscode";
import type { User } from "../../../api/resources/userTypes.ts";
import type { Context } from "../../../core/context.ts";
import type { UserRef } from "../../../core/people/refs.ts";
import { FormMenu } from "../../../core/ui/formMenu.ts";
import { type Row, separator } from "../../../core/ui/pick.ts";
import { plainText } from "../../../core/ui/plainText.ts";
import { withProgress } from "../../../core/ui/progress.ts";
import { ChangedMeanwhile, changeField, changeIdentity, changePassword, changePicture, readUser } from "./change.ts";
import { fieldGroups, isOffered, type UserField, valueOf } from "./fields.ts";
import { fieldName, groupTitle, valueWords } from "./labels.ts";
import { pickUser, userLabel } from "./pick.ts";

type Answer = "password" | "identity" | "picture" | "skipReconfirmation" | UserField;

/** Shows a menu of the fields of a user; each change is sent at once, on its own. @throws CancelledError */
export async function edit(context: Context, given?: UserRef): Promise<void> {
  const ref = await pickUser(context, given, {
    title: l10n.t("Edit User"),
    placeholder: l10n.t("Select a user to edit"),
  });
  let user = await withProgress(l10n.t("Loading {0}…", userLabel(ref.user)), (signal) =>
    readUser(context, ref, signal),
  );
  let skipReconfirmation = false;
  await new FormMenu<Answer>().edit(
    () => ({
      title: l10n.t("Edit {0}", userLabel(user)),
      placeholder: l10n.t("Select a field to change"),
      choices: rows(user, skipReconfirmation),
    }),
    async (answer) => {
      if (answer === "skipReconfirmation") skipReconfirmation = !skipReconfirmation;
      else user = await change(context, { ...ref, user }, answer, skipReconfirmation);
    },
    (error) => {
      context.report.background(error, "Edit User");
      if (error instanceof ChangedMeanwhile) user = error.user;
    },
  );
}

function change(
  context: Context,
  ref: UserRef & { readonly user: User },
  answer: Exclude<Answer, "skipReconfirmation">,
  skipReconfirmation: boolean,
): Promise<User> {
  switch (answer) {
    case "password":
      return changePassword(context, ref);
    case "identity":
      return changeIdentity(context, ref);
    case "picture":
      return changePicture(context, ref);
    default:
      return changeField(
        context,
        ref,
        answer,
        answer === "email" && skipReconfirmation ? { skip_reconfirmation: true } : {},
      );
  }
}

function rows(user: User, skipReconfirmation: boolean): Row<Answer>[] {
  const fieldRow = (field: UserField): Row<Answer> => ({
    label: fieldName(field),
    description: valueWords(valueOf(user, field)) ?? l10n.t("unknown"),
    iconPath: new ThemeIcon("edit"),
    value: field,
  });
  const group = (name: keyof typeof fieldGroups, ...more: Row<Answer>[]): Row<Answer>[] => {
    const fields = fieldGroups[name].filter((field) => isOffered(field, user, false));
    return fields.length + more.length === 0 ? [] : [separator(groupTitle(name)), ...fields.map(fieldRow), ...more];
  };
  const identities = (user.identities ?? []).flatMap(
    ({ provider, extern_uid: uid }) =>
      plainText(uid && provider ? l10n.t("{0} at {1}", uid, provider) : (provider ?? uid), 80) || [],
  );
  return [
    ...group(
      "account",
      {
        label: l10n.t("Skip Confirmation of a New Email"),
        description: skipReconfirmation ? l10n.t("yes") : l10n.t("no"),
        detail: skipReconfirmation
          ? l10n.t("A new address is confirmed at once, without an email to the user")
          : l10n.t("A new address takes effect when the user has confirmed it by email"),
        iconPath: new ThemeIcon(skipReconfirmation ? "check" : "circle-outline"),
        value: "skipReconfirmation",
      },
      {
        label: l10n.t("Password"),
        description: l10n.t("never shown"),
        iconPath: new ThemeIcon("key"),
        value: "password",
      },
      {
        label: l10n.t("Identity"),
        description: identities.join(", ") || l10n.t("none"),
        iconPath: new ThemeIcon("link"),
        value: "identity",
      },
    ),
    ...group("rights"),
    ...group("profile", {
      label: l10n.t("Avatar"),
      description: l10n.t("new value"),
      iconPath: new ThemeIcon("file-media"),
      value: "picture",
    }),
    ...group("higher"),
  ];
}
