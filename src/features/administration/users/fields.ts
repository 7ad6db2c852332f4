import type { CreateUser, UpdateUser } from "../../../api/resources/userRequests.ts";
import type { User } from "../../../api/resources/userTypes.ts";

/** Fields of a user that administrators may set (Part 3, Users), by type. */
export const textFields = [
  "name",
  "username",
  "email",
  "public_email",
  "organization",
  "location",
  "website_url",
  "bio",
  "chat_account",
  "professional_profile",
  "social_account",
  "note",
] as const;
export const numberFields = [
  "projects_limit",
  "shared_runners_minutes_limit",
  "extra_shared_runners_minutes_limit",
  "group_id_for_saml",
] as const;
export const flagFields = ["admin", "can_create_group", "external", "private_profile"] as const;

export type TextField = (typeof textFields)[number];
export type NumberField = (typeof numberFields)[number];
export type FlagField = (typeof flagFields)[number];
export type UserField = TextField | NumberField | FlagField;

export const isFlag = (field: UserField): field is FlagField => (flagFields as readonly string[]).includes(field);
export const isNumber = (field: UserField): field is NumberField => (numberFields as readonly string[]).includes(field);

/** In order of display. */
export const fieldGroups = {
  account: ["name", "username", "email"],
  rights: ["admin", "external", "can_create_group", "private_profile", "projects_limit"],
  profile: [
    "public_email",
    "organization",
    "location",
    "website_url",
    "bio",
    "chat_account",
    "professional_profile",
    "social_account",
  ],
  higher: ["note", "shared_runners_minutes_limit", "extra_shared_runners_minutes_limit", "group_id_for_saml"],
} as const satisfies Readonly<Record<string, readonly UserField[]>>;

/** Required to create a user. */
export const neededFields = ["email", "username", "name"] as const satisfies readonly TextField[];

/**
 * Returns whether a field is offered. Fields of higher tiers are offered if the host sends them.
 * @param shown the user, or any user for a new one
 */
export function isOffered(field: UserField, shown: Partial<User>, isNew: boolean): boolean {
  switch (field) {
    case "note":
      return !isNew && shown.note !== undefined;
    case "group_id_for_saml":
      return !isNew && (shown.identities ?? []).some(({ saml_provider_id: saml }) => saml !== undefined);
    case "shared_runners_minutes_limit":
    case "extra_shared_runners_minutes_limit":
      return shown[field] !== undefined;
    default:
      return true;
  }
}

/** Returns the value of a field for input, "" for none; undefined if the host did not send it. */
export function valueOf(user: Partial<User>, field: UserField): string | boolean | undefined {
  if (field === "group_id_for_saml") return undefined;
  if (isFlag(field)) return (field === "admin" ? user.is_admin : user[field]) ?? undefined;
  const value = user[field];
  return value === null ? "" : value?.toString();
}

/** Validates the text of a field. Hosts check further rules themselves. */
export function fieldProblem(field: TextField | NumberField, text: string): "empty" | "address" | "number" | undefined {
  const typed = text.trim();
  if ((neededFields as readonly string[]).includes(field) && typed === "") return "empty";
  if ((field === "email" || field === "public_email") && typed !== "" && !/^[^@\s]+@[^@\s]+$/.test(typed))
    return "address";
  if (isNumber(field) && typed !== "" && !(/^\d{1,15}$/.test(typed) && Number.isSafeInteger(Number(typed))))
    return "number";
  return undefined;
}

/** Returns the request for one field. */
export const fieldRequest = (field: UserField, value: string | boolean): UpdateUser => ({
  [field]:
    isNumber(field) && typeof value === "string"
      ? Number(value.trim())
      : typeof value === "string"
        ? value.trim()
        : value,
});

/** How a user gets a password (Part 3, Users): typed, by a reset link, random, or random with a reset link. */
export type PasswordWay = "typed" | "link" | "random" | "randomAndLink";
export const passwordWays: readonly PasswordWay[] = ["link", "typed", "random", "randomAndLink"];

export interface ChosenPassword {
  readonly way: PasswordWay;
  /** A typed password; never stored. */
  readonly text?: string;
}

/** Returns the request for a password: a typed one without the other two options, which would override it. */
export function passwordRequest({
  way,
  text,
}: ChosenPassword): Pick<UpdateUser, "password" | "reset_password" | "force_random_password"> {
  switch (way) {
    case "typed":
      return { password: text ?? "" };
    case "link":
      return { reset_password: true };
    case "random":
      return { force_random_password: true };
    case "randomAndLink":
      return { reset_password: true, force_random_password: true };
  }
}

/** A new user: only entered fields are sent; the host's defaults apply to the rest. */
export interface UserDraft {
  readonly values: Readonly<Partial<Record<UserField, string | boolean>>>;
  /** An identity of another provider. */
  readonly identity?: { readonly provider: string; readonly uid: string };
  readonly skipConfirmation?: boolean;
}

/** Returns the first required field that is missing. */
export function missingOf(
  { values }: UserDraft,
  password: ChosenPassword | undefined,
): TextField | "password" | undefined {
  const field = neededFields.find((name) => fieldProblem(name, String(values[name] ?? "")) !== undefined);
  if (field !== undefined) return field;
  return password === undefined || (password.way === "typed" && (password.text ?? "") === "") ? "password" : undefined;
}

/** Returns the request of a draft. */
export function createRequest({ values, identity, skipConfirmation }: UserDraft, password: ChosenPassword): CreateUser {
  const given = Object.entries(values).filter(([, value]) => value !== "") as [UserField, string | boolean][];
  const fields = given.reduce<UpdateUser>((all, [field, value]) => ({ ...all, ...fieldRequest(field, value) }), {});
  return {
    ...{ email: "", username: "", name: "" },
    ...(fields as CreateUser),
    ...(identity && { provider: identity.provider, extern_uid: identity.uid }),
    ...(skipConfirmation === true && { skip_confirmation: true }),
    ...passwordRequest(password),
  };
}

/** Parses a stored draft. A password is never part of it. */
export function toUserDraft(kept: unknown): UserDraft {
  const record = (value: unknown): Readonly<Record<string, unknown>> =>
    typeof value === "object" && value !== null ? (value as Readonly<Record<string, unknown>>) : {};
  const { values, identity, skipConfirmation } = record(kept);
  const fields: readonly UserField[] = [...textFields, ...numberFields, ...flagFields];
  const known = fields.flatMap((field) => {
    const value = record(values)[field];
    return typeof value === (isFlag(field) ? "boolean" : "string") ? [[field, value] as const] : [];
  });
  const { provider, uid } = record(identity);
  return {
    values: Object.fromEntries(known),
    ...(typeof provider === "string" && typeof uid === "string" && { identity: { provider, uid } }),
    ...(skipConfirmation === true && { skipConfirmation }),
  };
}
