import type { CallOptions, Http } from "../http.ts";
import { path, queryPairs } from "../path.ts";

/** The forms of a token request (Part 1, OAuth 2.0 provider). `client_secret` only for applications that have one. */
export type TokenRequest =
  | {
      readonly grant_type: "authorization_code";
      readonly client_id: string;
      readonly code: string;
      readonly redirect_uri: string;
      readonly code_verifier?: string | undefined;
      readonly client_secret?: string | undefined;
    }
  | {
      readonly grant_type: "refresh_token";
      readonly client_id: string;
      readonly refresh_token: string;
      readonly redirect_uri: string;
      readonly code_verifier?: string | undefined;
      readonly client_secret?: string | undefined;
    }
  | { readonly grant_type: "password"; readonly username: string; readonly password: string };

export interface OAuthToken {
  readonly access_token: string;
  /** `bearer`, in any letter case. */
  readonly token_type: string;
  /** Seconds. Absent or null when the token does not expire, and from old hosts. */
  readonly expires_in?: number | null;
  readonly refresh_token?: string | null;
  /** Seconds since the epoch. */
  readonly created_at?: number | null;
  /** Space-separated. */
  readonly scope?: string | null;
}

export interface TokenInfo {
  readonly resource_owner_id: number | null;
  readonly scope: readonly string[];
  /** Seconds; null when the token does not expire. */
  readonly expires_in: number | null;
  readonly application: { readonly uid: string } | null;
  /** Seconds since the epoch. */
  readonly created_at: number;
  /** @deprecated The same as `scope`. */
  readonly scopes?: readonly string[] | null;
  /** @deprecated The same as `expires_in`. */
  readonly expires_in_seconds?: number | null;
}

/** OpenID claims; which come depends on the token's scopes. */
export interface UserInfo {
  readonly sub?: string | null;
  readonly name?: string | null;
  readonly nickname?: string | null;
  readonly preferred_username?: string | null;
  readonly email?: string | null;
  readonly email_verified?: boolean | null;
  readonly profile?: string | null;
  readonly picture?: string | null;
  readonly groups?: readonly string[] | null;
}

export interface AuthorizeRequest {
  readonly client_id: string;
  readonly redirect_uri: string;
  readonly state: string;
  readonly scope: string | readonly string[];
  /** URL-safe base64 of the verifier's SHA-256, without padding. */
  readonly code_challenge: string;
}

/** The address of the approval page. Pure. Part 1, OAuth 2.0 provider. */
export function authorizeUrl(baseUrl: string, request: AuthorizeRequest): string {
  const scope = typeof request.scope === "string" ? request.scope : request.scope.join(" ");
  const query = new URLSearchParams(
    queryPairs({
      client_id: request.client_id,
      redirect_uri: request.redirect_uri,
      response_type: "code",
      state: request.state,
      scope,
      code_challenge: request.code_challenge,
      code_challenge_method: "S256",
    }),
  );
  return `${baseUrl.replace(/\/+$/, "")}/oauth/authorize?${query.toString()}`;
}

/** The OAuth 2.0 routes. Every operation throws ApiError; its `code` is the OAuth error such as `invalid_grant`. */
export const oauth = (http: Http) => ({
  /** The address of the approval page. Part 1, OAuth 2.0 provider. */
  authorizeUrl: (request: AuthorizeRequest): string => authorizeUrl(http.baseUrl, request),

  /** Exchanges a code or a refresh token for a new pair; a refresh invalidates the old pair. Never repeated. Part 1, OAuth 2.0 provider. */
  token: async (request: TokenRequest, options: CallOptions = {}): Promise<OAuthToken> =>
    http.object<OAuthToken>({
      method: "POST",
      root: "base",
      path: path`/oauth/token`,
      auth: "none",
      form: request,
      needs: ["access_token"],
      ...options,
    }),

  /** Scopes and expiry of the client's own OAuth token. Part 1, OAuth 2.0 provider. */
  tokenInfo: async (options: CallOptions = {}): Promise<TokenInfo> =>
    http.object<TokenInfo>({ root: "base", path: path`/oauth/token/info`, auth: "bearer", needs: [], ...options }),

  /** Revokes a token. Public applications have no secret to send. Part 1, OAuth 2.0 provider. */
  revoke: async (
    request: { readonly token: string; readonly client_id: string; readonly client_secret?: string | undefined },
    options: CallOptions = {},
  ): Promise<void> =>
    http.nothing({ method: "POST", root: "base", path: path`/oauth/revoke`, auth: "none", form: request, ...options }),

  /** What the provider tells about the token's user. Part 1, OAuth 2.0 provider. */
  userinfo: async (options: CallOptions = {}): Promise<UserInfo> =>
    http.object<UserInfo>({ root: "base", path: path`/oauth/userinfo`, auth: "bearer", needs: [], ...options }),
});
