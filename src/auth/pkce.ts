import { createHash, randomBytes } from "node:crypto";

/** What proves to the token endpoint that the one who began the sign-in also ends it (RFC 7636). */
export interface Pkce {
  readonly verifier: string;
  readonly challenge: string;
  readonly method: "S256";
}

/** URL-safe base64 without padding of the SHA-256 digest of the verifier (Part 1, OAuth 2.0 provider, rule 3). */
export function challengeOf(verifier: string): string {
  return createHash("sha256").update(verifier, "ascii").digest("base64url");
}

/** A new pair. 64 random bytes make a verifier of 86 characters, within the 43 to 128 that are allowed. */
export function createPkce(): Pkce {
  const verifier = randomBytes(64).toString("base64url");
  return { verifier, challenge: challengeOf(verifier), method: "S256" };
}

/** An unpredictable state: 32 random bytes, in characters that no address has to encode. */
export function createState(): string {
  return randomBytes(32).toString("base64url");
}
