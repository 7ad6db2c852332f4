import { ApiError, type RequestSummary, type ApiErrorKind } from "./errors.ts";

const timeouts = new Set([
  "UND_ERR_CONNECT_TIMEOUT",
  "UND_ERR_HEADERS_TIMEOUT",
  "UND_ERR_BODY_TIMEOUT",
  "ETIMEDOUT",
  "ERR_DEADLINE",
]);

const certificate =
  /^(CERT_|CRL_|ERR_TLS_CERT|UNABLE_TO_|DEPTH_ZERO_|SELF_SIGNED_|ERROR_IN_C|INVALID_CA$|INVALID_PURPOSE$|PATH_LENGTH_EXCEEDED$|HOSTNAME_MISMATCH$)/;

/** Invalid HTTP, or invalid compressed data. */
const invalidData = /^(HPE_|UND_ERR_HEADERS_OVERFLOW|UND_ERR_RES_EXCEEDED|Z_|ERR__?ERROR_|ERR_BROTLI|ERR_PADDING)/;

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
  return new ApiError({
    kind: kindOf(code),
    message: `${nameOf(request)} failed: ${why}${code === undefined || why.includes(code) ? "" : ` (${code})`}`,
    request,
    code,
    outcomeUnknown,
    cause: thrown,
  });
}

const nameOf = ({ method, url }: RequestSummary): string => `${method} ${url}`;

function kindOf(code = ""): ApiErrorKind {
  if (timeouts.has(code)) return "timeout";
  if (certificate.test(code)) return "certificate";
  return invalidData.test(code) ? "invalidResponse" : "network";
}

/** Returns the innermost code in a chain of causes; the outer ones only say that something failed. */
function codeOf(thrown: unknown): string | undefined {
  let found: string | undefined;
  for (let error = thrown, depth = 0; error instanceof Error && depth < 5; error = error.cause, depth++) {
    if ("code" in error && typeof error.code === "string") found = error.code;
    // undici does not set the code of its parser errors.
    if (error.name === "HTTPParserError") found ??= "HPE_INVALID";
    if (error instanceof AggregateError && found === undefined) return codeOf(error.errors[0]);
  }
  return found;
}
