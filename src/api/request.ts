import type Dispatcher from "undici/types/dispatcher.d.ts";
import type { InstanceCapabilities } from "./capabilities.ts";
import type { Part as BytePart } from "./contentRange.ts";
import type { DialectName } from "./dialect.ts";
import type { FieldsOf, RequiredFields } from "./fieldsOf.ts";
import type { EncodedPath, Query } from "./path.ts";
import type { Upload } from "./upload.ts";

/** What requests are sent through: undici's dispatchers, or what behaves like one. */
export type RequestDispatcher = Pick<Dispatcher, "dispatch">;

/** Provides the client's credential for each request. Errors of `token` are rethrown unchanged. */
export interface Credentials {
  readonly scheme: "bearer" | "private-token";
  /** Returns the token to send. @param options `stale` is a token that the host has just refused */
  token(options: { stale?: string; signal?: AbortSignal }): Promise<string>;
}

/** Provides the username and personal access token for package feeds, which accept no other credential (Part 1, Authentication). */
export interface FeedCredentials {
  /** Returns the credential to send. @param options `stale` is a password that the host has just refused */
  basic(options: {
    stale?: string;
    signal?: AbortSignal;
  }): Promise<{ readonly username: string; readonly password: string }>;
}

/** Learns the secrets that a client uses, so that they are hidden wherever a host repeats them. */
export interface SecretRegister {
  add(...values: readonly (string | undefined)[]): void;
  /** Returns the text without the secrets. */
  hide(text: string): string;
}

export interface HttpOptions {
  /** Base URL of the instance, with its sub-path if it has one. */
  readonly baseUrl: string;
  /** Without it, requests are unauthenticated. */
  readonly credentials?: Credentials | undefined;
  /** Without it, requests to package feeds that need a credential are not sent. */
  readonly feedCredentials?: FeedCredentials | undefined;
  /** Returns the dispatcher for an origin such as `https://git.example.com`; it handles proxy, certificates and connections. */
  readonly dispatcher: (origin: string) => Promise<RequestDispatcher>;
  /** Receives each secret that is sent or issued; the texts of error responses are passed through it. */
  readonly secrets?: SecretRegister | undefined;
  readonly log?: { debug(message: string): void; warn(message: string): void } | undefined;
  /** Which names the host uses where the documents have neutral ones. Default: `auto`, which detects it. */
  readonly dialect?: DialectName | "auto" | undefined;
  /** Stores what is detected about the instance. Default: in memory, for the life of the client. */
  readonly capabilities?: InstanceCapabilities | undefined;
  /** Milliseconds to connect (10,000), until the response headers (30,000), and between two chunks of the body (60,000). */
  readonly timeouts?: { readonly connect?: number; readonly headers?: number; readonly body?: number } | undefined;
  readonly now?: (() => number) | undefined;
  /** Waits between attempts. @param delay milliseconds */
  readonly sleep?: ((delay: number, signal: AbortSignal | undefined) => Promise<void>) | undefined;
  /** Called for every 429 with the time at which the rate limit ends, in milliseconds since the epoch. */
  readonly onRateLimit?: ((until: number) => void) | undefined;
  /**
   * Called when the host has answered a request, with any status below 500 but 408 and 429.
   * @param askedAt start of the request, in milliseconds since the epoch
   */
  readonly onAnswer?: ((askedAt: number) => void) | undefined;
  /**
   * Called with the records of each JSON answer before the caller receives them.
   * @param operation ID of the operation in the contract
   * @param askedAt start of the request, in milliseconds since the epoch
   */
  readonly onRecords?: ((operation: string, records: readonly object[], askedAt: number) => void) | undefined;
}

export interface CallOptions {
  readonly signal?: AbortSignal | undefined;
  /** `false` disables retries, for callers that repeat requests themselves. A refused token is still renewed. */
  readonly repeat?: boolean | undefined;
  /** Called with the bytes transferred so far of an upload or download, and the total if known. */
  readonly onProgress?: ((done: number, total: number | undefined) => void) | undefined;
}

export interface ListOptions extends CallOptions {
  /** Items per page, at most 100. Default: 20. */
  readonly perPage?: number | undefined;
}

/** One part of a multipart body. */
export type Part =
  | { readonly name: string; readonly value: string | number | boolean }
  | { readonly name: string; readonly file: Upload };

/** A request as a resource describes it. */
export interface RequestSpec extends CallOptions {
  /** ID of the operation in the contract, or `extras.…`; part of errors. */
  readonly operation: string;
  /** Default: GET. */
  readonly method?: "GET" | "HEAD" | "POST" | "PUT" | "PATCH" | "DELETE";
  readonly path: EncodedPath;
  /** `base` for routes outside `/api/v4`. */
  readonly root?: "api" | "base";
  readonly query?: Query;
  readonly json?: object;
  readonly form?: Query;
  readonly multipart?: readonly Part[];
  readonly headers?: Readonly<Record<string, string>>;
  /** Headers that, like the credential, are only sent to the instance's own origin. */
  readonly secretHeaders?: Readonly<Record<string, string>>;
  /** How to authenticate: `bearer` for routes that accept nothing else, `basic` for package feeds, `optional` for the credential if there is one. Default: the credential's scheme. */
  readonly auth?: "none" | "optional" | "bearer" | "basic";
  /** Caches the response by its ETag, so that an unchanged one is only a 304. */
  readonly conditional?: boolean;
  /** Fields that are checked in every object of the response. */
  readonly requiredFields?: RequiredFields;
  /** Statuses outside 200–299 that are not errors. */
  readonly acceptedStatuses?: readonly number[];
  /** Rejects an HTML response where any other content type is valid. */
  readonly rejectHtml?: boolean;
  /** Compares a download with the size and the checksum that the host sends in headers of repository files. */
  readonly checksContent?: boolean;
  /** Real hosts return the whole list at once, whatever the page: the same page again is its end. */
  readonly unpaged?: boolean;
  /** For one of several pages that are requested at once: milliseconds that a page takes alone. Such requests wait for their turn. */
  readonly beside?: number | undefined;
  /** Keeps IDs that look like numbers as text, where they are names. */
  readonly rawIds?: boolean;
  /** Translates fields that hosts name differently from the documents; see dialect.ts. */
  readonly hostFieldNames?: boolean;
  /**
   * The message for a missing permission, for routes that answer it with 401 as if the token were invalid. If the host still accepts the
   * token, the error becomes `forbidden`: the token is not renewed and the user is not asked to sign in again.
   */
  readonly forbiddenReason?: string;
  /** The request changes nothing on the host, whatever its method. */
  readonly readsOnly?: boolean;
  /** The request uses up a secret, so it matters whether it arrived, although it changes nothing for the user. */
  readonly usesUp?: boolean;
  /** Called with every response that becomes an error; the last call is the response of the error that is thrown. */
  readonly onErrorResponse?: (response: TextResponse) => void;
}

/** A request whose response is checked so that it is what the type says. */
export interface CheckedRequest<T> extends RequestSpec {
  readonly requiredFields: FieldsOf<T>;
}

/** Returns whether it matters if a request was carried out. Of OAuth, which changes the session only, just renewals do. */
export const isWrite = ({ method = "GET", root, readsOnly, usesUp }: RequestSpec): boolean =>
  method !== "GET" && method !== "HEAD" && (usesUp ?? (root !== "base" && readsOnly !== true));

/** Returns a response header by its case-insensitive name. */
export type Header = (name: string) => string | undefined;

/** A response with its whole body. */
export interface TextResponse {
  readonly text: string;
  readonly status: number;
  readonly header: Header;
}

/** A request as it would be sent, without its credential. */
export interface RequestPreview {
  readonly url: string;
  /** The authentication scheme; undefined for none. */
  readonly scheme: Credentials["scheme"] | "basic" | undefined;
  readonly json?: object;
  readonly multipart?: readonly Part[];
}

/** A file as a stream. Iterate the body or close it to free the connection. */
export interface Download {
  readonly contentType?: string;
  /** Bytes, if the host sends it. */
  readonly length?: number;
  readonly etag?: string;
  /** The range in the body, if the host sent only the requested bytes. */
  readonly part?: BytePart;
  readonly body: AsyncIterable<Uint8Array>;
  readonly close: () => Promise<void>;
}
