const redirects = new Set([301, 302, 303, 307, 308]);

/** Redirects that are followed before the request fails. */
export const maxRedirects = 5;

export type Redirect =
  | { readonly to: URL }
  | { readonly refused: string; /** Whether a write may have been done before. */ readonly mayBeDone: boolean };

/**
 * Returns where a redirect leads, or why it is refused; undefined if the response is not a redirect. GET and HEAD are followed to any
 * origin (old project paths, object storage), but never from https to http; a write only within its origin and only for 307 and 308,
 * which mean that nothing was done yet.
 */
export function redirectOf(
  method: string,
  status: number,
  location: string | undefined,
  from: URL,
): Redirect | undefined {
  if (!redirects.has(status) || location === undefined) return undefined;
  // 303, and 302 of old, may follow work that was done; other redirects, and those to a gate elsewhere, stand in its place.
  const mayBeDone = status === 302 || status === 303;
  if (!URL.canParse(location, from.href))
    return { refused: "the service redirects to something that is no address", mayBeDone };
  const to = new URL(location, from.href);
  const refused = (why: string): Redirect => ({ refused: why, mayBeDone: mayBeDone && to.origin === from.origin });
  if (to.protocol !== "https:" && to.protocol !== "http:") return refused(`the service redirects to ${to.protocol}`);
  if (from.protocol === "https:" && to.protocol === "http:")
    return refused(`the service redirects from https to http, at ${to.host}`);
  const repeatable =
    method === "GET" || method === "HEAD" || ((status === 307 || status === 308) && to.origin === from.origin);
  if (!repeatable) return refused(`the service redirects a ${method} to ${to.origin}`);
  to.username = "";
  to.password = "";
  to.hash = "";
  return { to };
}
