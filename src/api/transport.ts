import { Readable, type Transform, pipeline } from "node:stream";
import { createGunzip, createInflate, createBrotliDecompress } from "node:zlib";
import type Dispatcher from "undici/types/dispatcher.d.ts";
import { ApiError, type RequestSummary } from "./errors.ts";
import { networkError } from "./networkError.ts";
import { settledOrAborted } from "./settled.ts";

export interface TransportOptions {
  readonly dispatcher: (origin: string) => Promise<Dispatcher>;
  /** Milliseconds. */
  readonly timeouts?: { readonly connect?: number; readonly headers?: number; readonly body?: number } | undefined;
}

/** What is sent with a request: text, or bytes that are read anew for each sending. */
export type Body =
  | { readonly type: string; readonly text: string }
  | { readonly type: string; /** Bytes. */ readonly length: number; open(): AsyncIterable<Uint8Array> };

/** One hop: sent as it is, never repeated, never redirected. */
export interface RawRequest {
  readonly method: Dispatcher.HttpMethod;
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Body | undefined;
  readonly signal: AbortSignal | undefined;
  /** What errors say about it. */
  readonly request: RequestSummary;
}

/** An answer as it arrives. Iterate the body or close it, else its connection stays taken. */
export interface StreamResponse {
  readonly status: number;
  readonly header: (name: string) => string | undefined;
  /** Decompressed. Throws ApiError. */
  readonly body: AsyncIterable<Uint8Array>;
  readonly close: () => Promise<void>;
}

/** Sends hops through the given dispatchers. undici is loaded with the first one, and only the parts that leave the process alone. */
export function createTransport({
  dispatcher,
  timeouts = {},
}: TransportOptions): (hop: RawRequest) => Promise<StreamResponse> {
  const { connect = 10_000, headers: headersTimeout = 30_000, body: bodyTimeout = 60_000 } = timeouts;

  return async (hop) => {
    const deadline = new AbortController();
    const timer = setTimeout(
      () => deadline.abort(new DeadlineError(connect + headersTimeout)),
      connect + headersTimeout,
    );
    // A long upload has its time for as long as the service takes some of it.
    const body = streamOf(hop.body, () => timer.refresh());
    const letGo = (): void => {
      if (body instanceof Readable && !body.readableEnded) body.destroy();
    };
    const signal = hop.signal ? AbortSignal.any([hop.signal, deadline.signal]) : deadline.signal;
    try {
      signal.throwIfAborted();
      const { default: api } = await import("undici/lib/api/index.js");
      const way = await settledOrAborted(dispatcher(hop.url.origin), signal);
      const response = await settledOrAborted(
        api.request.call(way, {
          origin: hop.url.origin,
          path: hop.url.pathname + hop.url.search,
          method: hop.method,
          headers: {
            "accept-encoding": "range" in hop.headers ? "identity" : acceptedEncodings,
            ...hop.headers,
            ...(hop.body && { "content-type": hop.body.type }),
            ...(hop.body && "length" in hop.body && { "content-length": String(hop.body.length) }),
          },
          body,
          signal,
          headersTimeout,
          bodyTimeout,
        }),
        signal,
      );
      // An answer may come before everything was sent. What is left goes with it, not earlier: that would cut off why a file is refused.
      if (response.body.closed) letGo();
      else response.body.once("close", letGo);
      return arrived(response, hop);
    } catch (error) {
      letGo();
      throw networkError(error, hop.request, hop.signal);
    } finally {
      clearTimeout(timer);
    }
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
  // Whoever sends it hears of its errors; this keeps those after the answer from the process.
  return Readable.from(chunks(), { objectMode: false }).on("error", () => undefined);
}

class DeadlineError extends Error {
  readonly code = "ERR_DEADLINE";

  constructor(milliseconds: number) {
    super(`No answer within ${milliseconds} ms`);
  }
}

function arrived({ statusCode, headers, body: raw }: Dispatcher.ResponseData, hop: RawRequest): StreamResponse {
  const header = (name: string): string | undefined => {
    const value = headers[name];
    return Array.isArray(value) ? value.join(", ") : value;
  };
  // A body that nobody reads may still fail.
  raw.on("error", () => undefined);
  const bodiless = hop.method === "HEAD" || statusCode === 204 || statusCode === 304;
  const source = bodiless ? raw : decode(raw, header("content-encoding"));
  if (!source) {
    raw.destroy();
    throw new ApiError({
      kind: "invalidResponse",
      message: `${hop.request.method} ${hop.request.url} answered in an encoding nobody asked for: ${header("content-encoding") ?? ""}`,
      request: hop.request,
      status: statusCode,
    });
  }
  const state = { closed: false };
  return {
    status: statusCode,
    header,
    body: read(source, hop, state),
    close: async () => {
      state.closed = true;
      // Destroying an unfinished body is an error to the stream, but none here: `close` comes either way.
      const gone = raw.closed ? undefined : new Promise((resolve) => raw.once("close", resolve));
      source.destroy();
      raw.destroy();
      await gone;
    },
  };
}

async function* read(source: Readable, hop: RawRequest, state: { closed: boolean }): AsyncGenerator<Uint8Array, void> {
  try {
    for await (const chunk of source) yield chunk as Uint8Array;
  } catch (error) {
    if (!state.closed) throw networkError(error, hop.request, hop.signal);
  }
}

/** Reads a body to its end as UTF-8, or to `limit` bytes when it is longer: the rest is thrown away and `complete` is false. */
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
/** What to ask for where the whole body is wanted. deflate is read, but not asked for: hosts disagree on what it is. */
const acceptedEncodings = "gzip, br";

const decoders: Readonly<Record<string, () => Transform>> = {
  gzip: createGunzip,
  "x-gzip": createGunzip,
  deflate: createInflate,
  br: createBrotliDecompress,
};

const ignore = (): void => undefined;

/**
 * Undoes a `Content-Encoding`, streaming. Errors of the source and of the decoder come out of the result; destroying it ends the source.
 * Undefined for an encoding that nobody asked for.
 */
function decode(source: Readable, contentEncoding = ""): Readable | undefined {
  const names = contentEncoding
    .toLowerCase()
    .split(",")
    .map((name) => name.trim())
    .filter((name) => name !== "" && name !== "identity");
  const stages = names.reverse().map((name) => decoders[name]?.());
  if (stages.includes(undefined)) return undefined;
  // Whoever reads the last stage sees the errors. The listeners that pipeline leaves behind keep those that nobody reads from the process.
  return (stages as Transform[]).reduce<Readable>((from, stage) => pipeline(from, stage, ignore), source);
}
