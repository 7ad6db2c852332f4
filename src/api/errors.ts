/** The category of an error. Decide by this, never by the text of a message. */
export type ApiErrorKind =
  | "unauthorized"
  | "insufficientScope"
  | "forbidden"
  | "notFound"
  | "methodNotAllowed"
  | "notAcceptable"
  | "conflict"
  | "invalidRequest"
  /** Rejected by the client before anything was sent. `code` is the rule, `fields` what to correct. */
  | "invalidArgument"
  | "rateLimited"
  | "server"
  | "network"
  | "certificate"
  /** A proxy refused to connect, so nothing reached the host. `code` is `PROXY_` and its status, or undici's of SOCKS. */
  | "proxy"
  | "timeout"
  | "invalidResponse"
  | "cancelled";

/** The rule that an `invalidArgument` error broke. */
export type RuleCode =
  /** An ID or name that cannot be part of a URL. */
  | "invalidAddress"
  /** This instance lacks the route, which is not in the documents. */
  | "extraUnavailable"
  /** A required field is empty. */
  | "required"
  /** An update without anything to change. */
  | "nothingToChange"
  /** Mutually exclusive fields are given together, or not exactly one of several. */
  | "exclusive"
  /** Neither a password nor a way to set one is given (users). */
  | "password"
  /** `previous_path` is required for a move and only allowed there. */
  | "previousPath"
  /** A new or changed file lacks its content. */
  | "content"
  /** Too short or too long. */
  | "length"
  /** The access level is not allowed for this field. */
  | "accessLevel"
  /** A snippet with several files can only be changed through `files`. */
  | "files"
  /** Neither a date nor ISO 8601 text. */
  | "date"
  /** A value that the documents exclude. */
  | "value"
  /** Package feeds need a username and a token, and none are configured. */
  | "feedCredentials"
  /** The file to send cannot be read, or changed while it was sent. */
  | "unreadableFile";

/** The code of an `invalidResponse` whose content differs from the size or checksum in its headers. */
export const contentMismatch = "contentMismatch";

/** The request that an error is about. */
export interface RequestSummary {
  /** Empty if no URL could be built. */
  readonly method: string;
  /** Without secrets. */
  readonly url: string;
  /** Base URL of the instance; absent if no URL could be built. */
  readonly instance?: string | undefined;
  /** ID of the operation in the contract, such as `wikis.get`. */
  readonly operation?: string | undefined;
}

export interface ApiErrorOptions {
  readonly kind: ApiErrorKind;
  /** In English, for the log; messages for users are built from the kind and the host's own text. */
  readonly message: string;
  readonly request: RequestSummary;
  readonly status?: number | undefined;
  readonly serviceMessage?: string | undefined;
  readonly fields?: Readonly<Record<string, readonly string[]>> | undefined;
  readonly code?: string | undefined;
  /** The invalid field of a response: `id`, `items[2].name`. */
  readonly field?: string | undefined;
  readonly requestId?: string | undefined;
  readonly retryAt?: number | undefined;
  /** See `ApiError.outcomeUnknown`. */
  readonly outcomeUnknown?: boolean | undefined;
  readonly cause?: unknown;
}

/** The only error that operations throw, apart from those of the credentials provider. */
export class ApiError extends Error {
  readonly kind: ApiErrorKind;
  /** The request that failed; its URL contains no secrets. */
  readonly request: RequestSummary;
  /** HTTP status, if a response arrived. */
  readonly status?: number;
  /** The host's own error text. */
  readonly serviceMessage?: string;
  /** The host's error texts by field, if it named fields. */
  readonly fields?: Readonly<Record<string, readonly string[]>>;
  /** `error` of `{error, error_description}` bodies, `error_code` of others, a network code such as `ECONNREFUSED`, with `TO_PROXY_` before it if it is about a proxy, `contentMismatch`, or the rule (`invalidArgument`). */
  readonly code?: string;
  /** The invalid field (`invalidResponse`). */
  readonly field?: string;
  /** The host's ID of the request, for its administrator. */
  readonly requestId?: string;
  /** When to retry, in milliseconds since the epoch. Always set for `rateLimited`. */
  readonly retryAt?: number;
  /** Whether this was a write that reached the host, or may have, without an answer that says what became of it. */
  readonly outcomeUnknown: boolean;

  constructor(options: ApiErrorOptions) {
    super(options.message, options.cause === undefined ? {} : { cause: options.cause });
    this.name = "ApiError";
    this.kind = options.kind;
    this.request = options.request;
    this.outcomeUnknown = options.outcomeUnknown === true;
    if (options.status !== undefined) this.status = options.status;
    if (options.serviceMessage !== undefined) this.serviceMessage = options.serviceMessage;
    if (options.fields !== undefined) this.fields = options.fields;
    if (options.code !== undefined) this.code = options.code;
    if (options.field !== undefined) this.field = options.field;
    if (options.requestId !== undefined) this.requestId = options.requestId;
    if (options.retryAt !== undefined) this.retryAt = options.retryAt;
  }

  /** ID of the failed operation in the contract: `wikis.get`. */
  get operation(): string | undefined {
    return this.request.operation;
  }

  /** Base URL of the instance, if known. */
  get instance(): string | undefined {
    return this.request.instance;
  }
}

/** Returns the kind of a response outside 200–299. `code` is the body's `error`, which distinguishes a missing scope from a missing permission. */
export function kindOfStatus(status: number, code?: string): ApiErrorKind {
  switch (status) {
    case 401:
      return "unauthorized";
    case 403:
      return code === "insufficient_scope" ? "insufficientScope" : "forbidden";
    case 404:
    case 410:
      return "notFound";
    case 405:
      return "methodNotAllowed";
    case 406:
      return "notAcceptable";
    // The host sends 408 for long lists when its own query takes too long.
    case 408:
      return "timeout";
    case 409:
    case 412:
      return "conflict";
    case 429:
      return "rateLimited";
    default:
      if (status >= 500) return "server";
      return status >= 400 ? "invalidRequest" : "invalidResponse";
  }
}

/** Includes parameters of signed links, since some hosts serve object storage from their own origin. */
const secretParameters =
  /^((access|refresh|private|job|feed|rss)_token|client_secret|code|state|code_verifier|code_challenge|password|token|secret|sig|signature|x-(amz|goog)-(signature|credential|security-token))$/i;

/** Returns whether a field of this name, in a request or a response, holds a secret. */
export const carriesSecret = (name: string): boolean => /(^|[_-])(token|secret|password|verifier)$/i.test(name);

/** Returns a URL for errors and the log: without user info, without secrets in the query, and without any query on other origins (signed links). */
export function safeUrl(url: string, ownOrigin: string): string {
  let parsed: URL;
  try {
    parsed = new URL(url);
  } catch {
    return "(not an address)";
  }
  if (parsed.origin !== ownOrigin || parsed.pathname.includes("/oauth/")) {
    return `${parsed.origin}${parsed.pathname}${parsed.search === "" ? "" : "?[hidden]"}`;
  }
  const query = parsed.search
    .slice(1)
    .split("&")
    .map((pair) =>
      secretParameters.test(pair.split("=", 1)[0] ?? "") ? `${pair.split("=", 1)[0] ?? ""}=[hidden]` : pair,
    )
    .join("&");
  return `${parsed.origin}${parsed.pathname}${query === "" ? "" : `?${query}`}`;
}

/** Kinds of errors in which an answer does not say whether a request was carried out. */
const unclearAnswers: ReadonlySet<ApiErrorKind> = new Set<ApiErrorKind>(["timeout", "server", "invalidResponse"]);

/** Returns whether an answer of this kind leaves open whether the request was carried out. */
export const isUnclear = (kind: ApiErrorKind): boolean => unclearAnswers.has(kind);

/** Returns whether a failed or cancelled write may have succeeded on the host, so that repeating it could do it twice. */
export const isOutcomeUnknown = (error: unknown): boolean => error instanceof ApiError && error.outcomeUnknown;
