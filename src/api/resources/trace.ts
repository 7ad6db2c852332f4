import { readContentRange } from "../contentRange.ts";
import type { Http } from "../http.ts";
import type { EncodedPath } from "../path.ts";
import type { CallOptions, RequestSpec } from "../request.ts";

export interface TraceOptions extends CallOptions {
  /** Byte offset to start at. Hosts may ignore it and send the whole log; see `start` of the result. */
  readonly start?: number | undefined;
  /** ETag of the previous response; an unchanged log is then only a 304. */
  readonly etag?: string | undefined;
}

/** A log or a part of it. Iterate `body` or call `close` to free the connection. */
export interface TraceResponse {
  /** 200: the whole log, 206: the part from `start`, 304: unchanged, 416: nothing new (or a shorter log, see `total`). */
  readonly status: 200 | 206 | 304 | 416;
  readonly etag?: string;
  /** Offset of the first byte in the body; 0 unless the status is 206. */
  readonly start: number;
  /** Length of the whole log in bytes, if the host sends it. */
  readonly total?: number;
  readonly body: AsyncIterable<Uint8Array>;
  close(): Promise<void>;
}

/** Requests a log or a part of it. Running jobs and older hosts respond to a range with 200 and the whole log. */
export async function trace(
  http: Http,
  path: EncodedPath,
  { start = 0, etag, signal, repeat }: TraceOptions,
): Promise<TraceResponse> {
  return requestTrace(http, {
    operation: "jobs.trace",
    path,
    headers: { ...(start > 0 && { range: `bytes=${start}-` }), ...condition(etag) },
    signal,
    repeat,
  });
}

/** Most bytes that hosts send at once of a part by offset. */
export const TRACE_PART_LIMIT = 512_000;

export interface TracePartOptions extends CallOptions {
  /** Byte offset to start at. */
  readonly start: number;
  /** What is known of the log, to detect whether the host honored the offset. The two beginnings must differ. */
  readonly known: {
    /** The log's first bytes. */
    readonly head: Uint8Array;
    /** The bytes from `start` on; may be empty. */
    readonly overlap: Uint8Array;
  };
  /** ETag of the response to the same `start`; an unchanged part is then only a 304. */
  readonly etag?: string | undefined;
}

/** A part of a log, or the whole log, and whether the host honoured the offset; undefined if that is unclear. */
export interface TracePart {
  readonly response: TraceResponse;
  readonly honoured: boolean | undefined;
}

/**
 * Requests at most TRACE_PART_LIMIT bytes of a log by `byte_offset`, which hosts that know it honour for running jobs as
 * well. Others ignore it and send the whole log (200).
 */
export async function tracePart(
  http: Http,
  call: Pick<RequestSpec, "operation" | "path">,
  { start, known, etag, signal, repeat }: TracePartOptions,
): Promise<TracePart> {
  const response = await requestTrace(http, {
    ...call,
    query: { byte_offset: start, byte_limit: TRACE_PART_LIMIT },
    headers: condition(etag),
    signal,
    repeat,
  });
  if (response.status !== 200) return { response, honoured: undefined };
  try {
    const { first, body } = await peek(response.body, Math.max(known.head.length, known.overlap.length));
    const honoured = isHonoured(first, known);
    if (honoured === false) return { response: { ...response, body }, honoured };
    // The length is that of the part.
    const { total: _length, ...rest } = response;
    return { response: { ...rest, status: 206, start, body }, honoured };
  } catch (error) {
    await response.close();
    throw error;
  }
}

/** Returns whether a body that begins so is the part, and not the whole log; undefined for an empty or a different log. */
function isHonoured(first: Uint8Array, { head, overlap }: TracePartOptions["known"]): boolean | undefined {
  if (first.length === 0) return undefined;
  if (overlap.length > 0 && startsWith(first, overlap)) return true;
  if (startsWith(first, head)) return false;
  return overlap.length > 0 ? undefined : true;
}

const startsWith = (bytes: Uint8Array, beginning: Uint8Array): boolean =>
  Buffer.compare(bytes.subarray(0, beginning.length), beginning) === 0;

/** Reads the first bytes of a body, as many as there are, and returns them with the whole body. */
async function peek(
  source: AsyncIterable<Uint8Array>,
  length: number,
): Promise<{ first: Uint8Array; body: AsyncIterable<Uint8Array> }> {
  const chunks = source[Symbol.asyncIterator]();
  let first: Uint8Array = new Uint8Array(0);
  while (first.length < length) {
    const next = await chunks.next();
    if (next.done) break;
    first = Buffer.concat([first, next.value]);
  }
  const body = async function* (): AsyncGenerator<Uint8Array> {
    if (first.length > 0) yield first;
    yield* { [Symbol.asyncIterator]: () => chunks };
  };
  return { first, body: body() };
}

const condition = (etag: string | undefined): Record<string, string> =>
  etag === undefined ? {} : { "if-none-match": etag };

async function requestTrace(http: Http, described: RequestSpec): Promise<TraceResponse> {
  const call: RequestSpec = { ...described, acceptedStatuses: [304, 416], rejectHtml: true };
  const response = await http.stream(call);
  const newEtag = response.header("etag");
  const base = { ...(newEtag === undefined ? {} : { etag: newEtag }), body: response.body, close: response.close };
  switch (response.status) {
    case 304:
      return { ...base, status: 304, start: 0 };
    case 416:
      await drain(response);
      return { ...base, status: 416, start: 0, ...totalOf(response.header("content-range")) };
    case 206: {
      const part = readContentRange(response.header("content-range"));
      if (part) {
        const { start: from, total } = part;
        return { ...base, status: 206, start: from, ...(total === undefined ? {} : { total }) };
      }
      await response.close();
      throw http.failure(call, "a part of the log came without saying which", {
        kind: "invalidResponse",
        status: response.status,
      });
    }
    default: {
      const length = response.header("content-encoding") === undefined ? response.header("content-length") : undefined;
      return { ...base, status: 200, start: 0, ...(length === undefined ? {} : { total: Number(length) }) };
    }
  }
}

/** Reads the body of a 416 to its end, since it is not a log, to free the connection. */
async function drain({ body }: Pick<TraceResponse, "body">): Promise<void> {
  for await (const _ of body);
}

function totalOf(contentRange: string | undefined): { total?: number } {
  const total = /\/(\d+)$/.exec(contentRange ?? "")?.[1];
  return total === undefined ? {} : { total: Number(total) };
}
