import type Dispatcher from "undici/types/dispatcher.d.ts";
import type { InstanceCapabilities } from "./capabilities.ts";
import type { Part as BytePart } from "./contentRange.ts";
import type { DialectName } from "./dialect.ts";
import type { RequiredFields } from "./json.ts";
import type { EncodedPath, Query } from "./path.ts";
import type { Upload } from "./upload.ts";

/** Where the client's credential comes from. Asked at each request; what `token` throws is thrown on as it is. */
export interface Credentials {
  readonly scheme: "bearer" | "private-token";
  /** The token to send. `stale` names one the service has just refused. */
  token(options: { stale?: string; signal?: AbortSignal }): Promise<string>;
}

/** Where user name and personal access token for package feeds come from, which know no other credential (Part 1, Authentication). */
export interface FeedCredentials {
  /** `stale` is the password that the service has just refused. */
  basic(options: {
    stale?: string;
    signal?: AbortSignal;
  }): Promise<{ readonly username: string; readonly password: string }>;
}

export interface HttpOptions {
  /** Address of the instance; it may have a sub-path. */
  readonly baseUrl: string;
  /** Without them, requests go unauthenticated. */
  readonly credentials?: Credentials | undefined;
  /** Without them, calls of package feeds that need a credential are not sent. */
  readonly feedCredentials?: FeedCredentials | undefined;
  /** The undici dispatcher for an origin such as `https://git.example.com`: proxy, certificates and connections are its business. */
  readonly dispatcher: (origin: string) => Promise<Dispatcher>;
  readonly log?: { debug(message: string): void; warn(message: string): void } | undefined;
  /** How the host names what the documents give neutral names; `auto`, unless told, finds out. */
  readonly dialect?: DialectName | "auto" | undefined;
  /** Keeps what is found out about the instance; for the client's life unless told. */
  readonly capabilities?: InstanceCapabilities | undefined;
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
  /** Hears how many bytes of an upload or download are through, and of how many where that is known. */
  readonly onProgress?: ((done: number, total: number | undefined) => void) | undefined;
}

export interface ListOptions extends CallOptions {
  /** Items per page: 20 unless told, 100 at most. */
  readonly perPage?: number | undefined;
}

/** One part of a multipart body. */
export type Part =
  | { readonly name: string; readonly value: string | number | boolean }
  | { readonly name: string; readonly file: Upload };

/** One request as a resource describes it. */
export interface RequestSpec extends CallOptions {
  /** The contract's id of the operation, or `extras.…`: errors carry it. */
  readonly operation: string;
  /** GET unless told. */
  readonly method?: "GET" | "HEAD" | "POST" | "PUT" | "PATCH" | "DELETE";
  readonly path: EncodedPath;
  /** `base` for the routes outside `/api/v4`. */
  readonly root?: "api" | "base";
  readonly query?: Query;
  readonly json?: object;
  readonly form?: Query;
  readonly multipart?: readonly Part[];
  readonly headers?: Readonly<Record<string, string>>;
  /** Headers that, like the credential, go to the instance's own origin only. */
  readonly secretHeaders?: Readonly<Record<string, string>>;
  /** How to sign in: by the credential's scheme unless told; `bearer` for routes that know no other, `basic` for package feeds. */
  readonly auth?: "none" | "bearer" | "basic";
  /** Remember the answer by its ETag: unchanged, the next one costs a 304. */
  readonly conditional?: boolean;
  /** Fields that callers rely on, in every object of the answer; `{ id: "id" }` unless told. */
  readonly requiredFields?: RequiredFields;
  /** Statuses outside 200–299 that are answers here, not errors. */
  readonly acceptedStatuses?: readonly number[];
  /** A web page is no answer here, although anything else is: text, or a file of another type. */
  readonly rejectHtml?: boolean;
  /** Ids that look like numbers are names here. */
  readonly rawIds?: boolean;
  /** Hosts have names of their own for fields of this record: see dialect.ts. */
  readonly hostFieldNames?: boolean;
  /**
   * What the account may not do, for routes that answer 401 for that too, as if the token were bad. Where the token is good for anything
   * else, that becomes `forbidden`: no token is renewed, and nobody is to sign in again, for it.
   */
  readonly forbiddenReason?: string;
  /** Hears an answer that becomes an error, as it came: for those who show it. The last one is that of the error. */
  readonly onErrorResponse?: (answer: TextResponse) => void;
}

/** A header of an answer by its name, in any letter case. */
export type Header = (name: string) => string | undefined;

/** A whole answer. */
export interface TextResponse {
  readonly text: string;
  readonly status: number;
  readonly header: Header;
}

/** A call as the host would get it, without its credential. */
export interface RequestPreview {
  readonly url: string;
  /** Which kind of credential goes with it; undefined for none. */
  readonly scheme: Credentials["scheme"] | "basic" | undefined;
  readonly json?: object;
  readonly multipart?: readonly Part[];
}

/** A file as it arrives. Iterate the body or close it, else its connection stays taken. */
export interface Download {
  readonly contentType?: string;
  /** Bytes, where the host tells it. */
  readonly length?: number;
  readonly etag?: string;
  /** Which bytes came, when the host sent only those that were asked for. */
  readonly part?: BytePart;
  readonly body: AsyncIterable<Uint8Array>;
  readonly close: () => Promise<void>;
}
