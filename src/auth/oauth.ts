import type { Pkce } from "./pkce.ts";
import type { Session } from "./session.ts";

/** A token answer as sent (Part 1, OAuth token response); old servers leave out what is optional here. */
export interface TokenAnswer {
  readonly access_token: string;
  readonly refresh_token?: string | null;
  /** seconds */
  readonly expires_in?: number | null;
  /** Space-separated. Not in the document; real hosts send it. */
  readonly scope?: string | null;
}

/** What this file needs of `client.oauth`. */
export interface OAuthOperations {
  token(form: TokenForm, options?: { signal?: AbortSignal }): Promise<TokenAnswer>;
  revoke(form: { client_id: string; token: string }, options?: { signal?: AbortSignal }): Promise<unknown>;
}

/** Form fields of POST /oauth/token for the two grants that need no client secret (Part 1, OAuth 2.0 provider). */
export type TokenForm =
  | {
      readonly grant_type: "authorization_code";
      readonly client_id: string;
      readonly code: string;
      readonly redirect_uri: string;
      readonly code_verifier: string;
    }
  | {
      readonly grant_type: "refresh_token";
      readonly client_id: string;
      readonly refresh_token: string;
      readonly redirect_uri: string;
      readonly code_verifier: string;
    };

/** The part of a session that an answer of the token endpoint decides. */
export interface IssuedToken {
  readonly accessToken: string;
  readonly refreshToken?: string;
  /** ms since the epoch; absent when the host does not say that the token ends. */
  readonly expiresAt?: number;
  /** ms since the epoch */
  readonly issuedAt: number;
  /** What was granted, where the host says it. */
  readonly scopes?: readonly string[];
}

/** What one sign-in asks the authorization page for. */
export interface AuthorizationRequest {
  /** Base address of the instance. */
  readonly instance: string;
  readonly clientId: string;
  readonly redirectUri: string;
  readonly scopes: readonly string[];
  readonly state: string;
  readonly pkce: Pkce;
}

/** Scopes in a space-separated list. */
export const scopesOf = (list: string): readonly string[] => list.split(/\s+/).filter((scope) => scope !== "");

/**
 * The address of the approval page.
 *
 * VS Code parses it, percent-decodes the query and encodes it again only as far as encodeURI does. What arrives is the
 * same as long as no value holds `&`, `=`, `+`, `#`, `?` or `%`: ours are made of unreserved characters, `:` and `/`.
 */
export function authorizeUrl({ instance, clientId, redirectUri, scopes, state, pkce }: AuthorizationRequest): string {
  const query = new URLSearchParams({
    client_id: clientId,
    redirect_uri: redirectUri,
    response_type: "code",
    state,
    scope: scopes.join(" "),
    code_challenge: pkce.challenge,
    code_challenge_method: pkce.method,
  });
  return `${instance}/oauth/authorize?${query.toString()}`;
}

/** Whether an application ID comes through the browser unchanged; see {@link authorizeUrl}. */
export const isClientId = (text: string): boolean => /^[\w.~:@/-]{1,256}$/.test(text);

/**
 * Trades the code for a token.
 * @param now ms since the epoch
 * @throws ApiError with code `invalid_grant` (code used up or of another sign-in), `invalid_client` (wrong application ID), …
 */
export async function exchangeCode(
  oauth: OAuthOperations,
  request: AuthorizationRequest,
  code: string,
  { signal, now = Date.now }: { signal?: AbortSignal; now?: () => number } = {},
): Promise<IssuedToken> {
  const form: TokenForm = {
    grant_type: "authorization_code",
    client_id: request.clientId,
    code,
    redirect_uri: request.redirectUri,
    code_verifier: request.pkce.verifier,
  };
  return issued(await oauth.token(form, signal ? { signal } : {}), now());
}

/** A session that can be renewed without asking the person. */
export type RenewableSession = Session & Required<Pick<Session, "refreshToken" | "clientId" | "redirectUri" | "codeVerifier">>;

export const isRenewable = (session: Session): session is RenewableSession =>
  session.refreshToken !== undefined &&
  session.clientId !== undefined &&
  session.redirectUri !== undefined &&
  session.codeVerifier !== undefined;

/**
 * Trades the refresh token for a new pair; the old pair is invalid from then on. Sends the redirect URI and the
 * verifier of the sign-in, which the documents want and newer hosts ignore.
 * @throws ApiError
 */
export async function refreshToken(
  oauth: OAuthOperations,
  session: RenewableSession,
  now: () => number = Date.now,
): Promise<IssuedToken> {
  const form: TokenForm = {
    grant_type: "refresh_token",
    client_id: session.clientId,
    refresh_token: session.refreshToken,
    redirect_uri: session.redirectUri,
    code_verifier: session.codeVerifier,
  };
  return issued(await oauth.token(form), now());
}

/**
 * Makes a session's token worthless on the host. An application without a secret sends none, though the document lists
 * one. A personal token is the person's own and is left alone.
 * @throws ApiError
 */
export async function revokeToken(oauth: OAuthOperations, session: Session, signal?: AbortSignal): Promise<void> {
  if (session.method !== "oauth" || session.clientId === undefined) return;
  await oauth.revoke({ client_id: session.clientId, token: session.accessToken }, signal ? { signal } : {});
}

function issued(answer: TokenAnswer, now: number): IssuedToken {
  const { access_token, refresh_token, expires_in, scope } = answer;
  return {
    accessToken: access_token,
    issuedAt: now,
    ...(refresh_token ? { refreshToken: refresh_token } : {}),
    ...(typeof expires_in === "number" ? { expiresAt: now + expires_in * 1000 } : {}),
    ...(scope ? { scopes: scopesOf(scope) } : {}),
  };
}
