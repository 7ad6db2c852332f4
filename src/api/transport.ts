import { Readable, type Transform, pipeline } from "node:stream";
import { constants, createBrotliDecompress, createGunzip, createInflate, createZstdDecompress } from "node:zlib";
import type Dispatcher from "undici/types/dispatcher.d.ts";
import { abortable } from "./abortable.ts";
import { ApiError, type RequestSummary } from "./errors.ts";
import { networkError } from "./networkError.ts";
import type { RequestDispatcher } from "./request.ts";

export interface TransportOptions {
  readonly dispatcher: (origin: string) => Promise<RequestDispatcher>;
  /** Milliseconds. */
  readonly timeouts?: { readonly connect?: number; readonly headers?: number; readonly body?: number } | undefined;
}

/** The body of a request: text, or a stream that is opened for each attempt. */
export type Body =
  | { readonly type: string; readonly text: string }
  | { readonly type: string; /** Bytes. */ readonly length: number; open(): AsyncIterable<Uint8Array> };

/** A single HTTP request, without retries or redirects. */
export interface RawRequest {
  readonly method: Dispatcher.HttpMethod;
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Body | undefined;
  readonly signal: AbortSignal | undefined;
  /** Whether it changes something on the host. */
  readonly writes: boolean;
  /** The request as named in errors. */
  readonly request: RequestSummary;
}

/** A response as a stream. Iterate the body or close it to free the connection. */
export interface StreamResponse {
  readonly status: number;
  readonly header: (name: string) => string | undefined;
  /** The decompressed body; iterating throws ApiError. */
  readonly body: AsyncIterable<Uint8Array>;
  readonly close: () => Promise<void>;
}

/** Sends requests through the given dispatchers. The first one loads undici, but only modules that do not change global state. */
export function createTransport({
  dispatcher,
  timeouts = {},
}: TransportOptions): (sent: RawRequest) => Promise<StreamResponse> {
  const { connect = 10_000, headers: headersTimeout = 30_000, body: bodyTimeout = 60_000 } = timeouts;

  return async (sent) => {
    const deadline = new AbortController();
    const timer = setTimeout(
      () => deadline.abort(new DeadlineError(connect + headersTimeout)),
      connect + headersTimeout,
    );
    // A long upload does not time out while the host accepts data.
    const body = streamOf(sent.body, () => timer.refresh());
    const stopUpload = (): void => {
      if (body instanceof Readable && !body.readableEnded) body.destroy();
    };
    const progress = { begun: false };
    const signal = sent.signal ? AbortSignal.any([sent.signal, deadline.signal]) : deadline.signal;
    try {
      signal.throwIfAborted();
      const { default: api } = await import("undici/lib/api/index.js");
      const target = await abortable(dispatcher(sent.url.origin), signal);
      const response = await abortable(
        api.request.call(
          observed(target, () => {
            progress.begun = true;
          }),
          {
            origin: sent.url.origin,
            path: sent.url.pathname + sent.url.search,
            method: sent.method,
            headers: {
              "accept-encoding": "range" in sent.headers ? "identity" : acceptedEncodings,
              ...sent.headers,
              ...(sent.body && { "content-type": sent.body.type }),
              ...(sent.body && "length" in sent.body && { "content-length": String(sent.body.length) }),
            },
            body,
            signal,
            headersTimeout,
            bodyTimeout,
          },
        ),
        signal,
      );
      // A response may arrive before everything was sent. Stopping the upload before the body is read would lose why a file was refused.
      if (response.body.closed) stopUpload();
      else response.body.once("close", stopUpload);
      return toResponse(response, sent);
    } catch (error) {
      stopUpload();
      throw networkError(error, sent.request, sent.signal, progress.begun && sent.writes);
    } finally {
      clearTimeout(timer);
    }
  };
}

/** Returns the dispatcher with a callback for when a request is written to a connection; before, nothing has reached the host. */
function observed(target: RequestDispatcher, onStart: () => void): RequestDispatcher {
  return {
    dispatch: (options, handler) => {
      const start = handler.onRequestStart?.bind(handler);
      handler.onRequestStart = (controller, context) => {
        onStart();
        start?.(controller, context);
      };
      return target.dispatch(options, handler);
    },
  };
}

function streamOf(body: Body | undefined, onChunk: () => void): Readable | string | null {
  if (body === undefined) return null;
  if ("text" in body) return body.text;
  const chunks = async function* (): AsyncGenerator<Uint8Array> {
    for await (const chunk of body.open()) {
      onChunk();
      yield chunk;
    }
  };
  // The sender handles errors; this listener keeps those after the response from crashing the process.
  return Readable.from(chunks(), { objectMode: false }).on("error", () => undefined);
}

class DeadlineError extends Error {
  readonly code = "ERR_DEADLINE";

  constructor(milliseconds: number) {
    super(`No answer within ${milliseconds} ms`);
  }
}

function toResponse({ statusCode, headers, body: raw }: Dispatcher.ResponseData, sent: RawRequest): StreamResponse {
  const header = (name: string): string | undefined => {
    const value = headers[name];
    return Array.isArray(value) ? value.join(", ") : value;
  };
  // A body that is not read may still fail.
  raw.on("error", () => undefined);
  const bodiless = sent.method === "HEAD" || statusCode === 204 || statusCode === 304;
  const source = bodiless ? raw : decode(raw, header("content-encoding"));
  if (!source) {
    raw.destroy();
    throw new ApiError({
      kind: "invalidResponse",
      message: `${sent.request.method} ${sent.request.url} answered in an encoding nobody asked for: ${header("content-encoding") ?? ""}`,
      request: sent.request,
      outcomeUnknown: sent.writes,
      status: statusCode,
    });
  }
  const state = { closed: false };
  return {
    status: statusCode,
    header,
    body: read(source, sent, state),
    close: async () => {
      state.closed = true;
      // Destroying an unfinished body emits an error, which does not matter here: `close` is emitted in both cases.
      const gone = raw.closed ? undefined : new Promise((resolve) => raw.once("close", resolve));
      source.destroy();
      raw.destroy();
      await gone;
    },
  };
}

async function* read(source: Readable, sent: RawRequest, state: { closed: boolean }): AsyncGenerator<Uint8Array, void> {
  try {
    for await (const chunk of source) yield chunk as Uint8Array;
  } catch (error) {
    if (!state.closed) throw networkError(error, sent.request, sent.signal, sent.writes);
  }
}

/** Reads a body as UTF-8, up to `limit` bytes; if it is longer, the rest is discarded and `complete` is false. */
export async function readText(response: StreamResponse, limit: number): Promise<{ text: string; complete: boolean }> {
  const decoder = new TextDecoder();
  let text = "";
  let length = 0;
  for await (const chunk of response.body) {
    length += chunk.length;
    text += decoder.decode(chunk, { stream: true });
    if (length > limit) return { text, complete: false };
  }
  return { text: text + decoder.decode(), complete: true };
}
/** Compressions to accept. deflate is decoded but not requested, since servers disagree on its format. */
const acceptedEncodings = "gzip, br, zstd";

/** The largest window that zstd may use over HTTP (RFC 9659): 8 MB. */
const zstdWindow = { params: { [constants.ZSTD_d_windowLogMax]: 23 } };

const decoders: Readonly<Record<string, () => Transform>> = {
  gzip: createGunzip,
  "x-gzip": createGunzip,
  deflate: createInflate,
  br: createBrotliDecompress,
  zstd: () => createZstdDecompress(zstdWindow),
};

const ignore = (): void => undefined;

/**
 * Decodes a `Content-Encoding` as a stream. The result emits errors of the source and the decoder; destroying it ends the source.
 * Returns undefined for an unknown encoding.
 */
function decode(source: Readable, contentEncoding = ""): Readable | undefined {
  const names = contentEncoding
    .toLowerCase()
    .split(",")
    .map((name) => name.trim())
    .filter((name) => name !== "" && name !== "identity");
  const stages = names.reverse().map((name) => decoders[name]?.());
  if (stages.includes(undefined)) return undefined;
  // The reader of the last stage gets the errors; the listeners that pipeline adds keep unread ones from crashing the process.
  return (stages as Transform[]).reduce<Readable>((from, stage) => pipeline(from, stage, ignore), source);
}
