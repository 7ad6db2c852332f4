/** Part of a file, sent as a stream. `end` is exclusive. */
export interface FileBody {
  readonly file: string;
  readonly start: number;
  readonly end: number;
}

export type Headers = Readonly<Record<string, string | readonly string[]>>;

/** What a handler answers; the server adds the headers all answers share and makes weak ETags for JSON. */
export interface Reply {
  readonly status: number;
  readonly headers: Headers;
  readonly body: string | Buffer | FileBody;
}

export function reply(status: number, body: Reply["body"] = "", headers: Headers = {}): Reply {
  return { status, body, headers };
}

export function json(value: unknown, status = 200, headers: Headers = {}): Reply {
  return { status, body: JSON.stringify(value), headers: { "Content-Type": "application/json", ...headers } };
}

export function html(text: string, status = 200, headers: Headers = {}): Reply {
  return {
    status,
    body: text,
    headers: { "Content-Type": "text/html; charset=utf-8", "Cache-Control": "no-store", ...headers },
  };
}

/** `location` may be relative: behind a path prefix only a relative one leads back to the service. */
export function redirect(location: string, status = 302, headers: Headers = {}): Reply {
  return { status, body: "", headers: { Location: location, "Cache-Control": "no-store", ...headers } };
}

export function bodyLength(body: Reply["body"]): number {
  if (typeof body === "string") return Buffer.byteLength(body);
  return Buffer.isBuffer(body) ? body.length : body.end - body.start;
}
