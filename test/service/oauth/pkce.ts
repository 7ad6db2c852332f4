import { createHash, timingSafeEqual } from "node:crypto";

/** Part 1, OAuth, rule 3: 43 to 128 of `A-Z a-z 0-9 - . _ ~`. */
export function isVerifier(text: string): boolean {
  return /^[A-Za-z0-9\-._~]{43,128}$/.test(text);
}

/** URL-safe base64 without padding of the SHA-256 digest. */
export function challengeOf(verifier: string): string {
  return createHash("sha256").update(verifier).digest("base64url");
}

/** A challenge looks like one: 32 bytes in URL-safe base64. */
export function isChallenge(text: string): boolean {
  return /^[A-Za-z0-9\-_]{43}$/.test(text);
}

export function proves(verifier: string, challenge: string): boolean {
  const expected = Buffer.from(challenge);
  const actual = Buffer.from(challengeOf(verifier));
  return isVerifier(verifier) && expected.length === actual.length && timingSafeEqual(expected, actual);
}
