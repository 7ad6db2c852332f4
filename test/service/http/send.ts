import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import type { ServerResponse } from "node:http";
import { pipeline } from "node:stream/promises";
import type { Incoming } from "./incoming.ts";
import { bodyLength, type Headers, type Reply } from "./reply.ts";

/** How a planned fault spoils the transfer of a body: cut in the middle, with and without a declared length, or declared as short as it is sent. */
const spoils = ["resetMidBody", "resetMidChunks", "endMidBody", "truncate"] as const;
export type Spoil = (typeof spoils)[number];

export const isSpoil = (action: string): action is Spoil => (spoils as readonly string[]).includes(action);

/** Writes a reply, with Content-Length; HEAD and 204/304 go without a body. */
export async function send(reply: Reply, response: ServerResponse, method: string, spoil?: Spoil): Promise<void> {
  const length = bodyLength(reply.body);
  const half = Math.floor(length / 2);
  const bare = reply.status === 204 || reply.status === 304;
  for (const [name, value] of Object.entries(reply.headers))
    response.setHeader(name, typeof value === "string" ? value : [...value]);
  const declared = spoil !== "resetMidChunks" && spoil !== "endMidBody";
  if (!bare && declared) response.setHeader("Content-Length", spoil === "truncate" ? half : length);
  if (spoil === "endMidBody") {
    response.setHeader("Connection", "close");
    // Neither a length nor chunks: the end of the connection is the end of the body.
    response.useChunkedEncodingByDefault = false;
  }
  response.statusCode = reply.status;
  if (bare || method === "HEAD") {
    response.end();
    return;
  }
  const body = spoil === undefined ? reply.body : firstBytes(reply.body, half);
  if (spoil === "resetMidBody" || spoil === "resetMidChunks") {
    await writeOnly(body, response);
    response.socket?.resetAndDestroy();
    return;
  }
  if (typeof body === "string" || Buffer.isBuffer(body)) response.end(body);
  else if (body.end > body.start)
    await pipeline(createReadStream(body.file, { start: body.start, end: body.end - 1 }), response);
  else response.end();
}

/** Writes the head of a reply and half its body, and leaves the rest. */
export async function sendHalf({ status, headers, body }: Reply, response: ServerResponse): Promise<void> {
  const length = bodyLength(body);
  for (const [name, value] of Object.entries(headers))
    response.setHeader(name, typeof value === "string" ? value : [...value]);
  response.setHeader("Content-Length", length);
  response.statusCode = status;
  await writeOnly(firstBytes(body, Math.floor(length / 2)), response);
}

/** A JSON answer to GET gets a weak ETag; the same one in If-None-Match gives 304 without body. */
export function conditional(reply: Reply, request: Incoming): Reply {
  const weigh =
    reply.status === 200 && (request.method === "GET" || request.method === "HEAD") && typeof reply.body === "string";
  if (!weigh || reply.headers["ETag"] !== undefined || reply.headers["Content-Type"] !== "application/json")
    return reply;
  const etag = weakEtag(reply.body);
  const headers: Headers = { ...reply.headers, ETag: etag, "Cache-Control": "max-age=0, private, must-revalidate" };
  return matches(request.headers["if-none-match"], etag) ? notModified(headers) : { ...reply, headers };
}

export function weakEtag(body: string | Buffer): string {
  return `W/"${createHash("md5").update(body).digest("hex")}"`;
}

/** If-None-Match compares weakly: `W/"x"` equals `"x"`. */
export function matches(ifNoneMatch: string | undefined, etag: string): boolean {
  if (ifNoneMatch === undefined) return false;
  const bare = (tag: string): string => tag.trim().replace(/^W\//, "");
  return ifNoneMatch.split(",").some((tag) => tag.trim() === "*" || bare(tag) === bare(etag));
}

export function notModified(headers: Headers): Reply {
  const { "Content-Type": _type, ...rest } = headers;
  return { status: 304, body: "", headers: rest };
}

function firstBytes(body: Reply["body"], count: number): Reply["body"] {
  if (typeof body === "string") return Buffer.from(body).subarray(0, count);
  return Buffer.isBuffer(body) ? body.subarray(0, count) : { ...body, end: body.start + count };
}

/** Writes without ending, and waits until the bytes left this process. */
async function writeOnly(body: Reply["body"], response: ServerResponse): Promise<void> {
  if (typeof body === "object" && !Buffer.isBuffer(body)) {
    if (body.end > body.start)
      await pipeline(createReadStream(body.file, { start: body.start, end: body.end - 1 }), response, { end: false });
    return;
  }
  await new Promise<void>((resolve) => {
    if (body.length === 0) response.flushHeaders();
    if (body.length === 0) resolve();
    else response.write(body, () => resolve());
  });
}
