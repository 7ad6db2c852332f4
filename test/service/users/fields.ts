import { randomBytes } from "node:crypto";
import type { Dialect } from "../hosting.ts";
import type { Params } from "../http/params.ts";
import { message } from "../http/problem.ts";
import { PROFILE_NAMES } from "./profileNames.ts";
import type { UserAccount, UserIdentity, UserProfile, UserRecord } from "./records.ts";

/** The profile with the fields that are sent; an empty one clears. */
export function readProfile(fields: Params, dialect: Dialect, present: UserProfile): UserProfile {
  const names = PROFILE_NAMES[dialect];
  const text = (name: string, now: string): string => fields.text(name) ?? now;
  const clearable = (name: string, now: string | null): string | null => {
    const value = fields.text(name);
    return value === undefined ? now : value === "" ? null : value;
  };
  return {
    bio: text("bio", present.bio),
    location: clearable("location", present.location),
    publicEmail: clearable("public_email", present.publicEmail),
    chatAccount: text(names.chatAccount, present.chatAccount),
    professionalProfile: text(names.professionalProfile, present.professionalProfile),
    socialAccount: text(names.socialAccount, present.socialAccount),
    websiteUrl: text("website_url", present.websiteUrl),
    organization: clearable("organization", present.organization),
  };
}

/** The account with the fields that are sent. Throws a Problem for a negative limit. */
export function readAccount(fields: Params, present: UserAccount): UserAccount {
  const limit = (name: string, now: number | null): number | null => {
    const value = fields.integer(name);
    if (value !== undefined && value < 0) throw refused(name, "must be greater than or equal to 0");
    return value ?? now;
  };
  return {
    ...present,
    projectsLimit: limit("projects_limit", present.projectsLimit) ?? 0,
    canCreateGroup: fields.flag("can_create_group") ?? present.canCreateGroup,
    external: fields.flag("external") ?? present.external,
    privateProfile: fields.flag("private_profile") ?? present.privateProfile,
    note: fields.text("note") ?? present.note,
    sharedRunnersMinutesLimit: limit("shared_runners_minutes_limit", present.sharedRunnersMinutesLimit),
    extraSharedRunnersMinutesLimit: limit("extra_shared_runners_minutes_limit", present.extraSharedRunnersMinutesLimit),
  };
}

/** The identity at another provider replaces the one there; half of it is refused. */
export function readIdentities(fields: Params, present: readonly UserIdentity[]): readonly UserIdentity[] {
  const [provider, externUid] = [fields.text("provider"), fields.text("extern_uid")];
  if (provider === undefined && externUid === undefined) return present;
  if (provider === undefined || provider === "" || externUid === undefined)
    throw refused("identities.extern_uid", "and provider belong together");
  return [...present.filter((one) => one.provider !== provider), { provider, externUid }];
}

/** Whether a random password is due, which goes before one that is sent. */
export function wantsRandomPassword(fields: Params): boolean {
  return fields.flag("force_random_password") === true || fields.flag("reset_password") === true;
}

export function randomPassword(): string {
  return randomBytes(24).toString("base64url");
}

/** Throws a Problem for what no one can be called or reached by. */
export function checkNames(user: Pick<UserRecord, "username" | "name" | "email">): void {
  if (!/^[^@\s]+@[^@\s]+$/.test(user.email)) throw refused("email", "is invalid");
  if (!/^[A-Za-z0-9_][A-Za-z0-9_.-]*$/.test(user.username) || /(\.git|\.atom|[.-])$/.test(user.username)) {
    throw refused(
      "username",
      "can contain only letters, digits, '_', '-' and '.'. Cannot start with '-' or end in '.', '.git' or '.atom'.",
    );
  }
  if (user.name.trim() === "") throw refused("name", "can't be blank");
}

export function checkPassword(password: string): void {
  if (password === "") throw refused("password", "can't be blank");
  if (password.length < 8) throw refused("password", "is too short (minimum is 8 characters)");
}

/** 400 in the shape of a record that does not validate: `{"message": {"email": ["is invalid"]}}`. */
export function refused(field: string, why: string): Error {
  return message(400, { [field]: [why] });
}
