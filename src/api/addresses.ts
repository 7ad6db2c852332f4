import { ApiError, type ApiErrorOptions, type RequestSummary, type RuleCode, safeUrl } from "./errors.ts";
import { queryString } from "./path.ts";
import type { RequestSpec } from "./request.ts";

/** Where calls of one instance go, and the errors that need no answer to be made. */
export interface Addresses {
  readonly baseUrl: string;
  /** The only origin that gets the credential. */
  readonly origin: string;
  /** The address of a call; `path` is its path as this host spells it. */
  url(call: RequestSpec, path: string): URL;
  /** What errors and the log say of a call. */
  request(call: RequestSpec, url?: URL): RequestSummary;
  /** The error for a call that is not even sent. */
  invalidArgument(call: RequestSpec, code: RuleCode, why: string, fields: readonly string[]): ApiError;
  /** The error for an answer that makes no sense, or means something else than its status says. */
  failure(
    call: RequestSpec,
    why: string,
    options: Partial<ApiErrorOptions> & Pick<ApiErrorOptions, "kind">,
    url?: URL,
  ): ApiError;
}

/** @throws TypeError when the base address is none. */
export function createAddresses(base: string): Addresses {
  const { protocol, origin, pathname } = new URL(base);
  if (protocol !== "https:" && protocol !== "http:") throw new TypeError(`Not an http address: ${protocol}`);
  const baseUrl = origin + pathname.replace(/\/+$/, "");

  const addresses: Addresses = {
    baseUrl,
    origin,

    url: (call, path) =>
      new URL(`${baseUrl}${call.root === "base" ? "" : "/api/v4"}${path}${queryString(call.query ?? {})}`),

    request: (call, url = addresses.url(call, call.path)) => ({
      method: call.method ?? "GET",
      url: safeUrl(url.href, origin),
      instance: baseUrl,
      operation: call.operation,
    }),

    invalidArgument: (call, code, why, names) => {
      const request = addresses.request(call);
      const fields = names.length === 0 ? undefined : Object.fromEntries(names.map((name) => [name, [why]]));
      return new ApiError({
        kind: "invalidArgument",
        code,
        message: `${request.method} ${request.url} not sent: ${why}`,
        request,
        fields,
      });
    },

    failure: (call, why, options, url) => {
      const request = addresses.request(call, url);
      return new ApiError({
        message: `${call.operation}: ${request.method} ${request.url}: ${why}`,
        request,
        ...options,
      });
    },
  };
  return addresses;
}
