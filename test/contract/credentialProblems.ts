import type { Endpoint } from "./contract.ts";

type CredentialKind = "private-token" | "bearer" | "basic";
type Headers = Readonly<Record<string, string | readonly string[] | undefined>>;

export const credentialHeaders = new Set(["authorization", "private-token"]);

/** Which credentials may come, by the contract's `auth`; `undefined`: none. */
function allowedCredentials(auth: string): readonly (CredentialKind | undefined)[] {
  switch (auth) {
    case "none":
    case "user":
    case "header":
      return [undefined];
    case "basic":
      return ["basic"];
    case "bearer":
    case "not-shown":
      return ["bearer"];
    case "client":
      return [undefined, "basic"];
    case "required-unless-public":
      return ["private-token", "bearer", undefined];
    default:
      return ["private-token", "bearer"];
  }
}

/** Whether a request signs in as its operation wants it, and by one credential only. */
export function credentialProblems(endpoint: Endpoint, headers: Headers): string[] {
  const authorization = headers["authorization"];
  const kinds: (CredentialKind | undefined)[] = [];
  if (headers["private-token"] !== undefined) kinds.push("private-token");
  if (authorization !== undefined) kinds.push(/^basic /i.test(String(authorization)) ? "basic" : "bearer");
  if (kinds.length > 1) return ["two credentials are sent"];
  // Not needed is not forbidden: hosts that restrict profiles show a status to those who are signed in.
  if (endpoint.id === "users.status" && kinds[0] !== "basic") return [];
  if (!allowedCredentials(endpoint.auth).includes(kinds[0]))
    return [`its credential is ${kinds[0] ?? "absent"}, where ${endpoint.auth} is due`];
  if (kinds[0] !== "basic") return [];
  // User name, then the token: a name holds no colon, a token may.
  const pair = Buffer.from(String(authorization).slice("basic ".length), "base64").toString("utf8");
  return /^[^:]+:.+$/.test(pair) ? [] : ["its Basic credential is no user name with a token"];
}
