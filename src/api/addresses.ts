import { ApiError, type ApiErrorFacts, safeUrl } from "./errors.ts";
import type { Call } from "./http.ts";
import { queryString } from "./path.ts";

/** Where calls of one instance go, and the errors that need no answer to be made. */
export interface Addresses {
  readonly baseUrl: string;
  /** The only origin that gets the credential. */
  readonly origin: string;
  /** The address of a call; `path` is its path as this host spells it. */
  url(call: Call, path: string): URL;
  /** What errors and the log say of a call. */
  request(call: Call, url: URL): ApiErrorFacts["request"];
  refuse(call: Call, why: string, field?: string): ApiError;
  unexpected(call: Call, status: number, why: string, url?: URL): ApiError;
}

/** @throws TypeError when the base address is none. */
export function createAddresses(base: string): Addresses {
  const { protocol, origin, pathname } = new URL(base);
  if (protocol !== "https:" && protocol !== "http:") throw new TypeError(`Not an http address: ${protocol}`);
  const baseUrl = origin + pathname.replace(/\/+$/, "");

  const addresses: Addresses = {
    baseUrl,
    origin,

    url: (call, path) => new URL(`${baseUrl}${call.root === "base" ? "" : "/api/v4"}${path}${queryString(call.query ?? {})}`),

    request: (call, url) => ({ method: call.method ?? "GET", url: safeUrl(url.href, origin) }),

    refuse: (call, why, field) => {
      const request = addresses.request(call, addresses.url(call, call.path));
      const fields = field === undefined ? undefined : { [field]: [why] };
      return new ApiError({ kind: "invalidRequest", message: `${request.method} ${request.url} not sent: ${why}`, request, fields });
    },

    unexpected: (call, status, why, url = addresses.url(call, call.path)) => {
      const request = addresses.request(call, url);
      return new ApiError({ kind: "invalidResponse", message: `${request.method} ${request.url}: ${why}`, request, status });
    },
  };
  return addresses;
}
