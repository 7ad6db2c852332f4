import type { Client } from "../../api/client.ts";
import type { Download } from "../../api/request.ts";
import type { Snippet } from "../../api/resources/snippets.ts";
import { fileListOf } from "./contents.ts";

/** Maximum size of a file in bytes; hosts accept no larger ones. */
export const LARGEST_SNIPPET = 50 * 1024 * 1024;

/** Thrown for a file larger than LARGEST_SNIPPET. */
export class FileTooLargeError extends Error {
  readonly size: number;

  constructor(size: number) {
    super(`${size} bytes`);
    this.name = "TooLarge";
    this.size = size;
  }
}

/**
 * Reads the content of a file of a snippet.
 * @param ref branch, tag or commit; default: the current version
 * @throws ApiError, `notFound` when the snippet, file or ref does not exist; FileTooLargeError
 */
export async function readFileOf(
  client: Client,
  snippet: Snippet,
  path: string,
  { ref, signal }: { readonly ref?: string | undefined; readonly signal?: AbortSignal | undefined },
): Promise<Uint8Array> {
  const { files, single } = fileListOf(snippet);
  const options = signal ? { signal } : {};
  if (single && ref === undefined) return readAll(await client.snippets.raw(snippet.id, options));
  const known = files.find((file) => file.path === path)?.ref ?? files.find((file) => file.ref !== undefined)?.ref;
  return readAll(await client.snippets.fileRaw(snippet.id, ref ?? known ?? "HEAD", path, options));
}

async function readAll({ body, length, close }: Download): Promise<Uint8Array> {
  if (length !== undefined && length > LARGEST_SNIPPET) {
    await close();
    throw new FileTooLargeError(length);
  }
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const part of body) {
    size += part.length;
    // Leaving the loop releases the connection.
    if (size > LARGEST_SNIPPET) throw new FileTooLargeError(size);
    parts.push(part);
  }
  return Buffer.concat(parts, size);
}

/** Decodes UTF-8; undefined for binary content. */
export function textOf(bytes: Uint8Array): string | undefined {
  if (bytes.includes(0)) return undefined;
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}
