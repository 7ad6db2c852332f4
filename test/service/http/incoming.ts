import type { IncomingHttpHeaders, IncomingMessage } from "node:http";
import { parseBody, readBody } from "./body.ts";
import { nest } from "./nested.ts";
import { Params } from "./params.ts";

/** A request as handlers see it. */
export interface Incoming {
  readonly method: string;
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
  /** Aborts when the client goes away or the service closes. */
  readonly signal: AbortSignal;
}

export function readIncoming(request: IncomingMessage, path: string, search: string, signal: AbortSignal): Incoming {
  const query = new Params(nest(new URLSearchParams(search)));
  let fields: Promise<Params> | undefined;
  return {
    method: request.method ?? "GET",
    path,
    search,
    query,
    headers: request.headers,
    holes: {},
    fields: () =>
      (fields ??= readBody(request).then((bytes) => {
        const body = parseBody(bytes, request.headers["content-type"] ?? "");
        return new Params({ ...query.values, ...body.values });
      })),
    signal,
  };
}

/** The first value of a header that may come several times. */
export function header(request: Incoming, name: string): string | undefined {
  const value = request.headers[name];
  return Array.isArray(value) ? value[0] : value;
}
