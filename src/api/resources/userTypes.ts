import type { CustomAttribute } from "./customAttributes.ts";

/** A user as part of other records (Part 3, User). */
export interface UserSummary {
  readonly id?: number | null;
  readonly username?: string | null;
  readonly name?: string | null;
  readonly state?: "active" | "blocked" | (string & {}) | null;
  readonly avatar_url?: string | null;
  readonly web_url?: string | null;
}

/** A user (Part 3, User). Lists only have the summary, except for administrators; single users and the current user have more fields. */
export interface User extends UserSummary {
  readonly id: number;
  readonly username: string;
  readonly locked?: boolean | null;
  readonly created_at?: string | null;
  readonly bio?: string | null;
  readonly location?: string | null;
  readonly public_email?: string | null;
  /** Neutral names of the documents for accounts on other services; hosts may use their own. */
  readonly chat_account?: string | null;
  readonly professional_profile?: string | null;
  readonly social_account?: string | null;
  readonly website_url?: string | null;
  readonly organization?: string | null;
  readonly email?: string | null;
  readonly is_admin?: boolean | null;
  readonly last_sign_in_at?: string | null;
  readonly confirmed_at?: string | null;
  readonly current_sign_in_at?: string | null;
  /** YYYY-MM-DD */
  readonly last_activity_on?: string | null;
  readonly theme_id?: number | null;
  readonly color_scheme_id?: number | null;
  readonly projects_limit?: number | null;
  readonly identities?: readonly UserIdentity[] | null;
  readonly two_factor_enabled?: boolean | null;
  readonly can_create_group?: boolean | null;
  readonly can_create_project?: boolean | null;
  readonly external?: boolean | null;
  readonly private_profile?: boolean | null;
  /** Higher editions. */
  readonly shared_runners_minutes_limit?: number | null;
  readonly extra_shared_runners_minutes_limit?: number | null;
  /** Administrators' note about the user. */
  readonly note?: string | null;
  /** Only if requested. */
  readonly custom_attributes?: readonly CustomAttribute[] | null;
}

/** The signed-in user (Part 3, User; current-user record). */
export type CurrentUser = User;

/** An identity of a user at an external provider (Part 3, User). */
export interface UserIdentity {
  readonly provider?: string | null;
  readonly extern_uid?: string | null;
  readonly saml_provider_id?: number | null;
}

/** The status of a user; fields are empty or null if it is not set. */
export interface UserStatus {
  /** Name of the emoji, without colons. */
  readonly emoji: string | null;
  readonly message: string | null;
  readonly message_html?: string | null;
  readonly availability?: "not_set" | "busy" | (string & {}) | null;
  readonly clear_status_at?: string | null;
}

/** Counts of the signed-in user's open work. */
export interface UserCounts {
  /** Open merge requests assigned to them. */
  readonly merge_requests: number;
  /** This and the fields below are only sent by newer hosts (SERVICE-FACTS 76). */
  readonly assigned_issues?: number | null;
  readonly assigned_merge_requests?: number | null;
  readonly review_requested_merge_requests?: number | null;
  readonly todos?: number | null;
}

export interface SshKey {
  readonly id: number;
  readonly title: string;
  /** The public key, as in a .pub file. */
  readonly key: string;
  readonly created_at?: string | null;
  readonly expires_at?: string | null;
  readonly usage_type?: "auth_and_signing" | "auth" | "signing" | (string & {}) | null;
}

/** Filters and order of the list (Part 3, Users). `order_by` and the fields below are for administrators. */
export interface UserQuery {
  /** Part of the name, or the primary email address. */
  readonly search?: string | undefined;
  /** Exact match, case-insensitive. */
  readonly username?: string | undefined;
  /** The filters do not accept `false`. */
  readonly active?: true | undefined;
  readonly blocked?: true | undefined;
  readonly order_by?: "id" | "name" | "username" | "created_at" | "updated_at" | undefined;
  readonly sort?: "asc" | "desc" | undefined;
  readonly two_factor?: "enabled" | "disabled" | undefined;
  /** Requires `provider`. */
  readonly extern_uid?: string | undefined;
  readonly provider?: string | undefined;
  readonly external?: true | undefined;
  /** A Date or ISO 8601 text. */
  readonly created_before?: Date | string | undefined;
  readonly created_after?: Date | string | undefined;
  /** Values by key that must all match. */
  readonly custom_attributes?: Readonly<Record<string, string>> | undefined;
  readonly with_custom_attributes?: true | undefined;
}
