/**
 * Returns the base URL of an instance in normalized form: origin and optional sub-path, no trailing slash, query or
 * user. Accepts a bare host, a URL ending in `/api/v4` and uppercase hosts; undefined for anything but an http(s) URL.
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

/** Returns the short name of an instance: host, port and sub-path without the scheme. */
export function instanceHost(instanceUrl: string): string {
  return instanceUrl.replace(/^https?:\/\//, "");
}
