import type { Client } from "../../api/client.ts";
import type { Download } from "../../api/request.ts";
import type { Snippet } from "../../api/resources/snippets.ts";
import { partsOf } from "./contents.ts";

/** Hosts take no more in a file; larger ones are no texts that people edit. */
export const LARGEST_SNIPPET = 50 * 1024 * 1024;

/** A file is larger than what is read into the editor. */
export class TooLarge extends Error {
  readonly size: number;

  constructor(size: number) {
    super(`${size} bytes`);
    this.name = "TooLarge";
    this.size = size;
  }
}

/**
 * The content of a file of a snippet.
 * @param ref branch, tag or commit; the present state when left out
 * @throws ApiError, `notFound` when snippet, file or ref is not there; TooLarge
 */
export async function readFileOf(
  client: Client,
  snippet: Snippet,
  path: string,
  { ref, signal }: { readonly ref?: string | undefined; readonly signal?: AbortSignal | undefined },
): Promise<Uint8Array> {
  const { files, single } = partsOf(snippet);
  const options = signal ? { signal } : {};
  if (single && ref === undefined) return whole(await client.snippets.raw(snippet.id, options));
  const known = files.find((file) => file.path === path)?.ref ?? files.find((file) => file.ref !== undefined)?.ref;
  return whole(await client.snippets.fileRaw(snippet.id, ref ?? known ?? "HEAD", path, options));
}

async function whole({ body, length, close }: Download): Promise<Uint8Array> {
  if (length !== undefined && length > LARGEST_SNIPPET) {
    await close();
    throw new TooLarge(length);
  }
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const part of body) {
    size += part.length;
    // Leaving the loop gives the connection back.
    if (size > LARGEST_SNIPPET) throw new TooLarge(size);
    parts.push(part);
  }
  return Buffer.concat(parts, size);
}

/** The text that bytes are; undefined when they are none. */
export function textOf(bytes: Uint8Array): string | undefined {
  if (bytes.includes(0)) return undefined;
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}
