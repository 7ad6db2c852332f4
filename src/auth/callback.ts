import type { RedirectKind } from "./redirectAddress.ts";

/** The callback that a sign-in waits for. */
export interface ExpectedCallback {
  readonly state: string;
  /** Base URL of the host that was asked. */
  readonly instance: string;
  readonly redirectUri: string;
  /** Whether other hosts use the same redirect URI. */
  readonly redirect: RedirectKind;
  /** Returns whether other hosts are known, which could have sent the callback. Called when it arrives. */
  readonly othersKnown: () => boolean;
}

/** The result that a callback URL carries. */
export type CallbackResult =
  | { readonly kind: "code"; readonly code: string }
  /** `error` is the OAuth error, such as `access_denied`; the description is the host's own text. */
  | { readonly kind: "refused"; readonly error: string; readonly description?: string }
  /** It has the state of this sign-in, but another redirect URI, or names another host as issuer. */
  | { readonly kind: "otherHost"; readonly issuer?: string }
  /** It has the shared redirect URI and no issuer, and other hosts are known: any of them may have sent the code. */
  | { readonly kind: "unproven" }
  /** It lacks the redirect URI, and other hosts are known. */
  | { readonly kind: "bare" }
  /** It belongs to another sign-in, or is forged. */
  | { readonly kind: "wrongState" }
  | { readonly kind: "unreadable" };

/** Results that do not end the sign-in: they are ignored, or shown to the user who pasted them. */
export type PendingCallback = Extract<CallbackResult, { kind: "bare" | "wrongState" | "unreadable" }>;
/** Results that end the sign-in. */
export type FinalCallback = Exclude<CallbackResult, PendingCallback>;

export const isFinal = (answer: CallbackResult): answer is FinalCallback =>
  answer.kind !== "bare" && answer.kind !== "wrongState" && answer.kind !== "unreadable";

/**
 * Parses a callback URL, or its query alone. Results and errors only count with the state of this sign-in (Part 1, OAuth 2.0 provider,
 * rule 2), and a code only if it comes from the host that was asked and not from another in a mix-up attack (RFC 9700, 4.4; RFC 9207).
 * @param decoded the URL was percent-decoded as a whole, so that a state which a host repeats may look like further fields
 */
export function readCallback(address: string, expected: ExpectedCallback, { decoded = false } = {}): CallbackResult {
  const fields = fieldsOf(address);
  const code = fields.get("code");
  const error = fields.get("error");
  if (!code && !error) return { kind: "unreadable" };
  if (fields.get("state") !== expected.state || expected.state === "") return { kind: "wrongState" };
  const location = locationOf(address);
  if (location !== "" && location !== expected.redirectUri) return { kind: "otherHost" };
  const issuers = fields.getAll("iss");
  const foreign = issuers.find((issuer) => normalIssuer(issuer) !== normalIssuer(expected.instance));
  if (foreign !== undefined) return { kind: "otherHost", issuer: foreign };
  if (code) return verifiedCode(code, expected, { whole: location !== "", issued: issuers.length > 0 && !decoded });
  const description = fields.get("error_description");
  return { kind: "refused", error: error ?? "", ...(description ? { description } : {}) };
}

/** Parses pasted text: a whole URL, which is checked as above, or a bare code, which only PKCE protects. */
export function readPasted(text: string, expected: ExpectedCallback): CallbackResult {
  const pasted = text
    .trim()
    .replace(/^[<"'`]+|[>"'`]+$/g, "")
    .trim();
  if (/^[\w.~+/-]{8,512}={0,2}$/.test(pasted)) return verifiedCode(pasted, expected, { whole: false, issued: false });
  return readCallback(pasted, expected);
}

/** Returns whether a text is a token of a person, a project or a runner, which begins with its kind: no code does. */
export const isAccessToken = (text: string): boolean => /^gl[a-z]{2,10}-[\w.-]{16,}$/.test(text.trim());

/** Returns the code if the host that was asked sent it: it is the only known host, or its own redirect URI or the issuer proves it. */
function verifiedCode(
  code: string,
  { redirect, othersKnown }: ExpectedCallback,
  { whole, issued }: { whole: boolean; issued: boolean },
): CallbackResult {
  if (!othersKnown() || (whole && (redirect === "own" || issued))) return { kind: "code", code };
  return { kind: whole ? "unproven" : "bare" };
}

/** Returns the state of a callback URL, which identifies the sign-in. */
export function stateOf(address: string): string | undefined {
  return fieldsOf(address).get("state") ?? undefined;
}

/** Returns the URL without query and fragment; empty for a query alone. */
function locationOf(address: string): string {
  const end = address.search(/[?#]/);
  if (end === -1) return address.includes("=") ? "" : address;
  return address.slice(0, end);
}

/** Returns origin and path of an issuer, for comparison. */
function normalIssuer(issuer: string): string {
  if (!URL.canParse(issuer)) return "";
  const { origin, pathname } = new URL(issuer);
  return origin + pathname.replace(/\/+$/, "");
}

/** Returns the fields of query and fragment; some hosts put errors into the fragment. */
function fieldsOf(address: string): URLSearchParams {
  const from = /[?#]/.exec(address);
  const query = from ? address.slice(from.index + 1) : address.includes("=") ? address : "";
  return new URLSearchParams(query.replaceAll("#", "&"));
}
