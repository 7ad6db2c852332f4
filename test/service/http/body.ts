import type { IncomingMessage } from "node:http";
import { message, Problem } from "./problem.ts";
import { isRecord, nest, type Value } from "./nested.ts";
import { Params } from "./params.ts";

const LIMIT = 64 * 1024 * 1024;

/** The whole body. Throws a Problem (413) beyond 64 MiB. */
export async function readBody(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > LIMIT) throw message(413, "413 Request Entity Too Large");
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/** Fields of a JSON, form-encoded or multipart body; an empty body has none. Throws a Problem for JSON that cannot be read. */
export function parseBody(bytes: Buffer, contentType: string): Params {
  if (bytes.length === 0) return new Params({});
  const type = contentType.split(";", 1)[0]!.trim().toLowerCase();
  if (type === "application/json") return new Params(parseJson(bytes.toString("utf8")));
  if (type === "multipart/form-data") return new Params(nest(parts(bytes, contentType)));
  return new Params(nest(new URLSearchParams(bytes.toString("utf8"))));
}

function parseJson(text: string): Record<string, Value> {
  let value: Value;
  try {
    value = JSON.parse(text) as Value;
  } catch {
    throw new Problem(400, { message: "Invalid json", error: "Invalid json" });
  }
  return isRecord(value) ? value : {};
}

/** The fields of a multipart body; a file part counts with its text. */
function* parts(bytes: Buffer, contentType: string): Iterable<readonly [string, string]> {
  const boundary = /boundary="?([^";]+)"?/i.exec(contentType)?.[1];
  if (boundary === undefined) throw new Problem(400, { error: "missing boundary" });
  // latin1 keeps each byte one character, so offsets in text and bytes agree.
  for (const part of bytes.toString("latin1").split(`--${boundary}`)) {
    const end = part.indexOf("\r\n\r\n");
    const name = /name="([^"]*)"/i.exec(part.slice(0, Math.max(end, 0)))?.[1];
    if (end < 0 || name === undefined) continue;
    yield [Buffer.from(name, "latin1").toString("utf8"), Buffer.from(part.slice(end + 4).replace(/\r\n$/, ""), "latin1").toString("utf8")];
  }
}
