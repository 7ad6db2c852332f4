import type { Http } from "../http.ts";
import type { RequestSpec, Part } from "../request.ts";
import type { Upload } from "../upload.ts";

/** What administrators may set of a user, new or not (Part 3, Users). Empty text clears a field; what is not given stays. */
export interface UserFields {
  readonly password?: string | undefined;
  /** Send the user a link to choose a password. */
  readonly reset_password?: boolean | undefined;
  /** Set a password that nobody knows. */
  readonly force_random_password?: boolean | undefined;
  /** The documents' neutral names: the client sends those of the host. */
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
  /** A picture. With it, the request is multipart. */
  readonly avatar?: Upload | undefined;
  readonly private_profile?: boolean | undefined;
  /** Higher editions. */
  readonly shared_runners_minutes_limit?: number | undefined;
  readonly extra_shared_runners_minutes_limit?: number | undefined;
}

/** A new user: `password`, or one of the two ways to go without, which go before it and may be used together. */
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
  /** Higher editions: what administrators note about the user. */
  readonly note?: string | undefined;
}

/** JSON, or multipart with a picture. */
export function userBody({ avatar, ...fields }: UserFields): Pick<RequestSpec, "json" | "multipart"> {
  if (!avatar) return { json: fields };
  const values = Object.entries(fields as Record<string, string | number | boolean | undefined>);
  const parts: Part[] = values.flatMap(([name, value]) => (value === undefined ? [] : [{ name, value }]));
  return { multipart: [...parts, { name: "avatar", file: avatar }] };
}

/** There is a way to a password (Part 3, Users). */
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
