import { createHash, randomBytes } from "node:crypto";

/** Proves to the token endpoint that the sign-in ends where it began (RFC 7636). */
export interface Pkce {
  readonly verifier: string;
  readonly challenge: string;
  readonly method: "S256";
}

/** Returns the SHA-256 of a verifier as URL-safe base64 without padding (Part 1, OAuth 2.0 provider, rule 3). */
export function challengeOf(verifier: string): string {
  return createHash("sha256").update(verifier, "ascii").digest("base64url");
}

/** Creates a verifier and its challenge. 64 random bytes give 86 characters; 43 to 128 are allowed. */
export function createPkce(): Pkce {
  const verifier = randomBytes(64).toString("base64url");
  return { verifier, challenge: challengeOf(verifier), method: "S256" };
}

/** Creates a random state of 32 bytes, in characters that need no encoding in a URL. */
export function createState(): string {
  return randomBytes(32).toString("base64url");
}
