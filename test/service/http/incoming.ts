import type { IncomingHttpHeaders, IncomingMessage } from "node:http";
import { parseBody, parseParts, readBody } from "./body.ts";
import type { Part } from "./multipart.ts";
import { nest } from "./nested.ts";
import { Params } from "./params.ts";

/** A request as handlers see it. */
export interface Incoming {
  readonly method: string;
  /** The instance's address, which links start with. */
  readonly url: string;
  /** Below the instance's base path, still percent-encoded, with leading slash, without query. */
  readonly path: string;
  /** With the question mark, or empty. */
  readonly search: string;
  readonly query: Params;
  readonly headers: IncomingHttpHeaders;
  /** Decoded holes of the route. */
  readonly holes: Readonly<Record<string, string>>;
  /** Query and body fields together, the body's winning. */
  fields(): Promise<Params>;
  /** The parts of a multipart body, files and fields, as bytes; none when the body is of another type. */
  parts(): Promise<readonly Part[]>;
  /** The whole body as it was sent. */
  bytes(): Promise<Buffer>;
  /** Aborts when the client goes away or the service closes. */
  readonly signal: AbortSignal;
}

/** @param body the whole body, if it was read already */
export function readIncoming(
  request: IncomingMessage,
  url: string,
  path: string,
  search: string,
  signal: AbortSignal,
  body?: Promise<Buffer>,
): Incoming {
  const query = new Params(nest(new URLSearchParams(search)));
  const contentType = request.headers["content-type"] ?? "";
  let read = body;
  let fields: Promise<Params> | undefined;
  let parts: Promise<readonly Part[]> | undefined;
  const bytes = (): Promise<Buffer> => (read ??= readBody(request));
  return {
    method: request.method ?? "GET",
    url,
    path,
    search,
    query,
    headers: request.headers,
    holes: {},
    fields: () =>
      (fields ??= bytes().then((all) => new Params({ ...query.values, ...parseBody(all, contentType).values }))),
    parts: () => (parts ??= bytes().then((all) => parseParts(all, contentType))),
    bytes,
    signal,
  };
}

/** The first value of a header that may come several times. */
export function header(request: Incoming, name: string): string | undefined {
  const value = request.headers[name];
  return Array.isArray(value) ? value[0] : value;
}
