import type { Hosting } from "../hosting.ts";
import { header, type Incoming } from "../http/incoming.ts";
import { insufficientScope, invalidToken, unauthorized } from "../http/problem.ts";
import type { Token } from "../oauth/tokens.ts";
import type { UserRecord } from "../types.ts";

export interface Identity {
  readonly user: UserRecord;
  readonly scopes: readonly string[];
}

/**
 * Who sends the request: PRIVATE-TOKEN, Bearer or `access_token`. Undefined for nobody. Real hosts take either kind of token in either
 * place, the documents name the header of each.
 * Throws a Problem: plain 401 for a token nobody knows, `invalid_token` for one that ended.
 */
export function identify(hosting: Hosting, request: Incoming): Identity | undefined {
  const { personal, text = personal } = presented(request);
  if (text === undefined) return undefined;
  const token = hosting.tokens.find(text);
  if (hosting.dialect === "neutral" && token && (token.kind === "personal") !== (personal !== undefined))
    throw unauthorized();
  return identityOf(hosting, token);
}

export function identityOf(hosting: Hosting, token: Token | undefined): Identity {
  if (!token || token.user.state !== "active" || !hosting.state.users.has(token.user.id)) throw unauthorized();
  if (token.revoked) throw invalidToken("Token was revoked. You have to re-authorize from the user.");
  if (hosting.tokens.expired(token))
    throw invalidToken("Token is expired. You can either do re-authorization or token refresh.");
  return { user: token.user, scopes: token.scopes };
}

/** Who must be somebody, with one of the scopes. GET and HEAD also pass with `read_api`. */
export function requireUser(hosting: Hosting, request: Incoming, otherScopes: readonly string[] = []): Identity {
  const identity = identify(hosting, request);
  if (!identity) throw unauthorized();
  requireScope(identity, request, otherScopes);
  return identity;
}

/** Throws `insufficient_scope` unless the token has `api` or one of the others; reading passes with `read_api` too. */
export function requireScope(identity: Identity, request: Incoming, otherScopes: readonly string[]): void {
  const reading = request.method === "GET" || request.method === "HEAD";
  const wanted = ["api", ...(reading ? ["read_api"] : []), ...otherScopes];
  if (!wanted.some((scope) => identity.scopes.includes(scope))) throw insufficientScope(wanted);
}

/** The token, and whether it came where personal ones go. */
function presented(request: Incoming): { readonly personal?: string | undefined; readonly text?: string | undefined } {
  const personal = header(request, "private-token") ?? request.query.text("private_token");
  if (personal !== undefined) return { personal };
  const bearer = /^bearer\s+(\S+)\s*$/i.exec(header(request, "authorization") ?? "")?.[1];
  return { text: bearer ?? request.query.text("access_token") };
}
