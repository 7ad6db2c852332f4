import { createHash } from "node:crypto";
import type { Header } from "./request.ts";

/** What a response says of its whole content. */
export interface AnnouncedContent {
  /** Bytes. */
  readonly size: number | undefined;
  /** Hexadecimal, in lower case. Of a text in another encoding than UTF-8, GitLab sends that of the converted text. */
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
  let hash = sha256 === undefined ? undefined : createHash("sha256");
  const decoder = new TextDecoder("utf-8", { fatal: true });
  let read = 0;
  for await (const chunk of body) {
    read += chunk.length;
    if (hash && isUtf8(decoder, chunk)) hash.update(chunk);
    else hash = undefined;
    yield chunk;
  }
  if (hash && !isUtf8(decoder)) hash = undefined;
  if (size !== undefined && read !== size) throw mismatch(`the file has ${size} bytes, but ${read} arrived`);
  if (hash && hash.digest("hex") !== sha256) throw mismatch("the content does not match its SHA-256");
}

/** Whether a text goes on in UTF-8, or ends there without a chunk. */
function isUtf8(decoder: InstanceType<typeof TextDecoder>, chunk?: Uint8Array): boolean {
  try {
    decoder.decode(chunk, { stream: chunk !== undefined });
    return true;
  } catch {
    return false;
  }
}
