/** A person signed in to an instance, with what is needed to stay so. Kept as one secret; never logged. */
export interface Session {
  readonly id: string;
  /** Base address of the instance, without a trailing slash. */
  readonly instance: string;
  readonly method: "oauth" | "token";
  readonly user: { readonly id: number; readonly username: string; readonly name: string };
  /** How the account is called everywhere, like `alice @ git.example.com`; VS Code remembers access by it. */
  readonly label: string;
  readonly scopes: readonly string[];
  readonly accessToken: string;
  readonly refreshToken?: string;
  /** When the access token ends and when it was issued, ms since the epoch. */
  readonly expiresAt?: number;
  readonly issuedAt?: number;
  /** When the account was first signed in, ms since the epoch. */
  readonly createdAt?: number;
  /** The documented refresh wants these three again. */
  readonly clientId?: string;
  readonly redirectUri?: string;
  readonly codeVerifier?: string;
  /** `expired`: only signing in again helps. */
  readonly status: "active" | "expired";
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

/** The session in a stored text, or undefined when it is no session, or one of another id. */
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
  };
}
