import type { Http } from "../http.ts";
import { path } from "../path.ts";
import type { RequestSpec, CallOptions } from "../request.ts";

export type { AuthorizeRequest } from "./authorizeUrl.ts";

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
  | {
      readonly grant_type: "password";
      readonly username: string;
      readonly password: string;
      /** ID of a registered application; sent with its secret as HTTP Basic, not in the form. */
      readonly client_id?: string | undefined;
      readonly client_secret?: string | undefined;
    };

export interface OAuthToken {
  readonly access_token: string;
  /** `bearer`, in any letter case. */
  readonly token_type?: string | null;
  /** Seconds. Absent or null if the token does not expire, and on old hosts. Not checked: some hosts send text. */
  readonly expires_in?: number | string | null;
  readonly refresh_token?: string | null;
  /** Seconds since the epoch. */
  readonly created_at?: number | null;
  /** Space-separated. */
  readonly scope?: string | null;
}

export interface TokenInfo {
  readonly resource_owner_id?: number | null;
  readonly scope: readonly string[];
  /** Seconds; null when the token does not expire. */
  readonly expires_in?: number | null;
  readonly application?: { readonly uid?: string | null } | null;
  /** Seconds since the epoch. */
  readonly created_at?: number | null;
  /** @deprecated The same as `scope`. */
  readonly scopes?: readonly string[] | null;
  /** @deprecated The same as `expires_in`. */
  readonly expires_in_seconds?: number | null;
}

/** OpenID claims, depending on the scopes of the token. */
export interface UserInfo {
  readonly sub: string;
  readonly name?: string | null;
  readonly nickname?: string | null;
  readonly preferred_username?: string | null;
  readonly email?: string | null;
  readonly email_verified?: boolean | null;
  readonly profile?: string | null;
  readonly picture?: string | null;
  readonly groups?: readonly string[] | null;
}

/** The OAuth 2.0 routes. Every operation throws ApiError; its `code` is the OAuth error such as `invalid_grant`. */
export const oauth = (http: Http) => ({
  /** Exchanges a code or a refresh token for new tokens; refreshing invalidates the old ones. Rejects an invalid verifier before sending. Part 1, OAuth 2.0 provider. */
  token: async (request: TokenRequest, options: CallOptions = {}): Promise<OAuthToken> => {
    const call = {
      operation: "oauth.token",
      method: "POST",
      root: "base",
      path: path`/oauth/token`,
      auth: "none",
      ...grantBody(request),
      usesUp: request.grant_type === "refresh_token",
      // The token is usable even if its lifetime is not a number.
      requiredFields: { access_token: "text", refresh_token: "text?" },
      ...options,
    } as const;
    if (
      "code_verifier" in request &&
      request.code_verifier !== undefined &&
      !/^[\w.~-]{43,128}$/.test(request.code_verifier)
    ) {
      throw http.invalidArgument(
        call,
        "length",
        "a code verifier has 43 to 128 characters out of A-Z a-z 0-9 - . _ ~",
        "code_verifier",
      );
    }
    return http.object<OAuthToken>(call);
  },

  /**
   * Returns scopes and expiry of the client's OAuth token, or of `access_token`, which is sent in the URL as documented, so that servers
   * between may log it. Throws `unauthorized` for an invalid or expired token. Part 1, OAuth 2.0 provider.
   */
  tokenInfo: async ({
    access_token,
    ...options
  }: CallOptions & { readonly access_token?: string | undefined } = {}): Promise<TokenInfo> =>
    http.object<TokenInfo>({
      operation: "oauth.tokenInfo",
      root: "base",
      path: path`/oauth/token/info`,
      ...(access_token === undefined ? { auth: "bearer" } : { auth: "none", query: { access_token } }),
      requiredFields: { scope: "list", application: "object?" },
      ...options,
    }),

  /** Revokes a token. Public applications have no secret to send. Part 1, OAuth 2.0 provider. */
  revoke: async (
    request: { readonly token: string; readonly client_id: string; readonly client_secret?: string | undefined },
    options: CallOptions = {},
  ): Promise<void> =>
    http.noContent({
      operation: "oauth.revoke",
      method: "POST",
      root: "base",
      path: path`/oauth/revoke`,
      auth: "none",
      form: request,
      ...options,
    }),

  /** Returns the OpenID claims of the token's user. Part 1, OAuth 2.0 provider. */
  userinfo: async (options: CallOptions = {}): Promise<UserInfo> =>
    http.object<UserInfo>({
      operation: "oauth.userinfo",
      root: "base",
      path: path`/oauth/userinfo`,
      auth: "bearer",
      requiredFields: { sub: "text" },
      ...options,
    }),
});

/** Returns the form of a grant. With a password, the application's secret is sent as HTTP Basic (Part 1, Form fields of POST /oauth/token). */
function grantBody(request: TokenRequest): Pick<RequestSpec, "form" | "secretHeaders"> {
  if (request.grant_type !== "password" || request.client_id === undefined) return { form: request };
  const { client_id: id, client_secret: secret = "", ...form } = request;
  return { form, secretHeaders: { authorization: `Basic ${Buffer.from(`${id}:${secret}`).toString("base64")}` } };
}
