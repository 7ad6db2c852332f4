import type { Client } from "../api/client.ts";
import { authorizeUrl } from "../api/resources/authorizeUrl.ts";
import type { OAuthToken } from "../api/resources/oauth.ts";
import type { Pkce } from "./pkce.ts";
import type { Session } from "./session.ts";

/** What this file needs of `client.oauth`. */
export type OAuthOperations = Pick<Client["oauth"], "token" | "revoke">;

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
export function approvalPage({ instance, clientId, redirectUri, scopes, state, pkce }: AuthorizationRequest): string {
  return authorizeUrl(instance, {
    client_id: clientId,
    redirect_uri: redirectUri,
    state,
    scope: scopes,
    code_challenge: pkce.challenge,
  });
}

/** Whether an application ID comes through the browser unchanged; see {@link approvalPage}. */
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

/** A session that can be renewed without asking the person. */
export type RenewableSession = Session &
  Required<Pick<Session, "refreshToken" | "clientId" | "redirectUri" | "codeVerifier">>;

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
  const answer = await oauth.token({
    grant_type: "refresh_token",
    client_id: session.clientId,
    refresh_token: session.refreshToken,
    redirect_uri: session.redirectUri,
    code_verifier: session.codeVerifier,
  });
  return issued(answer, now());
}

/**
 * Makes a session's token worthless on the host. An application without a secret sends none, though the document lists
 * one. A personal token is the person's own and is left alone.
 * @throws ApiError
 */
export async function revokeToken(oauth: OAuthOperations, session: Session, signal?: AbortSignal): Promise<void> {
  if (session.method !== "oauth" || session.clientId === undefined) return;
  await oauth.revoke({ client_id: session.clientId, token: session.accessToken }, { signal });
}

function issued(answer: OAuthToken, now: number): IssuedToken {
  const { access_token, refresh_token, expires_in, scope } = answer;
  return {
    accessToken: access_token,
    issuedAt: now,
    ...(refresh_token ? { refreshToken: refresh_token } : {}),
    ...(typeof expires_in === "number" ? { expiresAt: now + expires_in * 1000 } : {}),
    ...(scope ? { scopes: scopesOf(scope) } : {}),
  };
}
