import { ApiError, type ApiErrorOptions, isUnclear, type RequestSummary, type RuleCode, safeUrl } from "./errors.ts";
import { queryString } from "./path.ts";
import { isWrite, type RequestSpec } from "./request.ts";

/** Builds the URLs of one instance, and the errors that name them. */
export interface Addresses {
  readonly baseUrl: string;
  /** The only origin that receives the credential. */
  readonly origin: string;
  /** Returns the URL of a request; `path` is its path as this host spells it. */
  url(call: RequestSpec, path: string): URL;
  /** Describes a request for errors and the log, without secrets. */
  request(call: RequestSpec, url?: URL): RequestSummary;
  /** Creates the error for a request that is rejected before it is sent. */
  invalidArgument(call: RequestSpec, code: RuleCode, why: string, fields: readonly string[]): ApiError;
  /** Creates the error for a response that is invalid, or whose meaning differs from its status. By default its kind decides whether a write may have been done. */
  failure(
    call: RequestSpec,
    why: string,
    options: Partial<ApiErrorOptions> & Pick<ApiErrorOptions, "kind">,
    url?: URL,
  ): ApiError;
}

/** @throws TypeError when the base address is not an http or https URL. */
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
        outcomeUnknown: isWrite(call) && isUnclear(options.kind),
        ...options,
      });
    },
  };
  return addresses;
}
