/** A user signed in to an instance, with the tokens. Stored as one secret; never logged. */
export interface Session {
  readonly id: string;
  /** Base URL of the instance, without a trailing slash. */
  readonly instance: string;
  readonly method: "oauth" | "token";
  readonly user: { readonly id: number; readonly username: string; readonly name: string };
  /** Label of the account, such as `alice @ git.example.com`; VS Code stores access by it. */
  readonly label: string;
  readonly scopes: readonly string[];
  readonly accessToken: string;
  readonly refreshToken?: string;
  /** When the access token expires as the host says, in milliseconds since the epoch; see lifetime.ts. */
  readonly expiresAt?: number;
  /** When the access token was issued, in milliseconds since the epoch. */
  readonly issuedAt?: number;
  /** When the account was first signed in, in milliseconds since the epoch. */
  readonly createdAt?: number;
  /** This and the next two are required to refresh, as documented. */
  readonly clientId?: string;
  readonly redirectUri?: string;
  readonly codeVerifier?: string;
  /** `expired`: the user has to sign in again. */
  readonly status: "active" | "expired";
  /** Why it expired, if not because the host refused it: the answer to a renewal was lost, and the host did not accept a second one. */
  readonly ended?: "answerLost";
}

type Raw = Readonly<Record<string, unknown>>;

const text = (raw: Raw, key: string): string | undefined => {
  const value = raw[key];
  return typeof value === "string" && value !== "" ? value : undefined;
};
const time = (raw: Raw, key: string): number | undefined => {
  const value = raw[key];
  return typeof value === "number" && Number.isFinite(value) ? value : undefined;
};
const given = <K extends string, V>(key: K, value: V | undefined): Partial<Record<K, V>> =>
  value === undefined ? {} : ({ [key]: value } as Record<K, V>);

/** Returns the session in a stored text, or undefined if it is invalid or has another ID. */
export function parseSession(id: string, stored: string): Session | undefined {
  let value: unknown;
  try {
    value = JSON.parse(stored);
  } catch {
    return undefined;
  }
  if (typeof value !== "object" || value === null) return undefined;
  const raw = value as Raw;
  const user = raw["user"];
  if (typeof user !== "object" || user === null) return undefined;
  const person = user as Raw;
  const instance = text(raw, "instance");
  const accessToken = text(raw, "accessToken");
  const label = text(raw, "label");
  const username = text(person, "username");
  const method = raw["method"];
  const userId = person["id"];
  if (raw["id"] !== id || !instance || !accessToken || !label || !username) return undefined;
  if (typeof userId !== "number" || (method !== "oauth" && method !== "token")) return undefined;
  const scopes = raw["scopes"];
  return {
    id,
    instance,
    method,
    user: { id: userId, username, name: text(person, "name") ?? username },
    label,
    scopes: Array.isArray(scopes) ? scopes.filter((scope): scope is string => typeof scope === "string") : [],
    accessToken,
    ...given("refreshToken", text(raw, "refreshToken")),
    ...given("expiresAt", time(raw, "expiresAt")),
    ...given("issuedAt", time(raw, "issuedAt")),
    ...given("createdAt", time(raw, "createdAt")),
    ...given("clientId", text(raw, "clientId")),
    ...given("redirectUri", text(raw, "redirectUri")),
    ...given("codeVerifier", text(raw, "codeVerifier")),
    status: raw["status"] === "expired" ? "expired" : "active",
    ...(raw["ended"] === "answerLost" ? { ended: "answerLost" as const } : {}),
  };
}
