/** What an address, at which the approval page ended, says. */
export type CallbackAnswer =
  | { readonly kind: "code"; readonly code: string }
  /** `error` is the OAuth error, like `access_denied`; the description is the host's own text. */
  | { readonly kind: "refused"; readonly error: string; readonly description?: string }
  /** It belongs to another sign-in, or somebody made it up. */
  | { readonly kind: "wrongState" }
  | { readonly kind: "unreadable" };

/**
 * Reads the answer out of an address, or out of its query alone.
 * Only what carries this sign-in's state counts, the refusals too (Part 1, OAuth 2.0 provider, rule 2).
 */
export function readCallback(address: string, state: string): CallbackAnswer {
  const fields = fieldsOf(address);
  const code = fields.get("code");
  const error = fields.get("error");
  if (!code && !error) return { kind: "unreadable" };
  if (fields.get("state") !== state || state === "") return { kind: "wrongState" };
  if (code) return { kind: "code", code };
  const description = fields.get("error_description");
  return { kind: "refused", error: error ?? "", ...(description ? { description } : {}) };
}

/** Reads what a person pasted: the whole address, which is checked as above, or a bare code, which PKCE alone guards. */
export function readPasted(text: string, state: string): CallbackAnswer {
  const pasted = text.trim().replace(/^[<"'`]+|[>"'`]+$/g, "").trim();
  if (/^[\w.~+/-]{8,512}={0,2}$/.test(pasted)) return { kind: "code", code: pasted };
  return readCallback(pasted, state);
}

/** The state that an address carries, to find who waits for it. */
export function stateOf(address: string): string | undefined {
  return fieldsOf(address).get("state") ?? undefined;
}

/** The fields of a query; of a fragment too, where some hosts put refusals. */
function fieldsOf(address: string): URLSearchParams {
  const from = /[?#]/.exec(address);
  const query = from ? address.slice(from.index + 1) : address.includes("=") ? address : "";
  return new URLSearchParams(query.replaceAll("#", "&").replaceAll("?", "&"));
}
