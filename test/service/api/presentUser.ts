import type { Hosting } from "../hosting.ts";
import { PROFILE_NAMES } from "../users/profileNames.ts";
import type { UserRecord, UserStatus } from "../users/records.ts";
import { showUser, time } from "./present.ts";

/** The single-user record (part 3, User). */
export function showSingleUser(hosting: Hosting, user: UserRecord): Record<string, unknown> {
  const { profile } = user;
  const names = PROFILE_NAMES[hosting.dialect];
  return {
    ...showUser(hosting, user),
    created_at: time(hosting, user.createdAt),
    bio: profile.bio,
    location: profile.location,
    public_email: profile.publicEmail,
    [names.chatAccount]: profile.chatAccount,
    [names.professionalProfile]: profile.professionalProfile,
    [names.socialAccount]: profile.socialAccount,
    website_url: profile.websiteUrl,
    organization: profile.organization,
  };
}

/** What a person reads of herself; real hosts say `is_admin` to administrators only. */
export function showCurrentUser(hosting: Hosting, user: UserRecord): Record<string, unknown> {
  const { account } = user;
  return {
    ...showSingleUser(hosting, user),
    email: user.email,
    ...(user.admin || hosting.dialect === "neutral" ? { is_admin: user.admin } : {}),
    last_sign_in_at: time(hosting, user.createdAt),
    confirmed_at: time(hosting, account.confirmedAt),
    current_sign_in_at: null,
    theme_id: 1,
    color_scheme_id: 1,
    projects_limit: account.projectsLimit,
    last_activity_on: new Date(user.updatedAt).toISOString().slice(0, 10),
    identities: user.identities.map(({ provider, externUid }) => ({ provider, extern_uid: externUid })),
    can_create_group: account.canCreateGroup,
    can_create_project: account.projectsLimit > 0,
    two_factor_enabled: account.twoFactor,
    external: account.external,
    private_profile: account.privateProfile,
    commit_email: user.email,
    shared_runners_minutes_limit: account.sharedRunnersMinutesLimit,
    extra_shared_runners_minutes_limit: account.extraSharedRunnersMinutesLimit,
  };
}

/** The administrator record; with the custom attributes when they are asked for. */
export function showUserToAdmin(hosting: Hosting, user: UserRecord, withAttributes: boolean): Record<string, unknown> {
  return {
    ...showCurrentUser(hosting, user),
    is_admin: user.admin,
    note: user.account.note,
    ...(withAttributes ? { custom_attributes: hosting.customAttributes.list("users", user.id) } : {}),
  };
}

/** Without a status, real hosts send nulls and the documents' strings are empty. */
export function showStatus(hosting: Hosting, status: UserStatus | undefined): object {
  if (hosting.dialect === "neutral")
    return {
      emoji: status?.emoji ?? "",
      message: status?.message ?? "",
      message_html: messageHtml(status?.message ?? ""),
    };
  return {
    emoji: status?.emoji ?? null,
    message: status?.message ?? null,
    availability: null,
    message_html: status ? messageHtml(status.message) : null,
    clear_status_at: null,
  };
}

/** Emoji codes become elements, everything else is text. */
function messageHtml(message: string): string {
  const escaped = message
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;");
  return escaped.replace(/:([a-z0-9_+-]+):/g, '<gl-emoji title="$1" data-name="$1">:$1:</gl-emoji>');
}
