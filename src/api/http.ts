import type Dispatcher from "undici/types/dispatcher.d.ts";
import { type KeptAnswer, EtagCache } from "./cache.ts";
import { createDialect, type Dialect } from "./dialect.ts";
import { ApiError } from "./errors.ts";
import { createExchange } from "./exchange.ts";
import { checkList, checkObject, looksLikeHtml, parseBody, UnexpectedBody } from "./json.ts";
import { networkError } from "./networkError.ts";
import { createPages, type Pages } from "./pages.ts";
import { type EncodedPath, type Query, queryString } from "./path.ts";
import { retryDelay } from "./retry.ts";
import { type Answer, readText } from "./transport.ts";

/** Where the client's credential comes from. Asked at each request; what `token` throws is thrown on as it is. */
export interface Credentials {
  readonly scheme: "bearer" | "private-token";
  /** The token to send. `stale` names one the service has just refused. */
  token(options: { stale?: string; signal?: AbortSignal }): Promise<string>;
}

export interface HttpOptions {
  /** Address of the instance; it may have a sub-path. */
  readonly baseUrl: string;
  /** Without them, requests go unauthenticated. */
  readonly credentials?: Credentials | undefined;
  /** The undici dispatcher for an origin such as `https://git.example.com`: proxy, certificates and connections are its business. */
  readonly dispatcher: (origin: string) => Promise<Dispatcher>;
  readonly log?: { debug(message: string): void; warn(message: string): void } | undefined;
  readonly dialect?: Partial<Dialect> | undefined;
  /** Milliseconds: until connected (10,000), until the answer begins (30,000), between two parts of it (60,000). */
  readonly timeouts?: { readonly connect?: number; readonly headers?: number; readonly body?: number } | undefined;
  readonly now?: (() => number) | undefined;
  /** Waits between attempts; milliseconds. */
  readonly sleep?: ((delay: number, signal: AbortSignal | undefined) => Promise<void>) | undefined;
  /** Told at every 429 until when (milliseconds since the epoch) the service wants silence. */
  readonly onRateLimit?: ((until: number) => void) | undefined;
}

export interface CallOptions {
  readonly signal?: AbortSignal | undefined;
}

export interface ListOptions extends CallOptions {
  /** Items per page: 20 unless told, 100 at most. */
  readonly perPage?: number | undefined;
}

/** One request as a resource describes it. */
export interface Call extends CallOptions {
  /** GET unless told. */
  readonly method?: "GET" | "HEAD" | "POST" | "PUT" | "PATCH" | "DELETE";
  readonly path: EncodedPath;
  /** `base` for the routes outside `/api/v4`. */
  readonly root?: "api" | "base";
  readonly query?: Query;
  readonly json?: unknown;
  readonly form?: Query;
  readonly headers?: Readonly<Record<string, string>>;
  /** Headers that, like the credential, go to the instance's own origin only. */
  readonly secretHeaders?: Readonly<Record<string, string>>;
  /** How to sign in: by the credential's scheme unless told; `bearer` for routes that know no other. */
  readonly auth?: "none" | "bearer";
  /** Remember the answer by its ETag: unchanged, the next one costs a 304. */
  readonly conditional?: boolean;
  /** Fields that every object of the answer must have; `id` unless told. */
  readonly needs?: readonly string[];
  /** Statuses outside 200–299 that are answers here, not errors. */
  readonly answers?: readonly number[];
  /** A web page is no answer here, although the body is not JSON. */
  readonly textDue?: boolean;
}

/** A file as it arrives. Iterate the body or close it, else its connection stays taken. */
export interface Download {
  readonly contentType?: string;
  /** Bytes, where the host tells it. */
  readonly length?: number;
  readonly etag?: string;
  readonly body: AsyncIterable<Uint8Array>;
  readonly close: () => Promise<void>;
}

/** What resources are made of. Everything throws ApiError. */
export interface Http {
  readonly baseUrl: string;
  object<T extends object>(call: Call): Promise<T>;
  pages<T extends object>(call: Call, options: ListOptions): Pages<T>;
  /** For calls whose answer says nothing more than that it is done. */
  nothing(call: Call): Promise<void>;
  stream(call: Call): Promise<Answer>;
  download(call: Call): Promise<Download>;
  /** The error for a call that is not even sent; `field` is what to correct. */
  refuse(call: Call, why: string, field?: string): ApiError;
  /** The error for an answer that makes no sense. */
  unexpected(call: Call, status: number, why: string): ApiError;
}

/** JSON beyond this is no page of a list; it would only fill the memory. */
const longestJson = 64 * 1024 * 1024;
const longestIgnored = 64 * 1024;
const pageHeaders = ["content-type", "link", "x-next-page", "x-per-page", "x-total"];

/** @throws TypeError when the base address is none. */
export function createHttp(options: HttpOptions): Http {
  const base = baseOf(options.baseUrl);
  const { now = Date.now, sleep = pause, log } = options;
  const exchange = createExchange(options, base);
  const spellings = createDialect(options.dialect);
  const cache = new EtagCache();

  const repeating = async <T>(call: Call, once: () => Promise<T>, attempt = 1): Promise<T> => {
    try {
      return await once();
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      const delay = retryDelay(call.method ?? "GET", error, attempt, now(), Math.random());
      if (delay === undefined) throw error;
      log?.warn(`${error.message}; asking again in ${delay} ms`);
      await sleep(delay, call.signal).catch((reason: unknown) => {
        throw networkError(reason, error.request, call.signal);
      });
    }
    return repeating(call, once, attempt + 1);
  };

  const spelled = async <T>(path: string, use: (path: string) => Promise<T>): Promise<T> => {
    const [likely, other] = spellings(path);
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

  const send = <T>(call: Call, path: string, use: (path: string, token: string | undefined) => Promise<T>): Promise<T> =>
    repeating(call, () => spelled(path, (spelling) => exchange.authorized(call, (token) => use(spelling, token))));

  const json = <T>(call: Call, path: string, read: (body: unknown) => T) =>
    send(call, path, async (spelling, token) => {
      const key = `GET ${spelling} ${queryString(call.query ?? {})} ${call.auth ?? ""} ${token ?? ""}`;
      const kept = call.conditional ? cache.get(key) : undefined;
      const validator = kept ? { headers: { "if-none-match": kept.etag }, answers: [304] } : {};
      const answer = await exchange.send(call, { path: spelling, token, ...validator });
      const { text, complete } = await readText(answer, longestJson);
      if (!complete) throw exchange.unexpected(call, answer.status, "the answer is longer than any list");
      const unchanged = answer.status === 304 ? kept : undefined;
      const received: KeptAnswer = unchanged ?? { text, headers: pick(answer.header, pageHeaders) };
      try {
        const value = read(parseBody(received.text, received.headers["content-type"] ?? ""));
        const etag = answer.header("etag");
        // Only what made sense is kept: else a 304 would bring the nonsense back for ever.
        if (call.conditional && !unchanged && etag !== undefined) cache.set(key, { ...received, etag });
        return { value, header: (name: string) => received.headers[name] };
      } catch (error) {
        if (!(error instanceof UnexpectedBody)) throw error;
        throw exchange.unexpected(call, answer.status, `the answer ${error.message}`);
      }
    });

  const stream = (call: Call): Promise<Answer> =>
    send(call, call.path, async (spelling, token) => {
      const answer = await exchange.send(call, {
        path: spelling,
        token,
        headers: { accept: "*/*" },
        answers: call.answers ?? [],
      });
      if (!call.textDue || !looksLikeHtml("", answer.header("content-type") ?? "")) return answer;
      await answer.close();
      throw exchange.unexpected(call, answer.status, "a web page answered");
    });

  return {
    baseUrl: base.href.replace(/\/+$/, ""),
    stream,

    object: async <T extends object>(call: Call) =>
      (await json(call, call.path, (body) => checkObject(body, call.needs ?? ["id"]) as T)).value,

    pages: <T extends object>(call: Call, { perPage, signal }: ListOptions) =>
      createPages<T>({
        path: call.path + queryString(call.query ?? {}),
        perPage,
        signal,
        fetch: async (path, pageSignal) => {
          const page = { ...call, query: {}, signal: pageSignal };
          const { value, header } = await json(page, path, (body) => checkList(body, call.needs ?? ["id"]) as T[]);
          return { items: value, header };
        },
      }),

    nothing: (call) =>
      send(call, call.path, async (spelling, token) => {
        const answer = await exchange.send(call, { path: spelling, token });
        // It is done once the status says so; a body that breaks off changes nothing.
        const { text } = await readText(answer, longestIgnored).catch(() => ({ text: "" }));
        if (looksLikeHtml(text, answer.header("content-type") ?? "")) {
          throw exchange.unexpected(call, answer.status, "a web page answered");
        }
      }),

    download: async (call) => {
      const answer = await stream(call);
      const length = answer.header("content-encoding") === undefined ? answer.header("content-length") : undefined;
      const contentType = answer.header("content-type");
      const etag = answer.header("etag");
      return {
        ...(contentType === undefined ? {} : { contentType }),
        ...(length === undefined ? {} : { length: Number(length) }),
        ...(etag === undefined ? {} : { etag }),
        body: answer.body,
        close: answer.close,
      };
    },

    refuse: (call, why, field) => exchange.refuse(call, why, field),
    unexpected: (call, status, why) => exchange.unexpected(call, status, why),
  };
}

function baseOf(text: string): URL {
  const base = new URL(text);
  if (base.protocol !== "https:" && base.protocol !== "http:") throw new TypeError(`Not an http address: ${base.protocol}`);
  return new URL(base.pathname, base.origin);
}

function pick(header: (name: string) => string | undefined, names: readonly string[]): Record<string, string> {
  const picked = names.map((name) => [name, header(name)] as const);
  return Object.fromEntries(picked.filter((entry): entry is [string, string] => entry[1] !== undefined));
}

const pause = async (delay: number, signal: AbortSignal | undefined): Promise<void> => {
  const { setTimeout } = await import("node:timers/promises");
  await setTimeout(delay, undefined, signal ? { signal } : {});
};
