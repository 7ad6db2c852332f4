/**
 * Returns the base URL of an instance in normal form: origin and optional sub-path, no trailing slash, query or user.
 * Accepts what users paste: a bare host, a URL in the API (`…/api/v4`), upper-case hosts.
 * Returns undefined for what is not an http(s) address.
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

/** Returns whether requests to a URL would leave this machine unencrypted: http to anything but the machine itself. */
export function isUnencrypted(url: string): boolean {
  if (!URL.canParse(url)) return false;
  const { protocol, hostname } = new URL(url);
  return protocol === "http:" && !isLoopback(hostname);
}

/** Returns whether a host name, as `URL` writes it, is this machine. */
export const isLoopback = (hostname: string): boolean =>
  /^(localhost|.+\.localhost|127(\.\d{1,3}){3}|\[::1\])\.?$/.test(hostname);

/** Returns a path as part of a URL. */
export const encodePath = (path: string): string => path.split("/").map(encodeURIComponent).join("/");
