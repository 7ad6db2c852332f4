import { createHash } from "node:crypto";
import type { Header } from "./request.ts";

/** What a response says of its whole content. */
export interface AnnouncedContent {
  /** Bytes. */
  readonly size: number | undefined;
  /** Hexadecimal, in lower case. */
  readonly sha256: string | undefined;
}

/** Returns what the headers of a repository file say of its content; undefined if they say nothing. */
export function announcedContent(header: Header): AnnouncedContent | undefined {
  const size = /^\d+$/.exec(header("X-Service-Size") ?? "")?.[0];
  const sha256 = /^[\da-f]{64}$/i.exec(header("X-Service-Content-Sha256") ?? "")?.[0].toLowerCase();
  return size === undefined && sha256 === undefined
    ? undefined
    : { size: size === undefined ? undefined : Number(size), sha256 };
}

/** Passes a content on and compares it at its end with what was announced. @throws what `mismatch` returns for the reason */
export async function* compared(
  body: AsyncIterable<Uint8Array>,
  { size, sha256 }: AnnouncedContent,
  mismatch: (why: string) => Error,
): AsyncGenerator<Uint8Array> {
  const hash = sha256 === undefined ? undefined : createHash("sha256");
  let read = 0;
  for await (const chunk of body) {
    read += chunk.length;
    hash?.update(chunk);
    yield chunk;
  }
  if (size !== undefined && read !== size) throw mismatch(`the file has ${size} bytes, but ${read} arrived`);
  if (hash && hash.digest("hex") !== sha256) throw mismatch("the content does not match its SHA-256");
}
