import type { Http } from "../http.ts";
import type { RequestSpec, Part } from "../request.ts";
import type { Upload } from "../upload.ts";

/** Fields of a new or existing user that administrators may set (Part 3, Users). Empty text clears a field, omitted ones stay. */
export interface UserFields {
  readonly password?: string | undefined;
  /** Sends the user a link to set a password. */
  readonly reset_password?: boolean | undefined;
  /** Sets a random password. */
  readonly force_random_password?: boolean | undefined;
  /** Neutral names of the documents; the client sends the host's own. */
  readonly chat_account?: string | undefined;
  readonly professional_profile?: string | undefined;
  readonly social_account?: string | undefined;
  readonly website_url?: string | undefined;
  readonly organization?: string | undefined;
  readonly projects_limit?: number | undefined;
  readonly extern_uid?: string | undefined;
  readonly provider?: string | undefined;
  readonly bio?: string | undefined;
  readonly location?: string | undefined;
  readonly public_email?: string | undefined;
  readonly admin?: boolean | undefined;
  readonly can_create_group?: boolean | undefined;
  readonly skip_confirmation?: boolean | undefined;
  readonly external?: boolean | undefined;
  /** Image file; makes the request multipart. */
  readonly avatar?: Upload | undefined;
  readonly private_profile?: boolean | undefined;
  /** Higher editions. */
  readonly shared_runners_minutes_limit?: number | undefined;
  readonly extra_shared_runners_minutes_limit?: number | undefined;
}

/** A new user, with `password`, `reset_password` or `force_random_password`; the last two take precedence and may be combined. */
export interface CreateUser extends UserFields {
  readonly email: string;
  readonly username: string;
  readonly name: string;
}

export interface UpdateUser extends UserFields {
  readonly email?: string | undefined;
  readonly username?: string | undefined;
  readonly name?: string | undefined;
  readonly group_id_for_saml?: number | undefined;
  readonly skip_reconfirmation?: boolean | undefined;
  /** Administrators' note about the user; higher editions. */
  readonly note?: string | undefined;
}

/** Returns the fields as JSON, or as multipart with an avatar. */
export function userBody({ avatar, ...fields }: UserFields): Pick<RequestSpec, "json" | "multipart"> {
  if (!avatar) return { json: fields };
  const values = Object.entries(fields as Record<string, string | number | boolean | undefined>);
  const parts: Part[] = values.flatMap(([name, value]) => (value === undefined ? [] : [{ name, value }]));
  return { multipart: [...parts, { name: "avatar", file: avatar }] };
}

/** Checks that a new user gets a password (Part 3, Users). */
export function checkPassword(
  http: Pick<Http, "invalidArgument">,
  call: RequestSpec,
  { password, reset_password, force_random_password }: UserFields,
): void {
  if (reset_password === true || force_random_password === true) return;
  if (password === undefined || password === "") {
    throw http.invalidArgument(
      call,
      "password",
      "a new user needs a password, a link to choose one or a random one",
      "password",
      "reset_password",
      "force_random_password",
    );
  }
}
