/** What went wrong, as far as a caller decides by it. Decide by this, never by a message's text. */
export type ApiErrorKind =
  | "unauthorized"
  | "insufficientScope"
  | "forbidden"
  | "notFound"
  | "methodNotAllowed"
  | "notAcceptable"
  | "conflict"
  | "invalidRequest"
  /** Refused by the client: nothing went out. `code` is the rule, `fields` what to correct. */
  | "invalidArgument"
  | "rateLimited"
  | "server"
  | "network"
  | "certificate"
  | "timeout"
  | "invalidResponse"
  | "cancelled";

/** The rule for which a call was not sent. */
export type RuleCode =
  /** An id or name cannot stand in an address. */
  | "invalidAddress"
  /** This instance lacks the route, which is none of the documents. */
  | "extraUnavailable"
  /** A field that must not be empty is. */
  | "required"
  /** An update without anything to change. */
  | "nothingToChange"
  /** Fields that exclude each other are given together, or two of which exactly one is due. */
  | "exclusive"
  /** No way to a password is chosen (users). */
  | "password"
  /** `previous_path` belongs to a move, and only there. */
  | "previousPath"
  /** A new or changed file lacks its content. */
  | "content"
  /** Too short or too long. */
  | "length"
  /** An access level that is not allowed there. */
  | "accessLevel"
  /** A snippet with several files is changed by `files` alone. */
  | "files"
  /** Neither a date nor ISO 8601 text. */
  | "date"
  /** A value that the documents exclude. */
  | "value"
  /** Package feeds know no other credential than a user name with a token, and there is none. */
  | "feedCredentials"
  /** The file to send cannot be read, or changed meanwhile. */
  | "unreadableFile";

/** What errors say of a request. */
export interface RequestSummary {
  /** Empty when not even an address could be made. */
  readonly method: string;
  /** Without secrets. */
  readonly url: string;
  /** The instance's address; absent when not even an address could be made. */
  readonly instance?: string | undefined;
  /** The contract's id of the operation, such as `wikis.get`. */
  readonly operation?: string | undefined;
}

export interface ApiErrorOptions {
  readonly kind: ApiErrorKind;
  /** For the log, in English; messages for people are made from the kind and the service's own words. */
  readonly message: string;
  readonly request: RequestSummary;
  readonly status?: number | undefined;
  readonly serviceMessage?: string | undefined;
  readonly fields?: Readonly<Record<string, readonly string[]>> | undefined;
  readonly code?: string | undefined;
  /** Where an answer of the wrong shape is wrong: `id`, `items[2].name`. */
  readonly field?: string | undefined;
  readonly requestId?: string | undefined;
  readonly retryAt?: number | undefined;
  readonly cause?: unknown;
}

/** The one error of the client. Everything an operation throws, except what the credentials throw, is one of these. */
export class ApiError extends Error {
  readonly kind: ApiErrorKind;
  /** The request that failed; its address carries no secrets. */
  readonly request: RequestSummary;
  /** HTTP status, when an answer came at all. */
  readonly status?: number;
  /** What the service said, in its own words. */
  readonly serviceMessage?: string;
  /** The service's words per field, when it named fields. */
  readonly fields?: Readonly<Record<string, readonly string[]>>;
  /** `error` of `{error, error_description}` bodies, `error_code` of others, the network's code such as `ECONNREFUSED`, or the rule (`invalidArgument`). */
  readonly code?: string;
  /** Where the answer is wrong (`invalidResponse`). */
  readonly field?: string;
  /** The service's id of the request, to quote when asking its administrator. */
  readonly requestId?: string;
  /** When to ask again, in milliseconds since the epoch. Always there for `rateLimited`. */
  readonly retryAt?: number;

  constructor(options: ApiErrorOptions) {
    super(options.message, options.cause === undefined ? {} : { cause: options.cause });
    this.name = "ApiError";
    this.kind = options.kind;
    this.request = options.request;
    if (options.status !== undefined) this.status = options.status;
    if (options.serviceMessage !== undefined) this.serviceMessage = options.serviceMessage;
    if (options.fields !== undefined) this.fields = options.fields;
    if (options.code !== undefined) this.code = options.code;
    if (options.field !== undefined) this.field = options.field;
    if (options.requestId !== undefined) this.requestId = options.requestId;
    if (options.retryAt !== undefined) this.retryAt = options.retryAt;
  }

  /** The operation that failed, as the contract names it: `wikis.get`. */
  get operation(): string | undefined {
    return this.request.operation;
  }

  /** Address of the instance, where one was known. */
  get instance(): string | undefined {
    return this.request.instance;
  }
}

/** The kind of an answer outside 200–299. `code` is the body's `error`, which tells a small scope from a missing right. */
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
    // Long lists answer 408 when the host's own query took too long.
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

/** Those of hosts, and what signs a link: some hosts keep their files behind their own address. */
const secretParameters =
  /^((access|refresh|private|job|feed|rss)_token|client_secret|code|state|code_verifier|code_challenge|password|token|secret|sig|signature|x-(amz|goog)-(signature|credential|security-token))$/i;

/** An address for errors and the log: no user part, no secrets in the query, and no query at all on other hosts (signed links). */
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

/** Kinds after which nobody knows what the host did. */
const unknownOutcome: ReadonlySet<ApiErrorKind> = new Set<ApiErrorKind>([
  "timeout",
  "network",
  "server",
  "invalidResponse",
]);

/** Whether a write that failed so may have been done all the same, so that a second try would be a second one. */
export const isOutcomeUnknown = (error: unknown): boolean =>
  error instanceof ApiError && unknownOutcome.has(error.kind);
