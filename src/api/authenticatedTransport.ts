import { abortable } from "./abortable.ts";
import type { Addresses } from "./addresses.ts";
import { readErrorBody } from "./errorBody.ts";
import { ApiError, carriesSecret, isUnclear, type RequestSummary, kindOfStatus } from "./errors.ts";
import { looksLikeHtml } from "./json.ts";
import { networkError } from "./networkError.ts";
import type { EncodedPath } from "./path.ts";
import { maxRedirects, redirectOf } from "./redirect.ts";
import { type HttpOptions, isWrite, type RequestSpec } from "./request.ts";
import { rateLimitEnd, retryTime } from "./retry.ts";
import { type StreamResponse, type Body, createTransport, readText } from "./transport.ts";

/** The credential of a request. */
export interface Credential {
  /** Identifies the credential, for the cache and to detect a new token. */
  readonly key: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** How a request is sent, beyond its description. */
export interface SendOptions {
  /** Path below the root, as this host spells it. */
  readonly path: string;
  readonly credential: Credential;
  readonly body?: Body | undefined;
  readonly headers?: Readonly<Record<string, string>>;
  /** Statuses outside 200–299 that are not errors. */
  readonly acceptedStatuses?: readonly number[];
}

/** Bytes. */
const maxErrorBodyLength = 64 * 1024;

/**
 * Sends requests to one instance: adds the credential, follows redirects and turns error responses into ApiErrors. Retries only after a 401.
 * @param observe receives the headers of every response of the instance
 */
export function createAuthenticatedTransport(
  options: HttpOptions,
  addresses: Addresses,
  observe: (header: StreamResponse["header"]) => void,
) {
  const { log, now = Date.now } = options;
  const transport = createTransport(options);

  const failure = async (
    call: RequestSpec,
    response: StreamResponse,
    request: RequestSummary,
    redirectedTo: URL | undefined,
  ): Promise<ApiError> => {
    const { text: sent } = await readText(response, maxErrorBodyLength).catch(() => ({ text: "" }));
    // As a whole, before parts of it are taken and cut.
    const text = options.secrets?.hide(sent) ?? sent;
    call.onErrorResponse?.({ text, status: response.status, header: response.header });
    const body = readErrorBody(text, response.header("content-type"));
    const { status } = response;
    const common = { request, status, ...body, requestId: response.header("x-request-id") };
    const words = body.serviceMessage ?? body.code;
    const message = `${request.method} ${request.url} answered ${status}${words === undefined ? "" : `: ${words}`}`;
    if (redirectedTo && status === 401) {
      // The credential is not sent to another origin. Probably the configured address of the instance is wrong.
      return new ApiError({
        ...common,
        kind: "invalidResponse",
        message: `${addresses.baseUrl} redirects to ${redirectedTo.origin}; ${message}`,
      });
    }
    const refused = clientCertificateCode(status, text);
    if (refused !== undefined) return new ApiError({ ...common, kind: "certificate", code: refused, message });
    const kind = kindOfStatus(status, body.code);
    if (kind !== "rateLimited")
      return new ApiError({
        ...common,
        kind,
        message,
        retryAt: retryTime(response.header, now()),
        outcomeUnknown: isWrite(call) && isUnclear(kind),
      });
    const retryAt = rateLimitEnd(response.header, now());
    options.onRateLimit?.(retryAt);
    return new ApiError({ ...common, kind, message, retryAt });
  };

  /** Sends one request with this credential. @throws ApiError for statuses that are not accepted */
  const send = async (
    call: RequestSpec,
    { path, credential, body, headers = {}, acceptedStatuses = [] }: SendOptions,
  ): Promise<StreamResponse> => {
    const method = call.method ?? "GET";
    const plain: Record<string, string> = {
      accept: "application/json",
      "user-agent": "Forgeline",
      ...call.headers,
      ...headers,
    };
    const secret = { ...credential.headers, ...call.secretHeaders };
    options.secrets?.add(credential.key, ...secretsIn(call));
    let url = addresses.url(call, path);
    let redirectedTo: URL | undefined;
    for (let redirects = 0; ; redirects++) {
      const request = addresses.request(call, url);
      const started = now();
      // After a redirect to another origin the credential is not sent again, even if a later one leads back.
      const own = redirectedTo === undefined && url.origin === addresses.origin;
      const response = await transport({
        method,
        url,
        headers: own ? { ...plain, ...secret } : plain,
        body,
        signal: call.signal,
        writes: isWrite(call),
        request,
      });
      log?.debug(`${method} ${request.url} ${response.status} in ${now() - started} ms`);
      if (own && isAnswer(response.status)) options.onAnswer?.(started);
      if (own) observe(response.header);
      if ((response.status >= 200 && response.status < 300) || acceptedStatuses.includes(response.status))
        return response;
      const redirect = redirectOf(method, response.status, response.header("location"), url);
      if (!redirect) throw await failure(call, response, request, redirectedTo);
      await readText(response, maxErrorBodyLength).catch(() => undefined);
      const refused =
        "refused" in redirect
          ? redirect
          : redirects >= maxRedirects
            ? { refused: "the service redirects without end", mayBeDone: false }
            : undefined;
      if (refused !== undefined) {
        const outcomeUnknown = isWrite(call) && refused.mayBeDone;
        const what = { kind: "invalidResponse", status: response.status, outcomeUnknown } as const;
        throw addresses.failure(call, refused.refused, what, url);
      }
      if ("to" in redirect) url = redirect.to;
      if (url.origin !== addresses.origin) redirectedTo = url;
    }
  };

  /** Errors that the credentials provider threw; these must not be retried here. */
  const credentialErrors = new WeakSet<object>();
  /** Rejects on abort even if the credentials provider ignores the signal, as a keychain may. */
  const ask = async (source: CredentialSource, call: RequestSpec, stale?: string): Promise<Credential> => {
    const { signal } = call;
    const tokenOptions = { ...(stale !== undefined && { stale }), ...(signal && { signal }) };
    try {
      return await abortable(source(tokenOptions), signal);
    } catch (error) {
      if (signal?.aborted) throw networkError(error, addresses.request(call), signal);
      if (typeof error === "object" && error !== null) credentialErrors.add(error);
      throw error;
    }
  };

  /** Returns whether the host accepts this credential at all. */
  const isKnown = async (credential: Credential, { signal }: RequestSpec): Promise<boolean> => {
    const path = "/user" as EncodedPath;
    try {
      const response = await send({ operation: "users.current", path, signal }, { path, credential });
      const { text } = await readText(response, maxErrorBodyLength);
      return !looksLikeHtml(text, response.header("content-type") ?? "");
    } catch (error) {
      // Valid, but without the scope to read the user.
      if (error instanceof ApiError) return error.kind === "insufficientScope";
      throw error;
    }
  };

  const useWith = async <T>(
    call: RequestSpec,
    credential: Credential,
    use: (credential: Credential) => Promise<T>,
  ): Promise<T> => {
    try {
      return await use(credential);
    } catch (error) {
      if (call.forbiddenReason === undefined || !isUnauthorized(error) || !(await isKnown(credential, call)))
        throw error;
      const { status, serviceMessage, requestId } = error;
      throw addresses.failure(call, call.forbiddenReason, {
        kind: "forbidden",
        status,
        serviceMessage,
        requestId,
        cause: error,
      });
    }
  };

  return {
    send,
    /** Returns whether the credentials provider threw this error. */
    isOfCredentials: (error: object): boolean => credentialErrors.has(error),
    /**
     * Runs `use` with the credential, and once more if the host refuses it (401) and the provider then returns another.
     * Errors of the credentials provider are rethrown unchanged.
     */
    authorized: async <T>(call: RequestSpec, use: (credential: Credential) => Promise<T>): Promise<T> => {
      const source = sourceOf(call, options, addresses);
      if (!source) return use(noCredential);
      const credential = await ask(source, call).catch((error: unknown) => {
        if (call.auth !== "optional" || call.signal?.aborted === true) throw error;
        return noCredential;
      });
      try {
        return await useWith(call, credential, use);
      } catch (error) {
        if (!isUnauthorized(error)) throw error;
        const fresh = await ask(source, call, credential.key);
        if (fresh.key === credential.key) throw error;
        return useWith(call, fresh, use);
      }
    },
  };
}

/** Returns how a web server refused a client certificate: nginx, which stands before many hosts, does so with a page of its own. */
function clientCertificateCode(status: number, page: string): string | undefined {
  if (status === 496 || (status === 400 && page.includes("<title>400 No required SSL certificate was sent")))
    return "CLIENT_CERTIFICATE_REQUIRED";
  return status === 495 || (status === 400 && page.includes("<title>400 The SSL certificate error"))
    ? "CLIENT_CERTIFICATE_REFUSED"
    : undefined;
}

/** Returns the secrets that a request carries besides the credential. */
const secretsIn = ({ form, query, json, secretHeaders = {} }: RequestSpec): readonly string[] => [
  ...Object.values(secretHeaders),
  ...[form, query, json].flatMap((fields) =>
    Object.entries(fields ?? {})
      .filter(([name]) => carriesSecret(name) || (fields === form && name === "code"))
      .map(([, value]: [string, unknown]) => (typeof value === "string" ? value : "")),
  ),
];

/** Whether a status shows that the host works: 408 says that it could not answer in time, 429 that it would not. */
const isAnswer = (status: number): boolean => status < 500 && status !== 408 && status !== 429;

const isUnauthorized = (error: unknown): error is ApiError =>
  error instanceof ApiError && error.kind === "unauthorized";

const noCredential: Credential = { key: "", headers: {} };

type CredentialSource = (options: { stale?: string; signal?: AbortSignal }) => Promise<Credential>;

/** Returns the source of the credential for a request; undefined if it is sent without one. */
function sourceOf(
  call: RequestSpec,
  { credentials, feedCredentials }: HttpOptions,
  addresses: Addresses,
): CredentialSource | undefined {
  if (call.auth === "none") return undefined;
  if (call.auth === "basic") {
    if (!feedCredentials)
      throw addresses.invalidArgument(
        call,
        "feedCredentials",
        "the package registry needs a username and a personal access token",
        [],
      );
    return async (tokenOptions) => {
      const { username, password } = await feedCredentials.basic(tokenOptions);
      const pair = Buffer.from(`${username}:${password}`).toString("base64");
      return { key: password, headers: { authorization: `Basic ${pair}` } };
    };
  }
  if (!credentials) return undefined;
  const scheme = call.auth === "bearer" ? "bearer" : credentials.scheme;
  return async (tokenOptions) => {
    const token = await credentials.token(tokenOptions);
    return {
      key: token,
      headers: scheme === "private-token" ? { "private-token": token } : { authorization: `Bearer ${token}` },
    };
  };
}
