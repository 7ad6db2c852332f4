import type { Addresses } from "./addresses.ts";
import { ApiError, type ApiErrorFacts, kindOfStatus } from "./errors.ts";
import { readErrorBody } from "./errorBody.ts";
import type { Call, Credentials, HttpOptions } from "./http.ts";
import { queryPairs } from "./path.ts";
import { mostRedirects, redirectOf } from "./redirect.ts";
import { rateLimitEnd, retryTime } from "./retry.ts";
import { type Answer, createTransport, readText } from "./transport.ts";

/** What is sent besides the call itself. */
export interface Sending {
  /** Path below the call's root, as this host spells it. */
  readonly path: string;
  readonly token: string | undefined;
  readonly headers?: Readonly<Record<string, string>>;
  /** Further statuses that are answers, not errors. */
  readonly answers?: readonly number[];
}

const longestErrorBody = 64 * 1024;

/** Sends calls of one instance: address, credential, redirects, and errors out of answers. Nothing is repeated here but after a 401. */
export function createExchange(options: HttpOptions, addresses: Addresses) {
  const { credentials, log, now = Date.now } = options;
  const transport = createTransport(options);

  const signIn = (call: Call, token: string | undefined): Record<string, string> => {
    if (token === undefined) return {};
    const scheme = call.auth === "bearer" ? "bearer" : credentials?.scheme;
    return scheme === "private-token" ? { "private-token": token } : { authorization: `Bearer ${token}` };
  };

  const failure = async (answer: Answer, request: ApiErrorFacts["request"], strayedTo: URL | undefined): Promise<ApiError> => {
    const { text } = await readText(answer, longestErrorBody).catch(() => ({ text: "" }));
    const body = readErrorBody(text, answer.header("content-type"));
    const { status } = answer;
    const facts = { request, status, ...body, requestId: answer.header("x-request-id") };
    const words = body.serviceMessage ?? body.code;
    const message = `${request.method} ${request.url} answered ${status}${words === undefined ? "" : `: ${words}`}`;
    if (strayedTo && status === 401) {
      // The credential stayed behind, rightly: the address of the instance is probably the other one.
      return new ApiError({ ...facts, kind: "invalidResponse", message: `${addresses.baseUrl} redirects to ${strayedTo.origin}; ${message}` });
    }
    const kind = kindOfStatus(status, body.code);
    if (kind !== "rateLimited") return new ApiError({ ...facts, kind, message, retryAt: retryTime(answer.header, now()) });
    const retryAt = rateLimitEnd(answer.header, now());
    options.onRateLimit?.(retryAt);
    return new ApiError({ ...facts, kind, message, retryAt });
  };

  /** One call with this credential: an answer that is wanted, or an ApiError. */
  const send = async (call: Call, { path, token, headers = {}, answers = [] }: Sending): Promise<Answer> => {
    const method = call.method ?? "GET";
    const plain: Record<string, string> = { accept: "application/json", "user-agent": "Forgeline", ...call.headers, ...headers };
    const body = bodyOf(call);
    if (body) plain["content-type"] = body.type;
    const secret = { ...signIn(call, token), ...call.secretHeaders };
    let url = addresses.url(call, path);
    let strayedTo: URL | undefined;
    for (let redirects = 0; ; redirects++) {
      const request = addresses.request(call, url);
      const started = now();
      // Once away, the credential stays away, wherever the next redirect leads.
      const own = strayedTo === undefined && url.origin === addresses.origin;
      const answer = await transport({
        method,
        url,
        headers: own ? { ...plain, ...secret } : plain,
        body: body?.text,
        signal: call.signal,
        request,
      });
      log?.debug(`${method} ${request.url} ${answer.status} in ${now() - started} ms`);
      if ((answer.status >= 200 && answer.status < 300) || answers.includes(answer.status)) return answer;
      const redirect = redirectOf(method, answer.status, answer.header("location"), url);
      if (!redirect) throw await failure(answer, request, strayedTo);
      await readText(answer, longestErrorBody).catch(() => undefined);
      const refused = "refused" in redirect ? redirect.refused : redirects >= mostRedirects ? "the service redirects without end" : undefined;
      if (refused !== undefined) throw addresses.unexpected(call, answer.status, refused, url);
      if ("to" in redirect) url = redirect.to;
      if (url.origin !== addresses.origin) strayedTo = url;
    }
  };

  /** What the credentials threw: their own requests are not ours to repeat. */
  const theirs = new WeakSet<object>();
  const tokenOf = async (source: Credentials, asked: Parameters<Credentials["token"]>[0]): Promise<string> => {
    try {
      return await source.token(asked);
    } catch (error) {
      if (typeof error === "object" && error !== null) theirs.add(error);
      throw error;
    }
  };

  return {
    send,
    /** Whether the credentials threw this error, and not a request sent here. */
    isOfCredentials: (error: object): boolean => theirs.has(error),
    /**
     * Runs `use` with the token, and once more when the service refuses it (401) and the credentials have another by now.
     * What the credentials throw is thrown on as it is.
     */
    authorized: async <T>(call: Call, use: (token: string | undefined) => Promise<T>): Promise<T> => {
      if (!credentials || call.auth === "none") return use(undefined);
      const asking = call.signal ? { signal: call.signal } : {};
      const token = await tokenOf(credentials, asking);
      try {
        return await use(token);
      } catch (error) {
        if (!(error instanceof ApiError) || error.kind !== "unauthorized") throw error;
        const fresh = await tokenOf(credentials, { stale: token, ...asking });
        if (fresh === token) throw error;
        return use(fresh);
      }
    },
  };
}

function bodyOf(call: Call): { type: string; text: string } | undefined {
  if (call.json !== undefined) return { type: "application/json", text: JSON.stringify(call.json) };
  if (call.form === undefined) return undefined;
  return { type: "application/x-www-form-urlencoded", text: new URLSearchParams(queryPairs(call.form)).toString() };
}
