import { l10n, type MarkdownString } from "vscode";
import type { User } from "../../../api/resources/userTypes.ts";
import { type Line, shown, time, tooltip } from "../../../core/tree/tooltipText.ts";
import { userName, userStateWords } from "./items.ts";

const yesNo = (value: boolean | null | undefined): string | undefined =>
  typeof value === "boolean" ? (value ? l10n.t("yes") : l10n.t("no")) : undefined;

/** Everything that administrators are told of a user (Part 3, User), with the custom attributes where they were asked for. */
export function adminUserTooltip(user: User, now = Date.now()): MarkdownString {
  const identities = (user.identities ?? []).map(({ provider, extern_uid: uid }) =>
    uid === null ? provider : `${provider}: ${uid}`,
  );
  const lines: Line[] = [
    [l10n.t("Username"), shown(user.username)],
    [l10n.t("E-mail"), shown(user.email)],
    [l10n.t("Public e-mail"), shown(user.public_email)],
    [l10n.t("State"), userStateWords(user.state)],
    [l10n.t("Administrator"), yesNo(user.is_admin)],
    [l10n.t("External"), yesNo(user.external)],
    [l10n.t("Private profile"), yesNo(user.private_profile)],
    [l10n.t("Two-factor authentication"), yesNo(user.two_factor_enabled)],
    [l10n.t("Projects limit"), shown(user.projects_limit)],
    [l10n.t("May create groups"), yesNo(user.can_create_group)],
    [l10n.t("Created"), time(user.created_at, now)],
    [l10n.t("Confirmed"), time(user.confirmed_at, now)],
    [l10n.t("Last sign-in"), time(user.last_sign_in_at, now)],
    [l10n.t("Last activity"), shown(user.last_activity_on)],
    [l10n.t("Organization"), shown(user.organization)],
    [l10n.t("Location"), shown(user.location)],
    [l10n.t("Website"), shown(user.website_url)],
    [l10n.t("Bio"), shown(user.bio)],
    [l10n.t("Identities"), identities.join(", ")],
    [l10n.t("Runner minutes"), shown(user.shared_runners_minutes_limit)],
    [l10n.t("Extra runner minutes"), shown(user.extra_shared_runners_minutes_limit)],
    [l10n.t("Note"), shown(user.note)],
    ...(user.custom_attributes ?? []).map(({ key, value }): Line => [key, value]),
    [l10n.t("ID"), shown(user.id)],
  ];
  return tooltip(userName(user), lines, user.web_url);
}
