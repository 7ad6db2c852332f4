import { randomUUID } from "node:crypto";
import type { Part } from "./request.ts";
import type { Body } from "./transport.ts";

/**
 * Creates a streamed multipart/form-data body (Part 1, conventions 5). Files are opened each time the body is read.
 * @param onProgress receives the bytes read for sending, and the total
 */
export function multipartBody(parts: readonly Part[], onProgress?: (done: number, total: number) => void): Body {
  const boundary = `forgeline-${randomUUID()}`;
  const sections = parts.map((part) => ({ head: Buffer.from(headOf(part, boundary)), part, size: sizeOf(part) }));
  const tail = Buffer.from(`--${boundary}--\r\n`);
  const length = sections.reduce((sum, { head, size }) => sum + head.length + size + lineEnd.length, tail.length);
  return {
    type: `multipart/form-data; boundary=${boundary}`,
    length,
    open: async function* () {
      let done = 0;
      const count = (chunk: Uint8Array): Uint8Array => {
        done += chunk.length;
        onProgress?.(done, length);
        return chunk;
      };
      for (const { head, part } of sections) {
        yield count(head);
        if ("file" in part) for await (const chunk of part.file.open()) yield count(chunk);
        else yield count(Buffer.from(String(part.value)));
        yield count(lineEnd);
      }
      yield count(tail);
    },
  };
}

const lineEnd = Buffer.from("\r\n");

const sizeOf = (part: Part): number => ("file" in part ? part.file.size : Buffer.byteLength(String(part.value)));

function headOf(part: Part, boundary: string): string {
  const disposition = `Content-Disposition: form-data; name="${quoted(part.name)}"`;
  const file =
    "file" in part
      ? `; filename="${quoted(part.file.filename)}"\r\nContent-Type: ${part.file.contentType ?? "application/octet-stream"}`
      : "";
  return `--${boundary}\r\n${disposition}${file}\r\n\r\n`;
}

/** Escapes a name as browsers do, so that it ends neither the quotes nor the line. */
const quoted = (name: string): string => name.replace(/\r\n|\r|\n/g, "%0D%0A").replaceAll('"', "%22");
