import type { Client } from "../api/client.ts";
import { ApiError } from "../api/errors.ts";
import type { Credentials } from "../api/request.ts";
import { missingScopes } from "./scopes.ts";
import type { Session } from "./session.ts";

/** Creates a client for an instance; see `Connections.connect`. */
export type Connect = (
  instanceUrl: string,
  credentials?: Credentials,
  maxWait?: number,
) => Pick<Client, "oauth" | "users">;

/** The user and the scopes of a token. */
export interface Identity {
  readonly user: Session["user"];
  /** Granted scopes; the requested ones if the host does not say. */
  readonly scopes: readonly string[];
  /** Requested scopes that were not granted. */
  readonly missing: readonly string[];
}

export interface IdentityQuery {
  readonly instance: string;
  readonly method: Session["method"];
  readonly accessToken: string;
  /** Requested scopes. */
  readonly wanted: readonly string[];
  /** Granted scopes, if the token endpoint returned them. */
  readonly granted?: readonly string[] | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** Returns credentials with a fixed token, to use before a session exists. */
const fixedCredentials = (method: Session["method"], accessToken: string): Credentials => ({
  scheme: method === "token" ? "private-token" : "bearer",
  token: () => Promise.resolve(accessToken),
});

/**
 * Requests the user of a token (Part 3, current user) and its scopes (Part 1, token info).
 * @throws ApiError `unauthorized` if the token is not accepted, `insufficientScope` if it may not read its user
 */
export async function identify(connect: Connect, query: IdentityQuery): Promise<Identity> {
  const { instance, method, accessToken, wanted, signal } = query;
  const client = connect(instance, fixedCredentials(method, accessToken));
  const [user, scopes] = await Promise.all([
    client.users.current({ signal }),
    query.granted ?? scopesOf(client, signal),
  ]);
  const known = scopes ?? wanted;
  return {
    user: { id: user.id, username: user.username, name: user.name || user.username },
    scopes: known,
    missing: missingScopes(known, wanted),
  };
}

/** Returns the scopes of a token; undefined if the host does not send them, as for many personal access tokens. */
async function scopesOf(
  client: Pick<Client, "oauth">,
  signal: AbortSignal | undefined,
): Promise<readonly string[] | undefined> {
  try {
    const { scope } = await client.oauth.tokenInfo({ signal });
    return Array.isArray(scope) && scope.length > 0 ? scope : undefined;
  } catch (error) {
    if (error instanceof ApiError && error.kind !== "cancelled") return undefined;
    throw error;
  }
}

/**
 * Returns whether an instance still accepts the token of a session.
 * @throws ApiError if the request fails
 */
export async function isAccepted(connect: Connect, { instance, method, accessToken }: Session): Promise<boolean> {
  try {
    await connect(instance, fixedCredentials(method, accessToken)).users.current();
    return true;
  } catch (error) {
    if (error instanceof ApiError && error.kind === "unauthorized") return false;
    // Valid, but without the scope to read its user.
    if (error instanceof ApiError && error.kind === "insufficientScope") return true;
    throw error;
  }
}
