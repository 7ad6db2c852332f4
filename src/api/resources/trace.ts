import { readContentRange } from "../contentRange.ts";
import type { Http } from "../http.ts";
import type { EncodedPath } from "../path.ts";
import type { CallOptions } from "../request.ts";

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
  const headers: Record<string, string> = {};
  if (start > 0) headers["range"] = `bytes=${start}-`;
  if (etag !== undefined) headers["if-none-match"] = etag;
  const call = {
    operation: "jobs.trace",
    path,
    headers,
    signal,
    repeat,
    acceptedStatuses: [304, 416],
    rejectHtml: true,
  } as const;
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
