import type Dispatcher from "undici/types/dispatcher.d.ts";
import { createAddresses } from "./addresses.ts";
import type { Dialect } from "./dialect.ts";
import type { ApiError } from "./errors.ts";
import { createPages, type Pages } from "./pages.ts";
import { type EncodedPath, type Query, queryString } from "./path.ts";
import type { Sender } from "./sender.ts";
import type { Answer } from "./transport.ts";

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
  /** `false`: what fails is not sent again, for callers that come again by themselves. A refused token is renewed all the same. */
  readonly repeat?: boolean | undefined;
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

/**
 * What resources stand on. It costs next to nothing: what sends is loaded with the first call.
 * @throws TypeError when the base address is none.
 */
export function createHttp(options: HttpOptions): Http {
  const addresses = createAddresses(options.baseUrl);
  let loading: Promise<Sender> | undefined;
  const sender = (): Promise<Sender> =>
    (loading ??= import("./sender.ts").then(({ createSender }) => createSender(options, addresses)));
  const needs = (call: Call): readonly string[] => call.needs ?? ["id"];

  return {
    baseUrl: addresses.baseUrl,

    object: async <T extends object>(call: Call) => (await (await sender()).object(call, needs(call))) as T,

    pages: <T extends object>(call: Call, { perPage, signal, repeat }: ListOptions) =>
      createPages<T>({
        path: call.path + queryString(call.query ?? {}),
        perPage,
        signal,
        fetch: async (path, pageSignal) => {
          const { items, header } = await (await sender()).list({ ...call, query: {}, signal: pageSignal, repeat }, path, needs(call));
          return { items: items as T[], header };
        },
      }),

    nothing: async (call) => (await sender()).nothing(call),
    stream: async (call) => (await sender()).stream(call),

    download: async (call) => {
      const answer = await (await sender()).stream(call);
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

    refuse: (call, why, field) => addresses.refuse(call, why, field),
    unexpected: (call, status, why) => addresses.unexpected(call, status, why),
  };
}
