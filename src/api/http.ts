import type Dispatcher from "undici/types/dispatcher.d.ts";
import { type Dialect } from "./dialect.ts";
import { type ApiError } from "./errors.ts";
import { type Pages } from "./pages.ts";
import { type EncodedPath, type Query } from "./path.ts";

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

/** An answer as it arrives. Iterate the body or close it, else its connection stays taken. */
export interface Answer {
  readonly status: number;
  header(name: string): string | undefined;
  /** Decompressed. Throws ApiError. */
  readonly body: AsyncIterable<Uint8Array>;
  readonly close: () => Promise<void>;
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

export function createHttp(_options: HttpOptions): Http {
  throw new Error("The transport is not there yet");
}
