import { l10n, ThemeIcon } from "vscode";
import type { User } from "../../../api/resources/userTypes.ts";
import { type Row, separator } from "../../../core/ui/pick.ts";
import { plainText } from "../../../core/ui/plainText.ts";
import { type ChosenPassword, fieldGroups, isOffered, type UserDraft, type UserField } from "./fields.ts";
import { fieldName, groupTitle, valueWords, wayName } from "./labels.ts";

/** The choices in the menu of a new user. */
export type Answer = "create" | "password" | "identity" | "skipConfirmation" | "picture" | UserField;

/** The input while the menu is open. Password and picture are not stored. */
export interface Entered {
  draft: UserDraft;
  password: ChosenPassword | undefined;
  /** File path */
  picture: string | undefined;
}

/**
 * Returns the menu of a new user.
 * @param shown a user as administrators see it, which has the fields that the host supports
 */
export function createRows({ draft, password, picture }: Entered, shown: Partial<User>): Row<Answer>[] {
  const { values, identity, skipConfirmation } = draft;
  const fieldRow = (field: UserField): Row<Answer> => {
    const value = values[field];
    const needed = (fieldGroups.account as readonly string[]).includes(field);
    const otherwise = needed ? l10n.t("required") : l10n.t("default of the host");
    return {
      label: fieldName(field),
      description: (value === "" ? undefined : valueWords(value)) ?? otherwise,
      iconPath: new ThemeIcon(value === undefined || value === "" ? "circle-outline" : "circle-filled"),
      value: field,
    };
  };
  const group = (name: keyof typeof fieldGroups, ...more: Row<Answer>[]): Row<Answer>[] => {
    const fields = fieldGroups[name].filter((field) => isOffered(field, shown, true));
    return fields.length + more.length === 0 ? [] : [separator(groupTitle(name)), ...fields.map(fieldRow), ...more];
  };
  const own: Row<Answer>[] = [
    {
      label: l10n.t("Password"),
      description:
        password === undefined
          ? l10n.t("required")
          : password.way === "typed"
            ? l10n.t("entered")
            : wayName(password.way),
      iconPath: new ThemeIcon("key"),
      value: "password",
    },
    {
      label: l10n.t("Confirmed Email"),
      description: skipConfirmation === true ? l10n.t("yes") : l10n.t("no"),
      detail:
        skipConfirmation === true
          ? l10n.t("The address is already confirmed")
          : l10n.t("The user must confirm the address by email before signing in"),
      iconPath: new ThemeIcon(skipConfirmation === true ? "check" : "circle-outline"),
      value: "skipConfirmation",
    },
    {
      label: l10n.t("Identity"),
      description: identity ? plainText(l10n.t("{0} at {1}", identity.uid, identity.provider), 100) : l10n.t("none"),
      iconPath: new ThemeIcon("link"),
      value: "identity",
    },
  ];
  const picked: Row<Answer> = {
    label: l10n.t("Avatar"),
    description: picture === undefined ? l10n.t("none") : plainText(picture, 100),
    iconPath: new ThemeIcon("file-media"),
    value: "picture",
  };
  return [
    {
      label: l10n.t("Create"),
      description: plainText(String(values.username ?? ""), 80),
      iconPath: new ThemeIcon("add"),
      value: "create",
    },
    ...group("account", ...own),
    ...group("rights"),
    ...group("profile", picked),
    ...group("higher"),
  ];
}
