import type { Client } from "../api/client.ts";
import { authorizeUrl } from "../api/resources/authorizeUrl.ts";
import type { OAuthToken } from "../api/resources/oauth.ts";
import type { Pkce } from "./pkce.ts";
import type { Session } from "./session.ts";

/** The operations of `client.oauth` that are used here. */
export type OAuthOperations = Pick<Client["oauth"], "token" | "revoke">;

/** The part of a session that comes from the token endpoint. */
export interface IssuedToken {
  readonly accessToken: string;
  readonly refreshToken?: string;
  /** Milliseconds since the epoch; absent if the host sends no expiry. */
  readonly expiresAt?: number;
  /** Milliseconds since the epoch. */
  readonly issuedAt: number;
  /** Granted scopes, if the host sends them. */
  readonly scopes?: readonly string[];
}

/** The authorization request of a sign-in. */
export interface AuthorizationRequest {
  /** Base URL of the instance. */
  readonly instance: string;
  readonly clientId: string;
  readonly redirectUri: string;
  readonly scopes: readonly string[];
  readonly state: string;
  readonly pkce: Pkce;
}

/** Splits a space-separated list of scopes. */
export const scopesOf = (list: string): readonly string[] => list.split(/\s+/).filter((scope) => scope !== "");

/**
 * Returns the URL of the authorization page.
 *
 * VS Code parses it, percent-decodes the query and encodes it again only as far as encodeURI does. The URL stays the same if no value
 * contains `&`, `=`, `+`, `#`, `?` or `%`: these values consist of unreserved characters, `:` and `/`.
 */
export function approvalPage({ instance, clientId, redirectUri, scopes, state, pkce }: AuthorizationRequest): string {
  return authorizeUrl(instance, {
    client_id: clientId,
    redirect_uri: redirectUri,
    state,
    scope: scopes,
    code_challenge: pkce.challenge,
  });
}

/** Returns whether an application ID stays unchanged in the URL; see {@link approvalPage}. */
export const isClientId = (text: string): boolean => /^[\w.~:@/-]{1,256}$/.test(text);

/**
 * Exchanges the code for a token.
 * @param now milliseconds since the epoch
 * @throws ApiError with the code `invalid_grant` (code already used or from another sign-in), `invalid_client` (wrong application ID), …
 */
export async function exchangeCode(
  oauth: OAuthOperations,
  request: AuthorizationRequest,
  code: string,
  { signal, now = Date.now }: { signal?: AbortSignal; now?: () => number } = {},
): Promise<IssuedToken> {
  const answer = await oauth.token(
    {
      grant_type: "authorization_code",
      client_id: request.clientId,
      code,
      redirect_uri: request.redirectUri,
      code_verifier: request.pkce.verifier,
    },
    { signal },
  );
  return issued(answer, now());
}

/** A session that can be renewed without the user. */
export type RenewableSession = Session &
  Required<Pick<Session, "refreshToken" | "clientId" | "redirectUri" | "codeVerifier">>;

export const isRenewable = (session: Session): session is RenewableSession =>
  session.refreshToken !== undefined &&
  session.clientId !== undefined &&
  session.redirectUri !== undefined &&
  session.codeVerifier !== undefined;

/**
 * Exchanges the refresh token for new tokens, which invalidates the old ones. Sends redirect URI and verifier of the sign-in, which the
 * documents require and newer hosts ignore.
 * @throws ApiError
 */
export async function refreshToken(
  oauth: OAuthOperations,
  session: RenewableSession,
  { signal, now = Date.now }: { signal?: AbortSignal; now?: () => number } = {},
): Promise<IssuedToken> {
  const answer = await oauth.token(
    {
      grant_type: "refresh_token",
      client_id: session.clientId,
      refresh_token: session.refreshToken,
      redirect_uri: session.redirectUri,
      code_verifier: session.codeVerifier,
    },
    { signal },
  );
  return issued(answer, now());
}

/**
 * Revokes the token of a session on the host. Sends no client secret, though the document lists one, since public applications have none.
 * Personal access tokens belong to the user and are not revoked.
 * @throws ApiError
 */
export async function revokeToken(oauth: OAuthOperations, session: Session, signal?: AbortSignal): Promise<void> {
  if (session.method !== "oauth" || session.clientId === undefined) return;
  await oauth.revoke({ client_id: session.clientId, token: session.accessToken }, { signal });
}

function issued(answer: OAuthToken, now: number): IssuedToken {
  const { access_token, refresh_token, expires_in, scope } = answer;
  const lifetime = lifetimeOf(expires_in);
  return {
    accessToken: access_token,
    issuedAt: now,
    ...(refresh_token ? { refreshToken: refresh_token } : {}),
    ...(lifetime === undefined ? {} : { expiresAt: now + lifetime }),
    ...(scope ? { scopes: scopesOf(scope) } : {}),
  };
}

/** Milliseconds; a longer lifetime does not end while anybody looks. */
const MAX_LIFETIME = 100 * 365 * 24 * 60 * 60 * 1000;

/** Returns the lifetime of a token in milliseconds: undefined if it does not expire, 0 if the host does not say anything usable. */
function lifetimeOf(seconds: unknown): number | undefined {
  if (seconds === undefined || seconds === null) return undefined;
  const number = typeof seconds === "string" && seconds.trim() !== "" ? Number(seconds) : seconds;
  if (typeof number !== "number" || !(number > 0)) return 0;
  return number * 1000 > MAX_LIFETIME ? undefined : number * 1000;
}
