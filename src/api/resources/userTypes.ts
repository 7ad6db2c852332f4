import type { CustomAttribute } from "./customAttributes.ts";

/** A user as other records carry one (Part 3, User). */
export interface UserSummary {
  readonly id: number;
  readonly username: string;
  readonly name: string;
  readonly state?: "active" | "blocked" | (string & {}) | null;
  readonly avatar_url?: string | null;
  readonly web_url?: string | null;
}

/** A user (Part 3, User): lists have the summary alone; one user, the current user and what administrators see have more. */
export interface User extends UserSummary {
  readonly locked?: boolean | null;
  readonly created_at?: string | null;
  readonly bio?: string | null;
  readonly location?: string | null;
  readonly public_email?: string | null;
  /** The documents' neutral names for three accounts elsewhere; hosts may have names of their own. */
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
  /** A date. */
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
  /** What administrators wrote about the user. */
  readonly note?: string | null;
  /** Where they were asked for. */
  readonly custom_attributes?: readonly CustomAttribute[] | null;
}

/** The signed-in user (Part 3, User; current-user record). */
export type CurrentUser = User;

/** A user as another service knows them (Part 3, User). */
export interface UserIdentity {
  readonly provider: string;
  readonly extern_uid: string | null;
  readonly saml_provider_id?: number | null;
}

/** What a user tells of themselves. Nothing set: empty, or null. */
export interface UserStatus {
  /** Name of the emoji, without colons. */
  readonly emoji: string | null;
  readonly message: string | null;
  readonly message_html: string | null;
  readonly availability?: "not_set" | "busy" | (string & {}) | null;
  readonly clear_status_at?: string | null;
}

/** How much waits for the signed-in user. */
export interface UserCounts {
  /** Open merge requests assigned to them. */
  readonly merge_requests: number;
  /** Newer hosts (SERVICE-FACTS 76). */
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
  readonly created_at: string | null;
  readonly expires_at?: string | null;
  readonly usage_type?: "auth_and_signing" | "auth" | "signing" | (string & {}) | null;
}

/** Filters and order of the list (Part 3, Users). Those from `order_by` on are for administrators. */
export interface UserQuery {
  /** Part of the name, or the primary email address. */
  readonly search?: string | undefined;
  /** Exactly this one, in any letter case. */
  readonly username?: string | undefined;
  /** The filters know no `false`. */
  readonly active?: true | undefined;
  readonly blocked?: true | undefined;
  readonly order_by?: "id" | "name" | "username" | "created_at" | "updated_at" | undefined;
  readonly sort?: "asc" | "desc" | undefined;
  readonly two_factor?: "enabled" | "disabled" | undefined;
  /** Both or neither. */
  readonly extern_uid?: string | undefined;
  readonly provider?: string | undefined;
  readonly external?: true | undefined;
  /** A date with its time, or ISO 8601 text. */
  readonly created_before?: Date | string | undefined;
  readonly created_after?: Date | string | undefined;
  /** Values by key: users with all of them. */
  readonly custom_attributes?: Readonly<Record<string, string>> | undefined;
  readonly with_custom_attributes?: true | undefined;
}
