import type { RedirectKind } from "./redirectAddress.ts";

/** What a sign-in knows of the answer that it waits for. */
export interface ExpectedCallback {
  readonly state: string;
  /** Base address of the host that was asked. */
  readonly instance: string;
  /** Where the host was told to send the answer, and whether other hosts may be told the same. */
  readonly redirectUri: string;
  readonly redirect: RedirectKind;
  /** Whether other hosts are known, of which the answer could be. Asked when the answer comes. */
  readonly othersKnown: () => boolean;
}

/** What an address, at which the approval page ended, says. */
export type CallbackResult =
  | { readonly kind: "code"; readonly code: string }
  /** `error` is the OAuth error, like `access_denied`; the description is the host's own text. */
  | { readonly kind: "refused"; readonly error: string; readonly description?: string }
  /** It carries this sign-in's state, but came at another address, or names another host as its issuer. */
  | { readonly kind: "otherHost"; readonly issuer?: string }
  /** It came at the shared address, names no issuer, and other hosts are known: nothing says whose code it is. */
  | { readonly kind: "unproven" }
  /** It is without the address at which it came, and other hosts are known. */
  | { readonly kind: "bare" }
  /** It belongs to another sign-in, or somebody made it up. */
  | { readonly kind: "wrongState" }
  | { readonly kind: "unreadable" };

/** What leaves a sign-in waiting: it is ignored, or told to who pasted it. */
export type PendingCallback = Extract<CallbackResult, { kind: "bare" | "wrongState" | "unreadable" }>;
/** What ends a sign-in. */
export type FinalCallback = Exclude<CallbackResult, PendingCallback>;

export const isFinal = (answer: CallbackResult): answer is FinalCallback =>
  answer.kind !== "bare" && answer.kind !== "wrongState" && answer.kind !== "unreadable";

/**
 * Reads the answer out of an address, or out of its query alone.
 * Only what carries this sign-in's state counts, the refusals too (Part 1, OAuth 2.0 provider, rule 2); and a code only when
 * it is the asked host's and not that of another, who was asked in its name (RFC 9700, 4.4; RFC 9207).
 * @param decoded the address was percent-decoded as a whole: what a host was given as state and repeats in it may then look like fields
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
  if (code) return proven(code, expected, { whole: location !== "", issued: issuers.length > 0 && !decoded });
  const description = fields.get("error_description");
  return { kind: "refused", error: error ?? "", ...(description ? { description } : {}) };
}

/** Reads what a person pasted: the whole address, which is checked as above, or a bare code, which PKCE alone guards. */
export function readPasted(text: string, expected: ExpectedCallback): CallbackResult {
  const pasted = text
    .trim()
    .replace(/^[<"'`]+|[>"'`]+$/g, "")
    .trim();
  if (/^[\w.~+/-]{8,512}={0,2}$/.test(pasted)) return proven(pasted, expected, { whole: false, issued: false });
  return readCallback(pasted, expected);
}

/** The code, if it is the asked host's: it is the only one known, or the own address or the issuer says so. */
function proven(
  code: string,
  { redirect, othersKnown }: ExpectedCallback,
  { whole, issued }: { whole: boolean; issued: boolean },
): CallbackResult {
  if (!othersKnown() || (whole && (redirect === "own" || issued))) return { kind: "code", code };
  return { kind: whole ? "unproven" : "bare" };
}

/** The state that an address carries, to find who waits for it. */
export function stateOf(address: string): string | undefined {
  return fieldsOf(address).get("state") ?? undefined;
}

/** The address without query and fragment; empty for what is a query alone. */
function locationOf(address: string): string {
  const end = address.search(/[?#]/);
  if (end === -1) return address.includes("=") ? "" : address;
  return address.slice(0, end);
}

/** An issuer in the form in which two are compared: origin and path. */
function normalIssuer(issuer: string): string {
  if (!URL.canParse(issuer)) return "";
  const { origin, pathname } = new URL(issuer);
  return origin + pathname.replace(/\/+$/, "");
}

/** The fields of a query; of a fragment too, where some hosts put refusals. */
function fieldsOf(address: string): URLSearchParams {
  const from = /[?#]/.exec(address);
  const query = from ? address.slice(from.index + 1) : address.includes("=") ? address : "";
  return new URLSearchParams(query.replaceAll("#", "&"));
}
