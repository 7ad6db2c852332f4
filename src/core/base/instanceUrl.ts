/**
 * The base address of an instance in one form: origin and optional sub-path, no trailing slash, query or user.
 * Takes what people paste: a bare host, an address of a page in the API (`…/api/v4`), upper-case hosts.
 * Returns undefined for what is no http(s) address.
 */
export function normalizeInstanceUrl(text: string): string | undefined {
  const trimmed = text.trim();
  if (trimmed === "" || /\s/.test(trimmed)) return undefined;
  const withScheme = /^[a-z][a-z0-9+.-]*:\/\//i.test(trimmed) ? trimmed : `https://${trimmed}`;
  let url: URL;
  try {
    url = new URL(withScheme);
  } catch {
    return undefined;
  }
  if (url.protocol !== "https:" && url.protocol !== "http:") return undefined;
  if (url.hostname === "") return undefined;
  const path = url.pathname
    .replace(/\/{2,}/g, "/")
    .replace(/\/+$/, "")
    .replace(/\/api\/v4$/, "");
  return `${url.origin}${path}`;
}

/** How an instance is called where space is short: host, port and sub-path without the scheme. */
export function instanceHost(instanceUrl: string): string {
  return instanceUrl.replace(/^https?:\/\//, "");
}
