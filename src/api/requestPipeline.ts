import { setTimeout } from "node:timers/promises";
import type { Addresses } from "./addresses.ts";
import { createAuthenticatedTransport, type Credential } from "./authenticatedTransport.ts";
import { EtagCache, type CachedResponse } from "./cache.ts";
import type { InstanceCapabilities } from "./capabilities.ts";
import { Concurrency } from "./concurrency.ts";
import { createDialect } from "./dialect.ts";
import { ApiError, type RequestSummary } from "./errors.ts";
import { looksLikeHtml, parseBody, UnexpectedBody } from "./json.ts";
import { multipartBody } from "./multipart.ts";
import { networkError } from "./networkError.ts";
import { type EncodedPath, queryPairs, queryString } from "./path.ts";
import type { RequestSpec, Header, HttpOptions, TextResponse, RequestPreview } from "./request.ts";
import { clockLead, maxWait, retryDelay } from "./retry.ts";
import { type StreamResponse, type Body, readText } from "./transport.ts";

/** Bytes; larger than any page of a list: a hundred jobs have 130 kB, a hundred changed files of 50 kB each 5 MB. Parsed within 100 ms. */
const maxTextLength = 8 * 1024 * 1024;
/** Bytes read of a body that is ignored. */
const maxIgnoredLength = 64 * 1024;
/** Milliseconds that a page may take beyond twice the time of one alone: connections are made, and other work is done meanwhile. */
const slownessMargin = 100;
const cachedHeaders = ["content-type", "link", "x-next-page", "x-per-page", "x-total"];

/** Sends the requests of one client: spelling of paths, credential, retries and cache. Every method throws ApiError. */
export interface RequestPipeline {
  /** Returns what `use` makes of the JSON body, and the pagination headers. `use` throws UnexpectedBody if the body is invalid. */
  json<T>(call: RequestSpec, path: string, use: (body: unknown) => T): Promise<{ value: T; header: Header }>;
  /** Returns what `use` makes of the whole response. `use` throws UnexpectedBody if it is invalid. */
  read<T>(call: RequestSpec, use: (response: TextResponse) => T): Promise<T>;
  head(call: RequestSpec): Promise<Header>;
  noContent(call: RequestSpec): Promise<void>;
  stream(call: RequestSpec): Promise<StreamResponse>;
  preview(call: RequestSpec): Promise<RequestPreview>;
  /** Returns the time by the host's clock as of its last response, in milliseconds since the epoch. */
  hostTime(): number;
}

export function createRequestPipeline(
  options: HttpOptions,
  addresses: Addresses,
  capabilities: InstanceCapabilities,
): RequestPipeline {
  const { now = Date.now, sleep = pause, log } = options;
  const dialect = createDialect(options.dialect, capabilities);
  let lead = 0;
  const transport = createAuthenticatedTransport(options, addresses, (header) => {
    dialect.observe(header);
    lead = clockLead(header, now());
  });
  const cache = new EtagCache();

  const cancelled =
    (request: RequestSummary, signal: AbortSignal | undefined) =>
    (reason: unknown): never => {
      throw networkError(reason, request, signal);
    };
  const wait = (delay: number, { signal }: RequestSpec, request: RequestSummary): Promise<void> =>
    sleep(delay, signal).catch(cancelled(request, signal));

  /** End of a short pause that the host asked for, in milliseconds since the epoch. */
  let pausedUntil = 0;
  const noteRateLimit = (error: unknown): void => {
    if (!(error instanceof ApiError) || error.kind !== "rateLimited" || error.retryAt === undefined) return;
    if (error.retryAt - now() <= maxWait) pausedUntil = Math.max(pausedUntil, error.retryAt);
  };

  /** Waits while the host refuses everybody: a request sent now would be refused, too, and prolong the pause on some hosts. */
  const unpaused = async (call: RequestSpec): Promise<void> => {
    const rest = pausedUntil - now();
    if (rest > 0) await wait(rest, call, addresses.request(call));
  };

  const concurrency = new Concurrency();
  /** Sends a request when the host may take it, one of several pages at its turn. */
  const inTurn = async <T>(call: RequestSpec, use: () => Promise<T>): Promise<T> => {
    const { beside, signal } = call;
    const end =
      beside === undefined
        ? undefined
        : await concurrency.turn(signal).catch(cancelled(addresses.request(call), signal));
    try {
      await unpaused(call);
      const startedAt = now();
      const answered = concurrency.sent();
      const result = await use().catch((error: unknown) => {
        if (isRefusal(error)) answered("refused");
        throw error;
      });
      const isSlow = beside !== undefined && now() - startedAt > 2 * beside + slownessMargin;
      answered(isSlow ? "slow" : "good");
      return result;
    } finally {
      end?.();
    }
  };

  const withRetries = async <T>(call: RequestSpec, once: () => Promise<T>, attempt = 1): Promise<T> => {
    try {
      return await once();
    } catch (error) {
      noteRateLimit(error);
      // A failed renewal may have consumed the refresh token: sending it again would end the session.
      if (!(error instanceof ApiError) || call.repeat === false || transport.isOfCredentials(error)) throw error;
      const delay = retryDelay(call.method ?? "GET", error, attempt, now(), Math.random());
      if (delay === undefined) throw error;
      log?.warn(`${error.message}; asking again in ${delay} ms`);
      // After a 429 every request waits for the end of the pause.
      if (error.kind !== "rateLimited") await wait(delay, call, error.request);
    }
    return withRetries(call, once, attempt + 1);
  };

  const withSpelling = async <T>(path: string, use: (path: string) => Promise<T>): Promise<T> => {
    const [likely, other] = dialect.paths(path);
    const known = async (spelling: typeof likely): Promise<T> => {
      const result = await use(spelling.path);
      spelling.confirm();
      return result;
    };
    try {
      return await known(likely);
    } catch (error) {
      if (other && error instanceof ApiError && error.kind === "notFound") return known(other);
      throw error;
    }
  };

  /** Runs `use` with path, credential and body, with retries. */
  const send = async <T>(
    call: RequestSpec,
    path: string,
    use: (path: string, credential: Credential, body: Body | undefined) => Promise<T>,
  ): Promise<T> => {
    const body = bodyOf(call.hostFieldNames === true ? await withHostFieldNames(call) : call);
    return withRetries(call, () =>
      withSpelling(path, (spelling) =>
        transport.authorized(call, (credential) => inTurn(call, () => use(spelling, credential, body))),
      ),
    );
  };

  /** Renames the fields to the host's names, which are detected first with the list of templates: it is public and its path differs. */
  const withHostFieldNames = async (call: RequestSpec): Promise<RequestSpec> => {
    if (call.json === undefined && call.multipart === undefined) return call;
    if (dialect.name === undefined) {
      const probe: RequestSpec = {
        operation: "ciTemplates.list",
        path: "/templates/service_ci_ymls" as EncodedPath,
        query: { per_page: 1 },
        auth: "none",
        signal: call.signal,
      };
      await pipeline.json(probe, probe.path, (body) => body).catch(() => undefined);
    }
    const named = (name: string): string => Object.keys(dialect.write({ [name]: "" }))[0] ?? name;
    if (call.json !== undefined) return { ...call, json: dialect.write(call.json) };
    return {
      ...call,
      ...(call.multipart && { multipart: call.multipart.map((part) => ({ ...part, name: named(part.name) })) }),
    };
  };

  const checked = <T>(call: RequestSpec, status: number, use: () => T): T => {
    try {
      return use();
    } catch (error) {
      if (!(error instanceof UnexpectedBody)) throw error;
      throw addresses.failure(call, `the answer ${error.message}`, {
        kind: "invalidResponse",
        status,
        field: error.field,
        cause: error.cause,
      });
    }
  };

  const readWhole = async (call: RequestSpec, response: StreamResponse): Promise<string> => {
    const { text, complete } = await readText(response, maxTextLength);
    if (complete) return text;
    throw addresses.failure(call, "the answer has more than 8 MB", {
      kind: "invalidResponse",
      status: response.status,
    });
  };

  const pipeline: RequestPipeline = {
    hostTime: () => now() + lead,

    json: (call, path, use) =>
      send(call, path, async (spelling, credential, body) => {
        const key = `GET ${spelling} ${queryString(call.query ?? {})} ${call.auth ?? ""} ${credential.key}`;
        const kept = call.conditional ? cache.get(key) : undefined;
        const validator = kept ? { headers: { "if-none-match": kept.etag }, acceptedStatuses: [304] } : {};
        const response = await transport.send(call, { path: spelling, credential, body, ...validator });
        const text = await readWhole(call, response);
        const unchanged = response.status === 304 ? kept : undefined;
        const content: CachedResponse = unchanged ?? { text, headers: pick(response.header, cachedHeaders) };
        const value = checked(call, response.status, () => {
          const parsed = parseBody(content.text, content.headers["content-type"] ?? "", call.rawIds);
          return use(call.hostFieldNames === true ? dialect.read(parsed) : parsed);
        });
        const etag = response.header("etag");
        // Only valid responses are cached, otherwise a 304 would return the invalid one forever.
        if (call.conditional && !unchanged && etag !== undefined) cache.set(key, { ...content, etag });
        return { value, header: (name) => content.headers[name] };
      }),

    read: (call, use) =>
      send(call, call.path, async (spelling, credential, body) => {
        const response = await transport.send(call, {
          path: spelling,
          credential,
          body,
          acceptedStatuses: call.acceptedStatuses ?? [],
        });
        const text = await readWhole(call, response);
        return checked(call, response.status, () => use({ text, status: response.status, header: response.header }));
      }),

    head: (call) =>
      send(call, call.path, async (spelling, credential) => {
        const response = await transport.send(call, { path: spelling, credential });
        await readText(response, maxIgnoredLength);
        return (name) => dialect.header(response.header, name);
      }),

    stream: (call) =>
      send(call, call.path, async (spelling, credential, body) => {
        const response = await transport.send(call, {
          path: spelling,
          credential,
          body,
          headers: { accept: "*/*" },
          acceptedStatuses: call.acceptedStatuses ?? [],
        });
        if (!call.rejectHtml || !looksLikeHtml("", response.header("content-type") ?? ""))
          return { ...response, header: (name) => dialect.header(response.header, name) };
        await response.close();
        throw addresses.failure(call, "a web page answered", { kind: "invalidResponse", status: response.status });
      }),

    preview: async (call) => {
      const { json, multipart } = call.hostFieldNames === true ? await withHostFieldNames(call) : call;
      const [{ path }] = dialect.paths(call.path);
      return {
        url: addresses.url(call, path).href,
        scheme: schemeOf(call, options),
        ...(json && { json }),
        ...(multipart && { multipart }),
      };
    },

    noContent: (call) =>
      send(call, call.path, async (spelling, credential, body) => {
        const response = await transport.send(call, { path: spelling, credential, body });
        // The status decides; a truncated body does not matter.
        const { text } = await readText(response, maxIgnoredLength).catch(() => ({ text: "" }));
        if (looksLikeHtml(text, response.header("content-type") ?? "")) {
          throw addresses.failure(call, "a web page answered", { kind: "invalidResponse", status: response.status });
        }
      }),
  };
  return pipeline;
}

/** Returns whether the host has more requests than it takes. */
const isRefusal = (error: unknown): boolean =>
  error instanceof ApiError && (error.kind === "rateLimited" || error.status === 503);

function schemeOf({ auth }: RequestSpec, { credentials }: HttpOptions): RequestPreview["scheme"] {
  if (auth === "none" || auth === "basic") return auth === "none" ? undefined : auth;
  return auth === "bearer" && credentials ? auth : credentials?.scheme;
}

function bodyOf(call: RequestSpec): Body | undefined {
  if (call.json !== undefined) return jsonBody(call.json, call.onProgress);
  if (call.multipart) return multipartBody(call.multipart, call.onProgress);
  if (call.form === undefined) return undefined;
  return { type: "application/x-www-form-urlencoded", text: new URLSearchParams(queryPairs(call.form)).toString() };
}

function pick(header: Header, names: readonly string[]): Record<string, string> {
  const picked = names.map((name) => [name, header(name)] as const);
  return Object.fromEntries(picked.filter((entry): entry is [string, string] => entry[1] !== undefined));
}

const pause = async (delay: number, signal: AbortSignal | undefined): Promise<void> => {
  await setTimeout(delay, undefined, signal ? { signal } : {});
};
/** Bytes. */
const chunkSize = 64 * 1024;

/**
 * Creates a JSON body (Part 1, conventions 5). With `onProgress` it is sent in chunks, and each chunk restarts the timeout; without, the
 * whole body has to be sent before the response headers are due.
 * @param onProgress receives the bytes read for sending, and the total
 */
function jsonBody(value: object, onProgress?: (done: number, total: number) => void): Body {
  const type = "application/json";
  const text = JSON.stringify(value);
  if (onProgress === undefined) return { type, text };
  const bytes = Buffer.from(text);
  return {
    type,
    length: bytes.length,
    // eslint-disable-next-line @typescript-eslint/require-await -- bodies are async iterables; this one has nothing to wait for
    open: async function* () {
      for (let at = 0; at < bytes.length; at += chunkSize) {
        const chunk = bytes.subarray(at, at + chunkSize);
        onProgress(at + chunk.length, bytes.length);
        yield chunk;
      }
    },
  };
}
