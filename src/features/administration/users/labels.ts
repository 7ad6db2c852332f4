import { l10n } from "vscode";
import { plainText } from "../../../core/ui/plainText.ts";
import type { fieldGroups, PasswordWay, UserField } from "./fields.ts";

/** Returns the label of a field. */
export function fieldName(field: UserField): string {
  switch (field) {
    case "name":
      return l10n.t("Name");
    case "username":
      return l10n.t("Username");
    case "email":
      return l10n.t("Email");
    case "public_email":
      return l10n.t("Public Email");
    case "organization":
      return l10n.t("Organization");
    case "location":
      return l10n.t("Location");
    case "website_url":
      return l10n.t("Website");
    case "bio":
      return l10n.t("Bio");
    case "chat_account":
      return l10n.t("Chat Account");
    case "professional_profile":
      return l10n.t("Professional Profile");
    case "social_account":
      return l10n.t("Social Account");
    case "note":
      return l10n.t("Administrators' Note");
    case "projects_limit":
      return l10n.t("Projects Limit");
    case "shared_runners_minutes_limit":
      return l10n.t("Compute Minutes on Instance Runners");
    case "extra_shared_runners_minutes_limit":
      return l10n.t("Extra Compute Minutes on Instance Runners");
    case "group_id_for_saml":
      return l10n.t("Group of the SAML Identity");
    case "admin":
      return l10n.t("Administrator");
    case "can_create_group":
      return l10n.t("Can Create Groups");
    case "external":
      return l10n.t("External");
    case "private_profile":
      return l10n.t("Private Profile");
  }
}

/** Returns the prompt of a field. */
export function fieldPrompt(field: UserField): string {
  switch (field) {
    case "name":
      return l10n.t("Full name, shown to other people");
    case "username":
      return l10n.t("Name for signing in and for mentions, without @");
    case "email":
      return l10n.t("Address for signing in and for notifications");
    case "public_email":
      return l10n.t("Confirmed address that everyone can see. Leave empty for none");
    case "projects_limit":
      return l10n.t("Maximum number of personal projects");
    case "shared_runners_minutes_limit":
    case "extra_shared_runners_minutes_limit":
      return l10n.t("Minutes per month on instance runners; 0 for no limit");
    case "group_id_for_saml":
      return l10n.t("ID of the group whose SAML provider manages the user");
    case "admin":
      return l10n.t("Administrators have full access to the host");
    case "can_create_group":
      return l10n.t("Whether the user can create top-level groups");
    case "external":
      return l10n.t("External users can see only projects they are members of");
    case "private_profile":
      return l10n.t("Whether the activity of the user is hidden");
    default:
      return l10n.t("{0} of the user. Leave empty for none", fieldName(field));
  }
}

export function groupTitle(group: keyof typeof fieldGroups): string {
  switch (group) {
    case "account":
      return l10n.t("Account");
    case "rights":
      return l10n.t("Rights");
    case "profile":
      return l10n.t("Profile");
    case "higher":
      return l10n.t("Paid Editions");
  }
}

/** Returns a value in words; undefined for an unknown one. */
export function valueWords(value: string | boolean | undefined): string | undefined {
  if (value === undefined) return undefined;
  if (typeof value === "boolean") return value ? l10n.t("yes") : l10n.t("no");
  return plainText(value, 100) || l10n.t("none");
}

export function wayName(way: PasswordWay): string {
  switch (way) {
    case "link":
      return l10n.t("Send Reset Link");
    case "typed":
      return l10n.t("Enter Password…");
    case "random":
      return l10n.t("Random Password");
    case "randomAndLink":
      return l10n.t("Random Password and Reset Link");
  }
}

export function wayMeaning(way: PasswordWay): string {
  switch (way) {
    case "link":
      return l10n.t("The user chooses a password from a link sent by email");
    case "typed":
      return l10n.t("The user must change it at the next sign-in. It is not stored by Forgeline");
    case "random":
      return l10n.t("For accounts that sign in with another identity provider or with tokens only");
    case "randomAndLink":
      return l10n.t("The user chooses a password from a link sent by email before the first sign-in");
  }
}
