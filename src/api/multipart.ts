import { randomUUID } from "node:crypto";
import type { Part } from "./request.ts";
import type { Body } from "./transport.ts";

/**
 * A multipart/form-data body (Part 1, conventions 5), streamed: files are opened when the body is read, and anew for each reading.
 * @param onProgress bytes of the body that were taken to be sent, of all
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
      const taken = (chunk: Uint8Array): Uint8Array => {
        done += chunk.length;
        onProgress?.(done, length);
        return chunk;
      };
      for (const { head, part } of sections) {
        yield taken(head);
        if ("file" in part) for await (const chunk of part.file.open()) yield taken(chunk);
        else yield taken(Buffer.from(String(part.value)));
        yield taken(lineEnd);
      }
      yield taken(tail);
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

/** As browsers do: names end neither the quotes nor the line. */
const quoted = (name: string): string => name.replace(/\r\n|\r|\n/g, "%0D%0A").replaceAll('"', "%22");
