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
      return l10n.t("E-mail");
    case "public_email":
      return l10n.t("Public E-mail");
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
      return l10n.t("Minutes on Shared Runners");
    case "extra_shared_runners_minutes_limit":
      return l10n.t("Extra Minutes on Shared Runners");
    case "group_id_for_saml":
      return l10n.t("Group of the SAML Identity");
    case "admin":
      return l10n.t("Administrator");
    case "can_create_group":
      return l10n.t("May Create Groups");
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
      return l10n.t("The name that people read");
    case "username":
      return l10n.t("The name to sign in and to be mentioned with, without @");
    case "email":
      return l10n.t("The address to sign in with, and where messages go");
    case "public_email":
      return l10n.t("An address that everybody sees; one that the user has confirmed. Empty for none");
    case "projects_limit":
      return l10n.t("How many projects of their own they may have");
    case "shared_runners_minutes_limit":
    case "extra_shared_runners_minutes_limit":
      return l10n.t("How many minutes a month jobs may run on shared runners; 0 is without limit");
    case "group_id_for_saml":
      return l10n.t("Number of the group whose SAML provider knows the user");
    case "admin":
      return l10n.t("Administrators see and change everything on the host");
    case "can_create_group":
      return l10n.t("Whether the user may create top-level groups");
    case "external":
      return l10n.t("External users see only what they are members of");
    case "private_profile":
      return l10n.t("Whether the profile hides what the user does");
    default:
      return l10n.t("{0} of the user. Empty for none", fieldName(field));
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
      return l10n.t("Higher Editions");
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
      return l10n.t("Send a Link to Choose One");
    case "typed":
      return l10n.t("Type One…");
    case "random":
      return l10n.t("A Random One That Nobody Knows");
    case "randomAndLink":
      return l10n.t("A Random One, and Send a Link");
  }
}

export function wayMeaning(way: PasswordWay): string {
  switch (way) {
    case "link":
      return l10n.t("The user chooses it, from a link in an e-mail");
    case "typed":
      return l10n.t(
        "You tell it to the user, who has to choose another one at the next sign-in. It is kept nowhere here",
      );
    case "random":
      return l10n.t("For accounts that sign in by another service, or with tokens only");
    case "randomAndLink":
      return l10n.t("Nobody gets in before the user has chosen one, from a link in an e-mail");
  }
}
