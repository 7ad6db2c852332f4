import type { Client } from "../api/client.ts";
import { ApiError } from "../api/errors.ts";
import type { Credentials } from "../api/request.ts";
import { missingScopes } from "./scopes.ts";
import type { Session } from "./session.ts";

/** Makes a client for an instance; the lead's `connections.connect`. */
export type Connect = (instanceUrl: string, credentials?: Credentials) => Pick<Client, "oauth" | "users">;

/** Whose token it is and what it may do. */
export interface Identity {
  readonly user: Session["user"];
  /** What the token may do; what was asked for where the host does not say. */
  readonly scopes: readonly string[];
  /** Scopes asked for and not granted. */
  readonly missing: readonly string[];
}

export interface IdentityQuery {
  readonly instance: string;
  readonly method: Session["method"];
  readonly accessToken: string;
  /** Scopes asked for. */
  readonly wanted: readonly string[];
  /** Scopes granted, when the answer of the token endpoint said so. */
  readonly granted?: readonly string[] | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** A credential that is tried out before there is a session. */
export const fixedCredentials = (method: Session["method"], accessToken: string): Credentials => ({
  scheme: method === "token" ? "private-token" : "bearer",
  token: () => Promise.resolve(accessToken),
});

/**
 * Asks an instance who a token belongs to (Part 3, current user) and what it may do (Part 1, token info).
 * @throws ApiError of kind `unauthorized` when the token is not taken, `insufficientScope` when it cannot even tell its user
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

/** Undefined where the host does not tell, as many do not for a personal token. */
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
 * Whether an instance still takes a session's token.
 * @throws ApiError when it cannot be asked
 */
export async function isAccepted(connect: Connect, { instance, method, accessToken }: Session): Promise<boolean> {
  try {
    await connect(instance, fixedCredentials(method, accessToken)).users.current();
    return true;
  } catch (error) {
    if (error instanceof ApiError && error.kind === "unauthorized") return false;
    // The token is known, only not allowed to read its own user.
    if (error instanceof ApiError && error.kind === "insufficientScope") return true;
    throw error;
  }
}
