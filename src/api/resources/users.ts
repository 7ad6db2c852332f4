import type { CallOptions, Http } from "../http.ts";
import { path } from "../path.ts";

/** A user as other records carry one (Part 3, User). */
export interface UserSummary {
  readonly id: number;
  readonly username: string;
  readonly name: string;
  readonly state?: "active" | "blocked" | (string & {}) | null;
  readonly avatar_url?: string | null;
  readonly web_url?: string | null;
}

/** The signed-in user (Part 3, User; current-user record). */
export interface CurrentUser extends UserSummary {
  readonly email?: string | null;
  readonly is_admin?: boolean | null;
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
  readonly last_sign_in_at?: string | null;
  readonly confirmed_at?: string | null;
  readonly current_sign_in_at?: string | null;
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
}

/** A user as another service knows them (Part 3, User). */
export interface UserIdentity {
  readonly provider: string;
  readonly extern_uid: string | null;
  readonly saml_provider_id?: number | null;
}

/** Users. Every operation throws ApiError. */
export const users = (http: Http) => ({
  /** Who the credential belongs to. `sudo` is the id of the user an administrator acts as. Part 3, Users. */
  current: async (options: CallOptions & { readonly sudo?: number | undefined } = {}): Promise<CurrentUser> =>
    http.object<CurrentUser>({
      operation: "users.current",
      path: path`/user`,
      query: { sudo: options.sudo },
      needs: { id: "id", username: "text" },
      renames: true,
      signal: options.signal,
    }),
});
