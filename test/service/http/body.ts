import type { IncomingMessage } from "node:http";
import { parseMultipart, type Part } from "./multipart.ts";
import { isRecord, nest, type Value } from "./nested.ts";
import { Params } from "./params.ts";
import { message, Problem } from "./problem.ts";

/** Package files are the largest that anybody sends. */
const LIMIT = 256 * 1024 * 1024;

/** The whole body. Throws a Problem (413) beyond 256 MiB. */
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

/** Fields of a JSON, form-encoded or multipart body, whose files do not count as fields; an empty body has none. Throws a Problem for JSON that cannot be read. */
export function parseBody(bytes: Buffer, contentType: string): Params {
  if (bytes.length === 0) return new Params({});
  const type = mediaType(contentType);
  if (type === "application/json") return new Params(parseJson(bytes.toString("utf8")));
  if (type === "multipart/form-data") return new Params(nest(textParts(parseMultipart(bytes, contentType))));
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

/** The parts of a multipart body, files and fields; none when the body is of another type. */
export function parseParts(bytes: Buffer, contentType: string): Part[] {
  return bytes.length > 0 && mediaType(contentType) === "multipart/form-data" ? parseMultipart(bytes, contentType) : [];
}

function mediaType(contentType: string): string {
  return contentType.split(";", 1)[0]!.trim().toLowerCase();
}

function textParts(parts: readonly Part[]): [string, string][] {
  return parts.filter((part) => part.filename === undefined).map((part) => [part.name, part.bytes.toString("utf8")]);
}
