import type { CreateUser, UpdateUser } from "../../../api/resources/userRequests.ts";
import type { User } from "../../../api/resources/userTypes.ts";

/** Fields of a user that administrators may set (Part 3, Users), by what they hold. */
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

/** In the order in which they are asked for. */
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

/** Without them there is no user. */
export const neededFields = ["email", "username", "name"] as const satisfies readonly TextField[];

/**
 * Whether a field is offered. Those of higher editions are where the host showed them.
 * @param shown the user, or for a new one any whom the host shows to administrators
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

/** What a user's record says of a field, as it is typed: a text, "" for nothing, or yes and no; undefined where the host does not tell. */
export function valueOf(user: Partial<User>, field: UserField): string | boolean | undefined {
  if (field === "group_id_for_saml") return undefined;
  if (isFlag(field)) return (field === "admin" ? user.is_admin : user[field]) ?? undefined;
  const value = user[field];
  return value === null ? "" : value?.toString();
}

/** What is wrong with a text typed for a field. Hosts have rules of their own beyond these, and say which. */
export function fieldProblem(field: TextField | NumberField, text: string): "empty" | "address" | "number" | undefined {
  const typed = text.trim();
  if ((neededFields as readonly string[]).includes(field) && typed === "") return "empty";
  if ((field === "email" || field === "public_email") && typed !== "" && !/^[^@\s]+@[^@\s]+$/.test(typed))
    return "address";
  if (isNumber(field) && typed !== "" && !(/^\d{1,15}$/.test(typed) && Number.isSafeInteger(Number(typed))))
    return "number";
  return undefined;
}

/** One field as it is sent. */
export const fieldRequest = (field: UserField, value: string | boolean): UpdateUser => ({
  [field]:
    isNumber(field) && typeof value === "string"
      ? Number(value.trim())
      : typeof value === "string"
        ? value.trim()
        : value,
});

/** The ways to a password (Part 3, Users): typed, by a link that the user gets, made up by the host, or made up and a link. Exactly one is chosen. */
export type PasswordWay = "typed" | "link" | "random" | "randomAndLink";
export const passwordWays: readonly PasswordWay[] = ["link", "typed", "random", "randomAndLink"];

export interface ChosenPassword {
  readonly way: PasswordWay;
  /** Of a typed one only; kept nowhere but here, for as long as the command runs. */
  readonly text?: string;
}

/** A password as it is sent: a typed one never beside the two ways without, which would go before it. */
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

/** A user who is not there yet: only what was chosen is sent, so that the host's own defaults hold for the rest. */
export interface UserDraft {
  readonly values: Readonly<Partial<Record<UserField, string | boolean>>>;
  /** A login at another service. */
  readonly identity?: { readonly provider: string; readonly uid: string };
  readonly skipConfirmation?: boolean;
}

/** What is still missing, in the order of the questions. */
export function missingOf(
  { values }: UserDraft,
  password: ChosenPassword | undefined,
): TextField | "password" | undefined {
  const field = neededFields.find((name) => fieldProblem(name, String(values[name] ?? "")) !== undefined);
  if (field !== undefined) return field;
  return password === undefined || (password.way === "typed" && (password.text ?? "") === "") ? "password" : undefined;
}

/** The draft as it is sent. */
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

/** A draft from anything that is kept. A password is never part of it. */
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
