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

/** Not HTTP, or not the compression it claims to be. */
const nonsense = /^(HPE_|UND_ERR_HEADERS_OVERFLOW|UND_ERR_RES_EXCEEDED|Z_|ERR__?ERROR_|ERR_BROTLI|ERR_PADDING)/;

/** Turns what the transport threw into an ApiError. `signal` is the caller's: its abort is a cancellation, whatever was thrown. */
export function networkError(thrown: unknown, request: RequestSummary, signal: AbortSignal | undefined): ApiError {
  if (thrown instanceof ApiError) return thrown;
  if (signal?.aborted) {
    return new ApiError({
      kind: "cancelled",
      message: `${said(request)} was cancelled`,
      request,
      cause: signal.reason,
    });
  }
  const code = codeOf(thrown);
  const why = thrown instanceof Error && thrown.message !== "" ? thrown.message : String(thrown);
  return new ApiError({
    kind: kindOf(code),
    message: `${said(request)} failed: ${why}${code === undefined || why.includes(code) ? "" : ` (${code})`}`,
    request,
    code,
    cause: thrown,
  });
}

const said = ({ method, url }: RequestSummary): string => `${method} ${url}`;

function kindOf(code = ""): ApiErrorKind {
  if (timeouts.has(code)) return "timeout";
  if (certificate.test(code)) return "certificate";
  return nonsense.test(code) ? "invalidResponse" : "network";
}

/** The most telling code in a chain of causes: the outer ones only say that something failed. */
function codeOf(thrown: unknown): string | undefined {
  let found: string | undefined;
  for (let error = thrown, depth = 0; error instanceof Error && depth < 5; error = error.cause, depth++) {
    if ("code" in error && typeof error.code === "string") found = error.code;
    // undici looks the code up in the wrong direction and finds none.
    if (error.name === "HTTPParserError") found ??= "HPE_INVALID";
    if (error instanceof AggregateError && found === undefined) return codeOf(error.errors[0]);
  }
  return found;
}
