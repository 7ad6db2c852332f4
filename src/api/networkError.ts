import { ApiError, type RequestSummary, type ApiErrorKind } from "./errors.ts";

const timeouts = new Set([
  "UND_ERR_CONNECT_TIMEOUT",
  "UND_ERR_HEADERS_TIMEOUT",
  "UND_ERR_BODY_TIMEOUT",
  "ETIMEDOUT",
  "ERR_DEADLINE",
]);

const certificate =
  /^(CERT_|CRL_|ERR_TLS_CERT|CLIENT_CERTIFICATE_|UNABLE_TO_|DEPTH_ZERO_|SELF_SIGNED_|ERROR_IN_C|INVALID_CA$|INVALID_PURPOSE$|PATH_LENGTH_EXCEEDED$|HOSTNAME_MISMATCH$)/;

/**
 * The alert of a host that misses or refuses a client certificate. A failed handshake may have other reasons too; OpenSSL and BoringSSL
 * name them a little differently.
 */
const certificateAlert =
  /^ERR_SSL_.*(CERTIFICATE_REQUIRED|ALERT_(NO|BAD|UNSUPPORTED)_CERTIFICATE|ALERT_CERTIFICATE_|ALERT_UNKNOWN_CA|ALERT_ACCESS_DENIED|ALERT_HANDSHAKE_FAILURE)/;

/** Codes of requests that cannot have reached the host: no connection was made. Others, such as EHOSTUNREACH, may end one that was. */
const notConnected = new Set(["ECONNREFUSED", "ENOTFOUND", "EAI_AGAIN", "UND_ERR_CONNECT_TIMEOUT"]);

/** Stands before the code of a connection to a proxy that could not be made. */
const toProxy = /^TO_PROXY_/;

/** Invalid HTTP, or invalid compressed data. */
const invalidData =
  /^(HPE_|UND_ERR_HEADERS_OVERFLOW|UND_ERR_RES_EXCEEDED|Z_|ERR__?ERROR_|ERR_BROTLI|ERR_PADDING|ERR_ZSTD|ZSTD_|ERR_CONTENT_ENCODING$)/;

/**
 * Converts an error of the transport to an ApiError.
 * @param signal the caller's: once it is aborted, any error is a cancellation
 * @param outcomeUnknown whether it is a write that may have reached the host
 */
export function networkError(
  thrown: unknown,
  request: RequestSummary,
  signal: AbortSignal | undefined,
  outcomeUnknown = false,
): ApiError {
  if (thrown instanceof ApiError) return thrown;
  if (signal?.aborted) {
    return new ApiError({
      kind: "cancelled",
      message: `${nameOf(request)} was cancelled`,
      request,
      outcomeUnknown,
      cause: signal.reason,
    });
  }
  const code = codeOf(thrown);
  const why = thrown instanceof Error && thrown.message !== "" ? thrown.message : String(thrown);
  const kind = kindOf(code);
  return new ApiError({
    kind,
    message: `${nameOf(request)} failed: ${why}${code === undefined || why.includes(code) ? "" : ` (${code})`}`,
    request,
    code,
    outcomeUnknown:
      outcomeUnknown &&
      kind !== "certificate" &&
      kind !== "proxy" &&
      !notConnected.has(code ?? "") &&
      !toProxy.test(code ?? ""),
    cause: thrown,
  });
}

const nameOf = ({ method, url }: RequestSummary): string => `${method} ${url}`;

function kindOf(full = ""): ApiErrorKind {
  const code = full.replace(toProxy, "");
  if (timeouts.has(code)) return "timeout";
  if (certificate.test(code) || certificateAlert.test(code)) return "certificate";
  // A proxy that cannot reach the host (5xx) may do so a moment later; one that refuses is not asked again, as that could lock an account.
  if (/^(PROXY_(?!5\d\d$)|UND_ERR_SOCKS5_(AUTH_|REPLY_2$))/.test(code)) return "proxy";
  return invalidData.test(code) ? "invalidResponse" : "network";
}

/** Returns a code with what the proxy answered, which undici says in the message only. */
function proxyCode({ message }: Error): string | undefined {
  if (message === "Username and password required for authentication") return "UND_ERR_SOCKS5_AUTH_REQUIRED";
  const [, connect, forward] =
    /^Proxy response \((\d{3})\) !== 200 when HTTP Tunneling$|^Proxy Authentication Required \((407)\)$/.exec(
      message,
    ) ?? [];
  const status = connect ?? forward;
  return status === undefined ? undefined : `PROXY_${status}`;
}

/** Returns the innermost code in a chain of causes; the outer ones only say that something failed. */
function codeOf(thrown: unknown): string | undefined {
  let found: string | undefined;
  for (let error = thrown, depth = 0; error instanceof Error && depth < 5; error = error.cause, depth++) {
    if ("code" in error && typeof error.code === "string") found = proxyCode(error) ?? error.code;
    // undici does not set the code of its parser errors.
    if (error.name === "HTTPParserError") found ??= "HPE_INVALID";
    if (error instanceof AggregateError && found === undefined) return codeOf(error.errors[0]);
  }
  return found;
}
