/**
 * What the MCP server and a window say to each other through the window's socket: JSON objects, one per line. The first line of a connection
 * is a `Hello`, answered with `{"ready":true}`, or with `{"full":true}` by a window that has as many connections as it takes; a connection
 * without the right secret is closed.
 */

/** Most bytes of a line: several texts of 100,000 characters, escaped. */
export const lineLimit = 2 * 1024 * 1024;
/** Most bytes of the first line. */
export const helloLimit = 4096;
/** Milliseconds in which the first line has to be there. */
export const helloTime = 10_000;
/** Most connections of a window that have proved themselves, and most that have not. */
export const connectionLimit = 32;
/** Most calls of a connection at a time. */
export const callLimit = 16;

/** The first line of a connection. */
export interface Hello {
  /** As in the window's entry. */
  readonly secret: string;
  /** Name of the agent, as it calls itself. */
  readonly client: string;
}

/** A call of a tool, or the end of one. */
export type WindowRequest =
  | { readonly id: number; readonly call: string; readonly input: unknown }
  | { readonly cancel: number };

/** A line from the window. A call ends with `text` or `error`. */
export type WindowReply =
  | { readonly ready: true }
  | { readonly full: true }
  | { readonly id: number; readonly text: string }
  | { readonly id: number; readonly error: string }
  | { readonly id: number; readonly progress: string };

/** Returns the object in a line; undefined for anything else. */
export function parseLine(line: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const value: unknown = JSON.parse(line);
    return typeof value === "object" && value !== null ? (value as Readonly<Record<string, unknown>>) : undefined;
  } catch {
    return undefined;
  }
}

/** Returns the line of a message. */
export const toLine = (message: Hello | WindowRequest | WindowReply): string => `${JSON.stringify(message)}\n`;

/** Splits bytes into lines of a limited length. */
export class LineReader {
  /** Bytes; may be raised between lines. */
  limit: number;
  private parts: Buffer[] = [];
  private size = 0;

  constructor(limit: number) {
    this.limit = limit;
  }

  /** Returns the lines that these bytes end. @throws RangeError for a line over the limit */
  *read(bytes: Buffer): Generator<string> {
    let rest = bytes;
    for (let end = rest.indexOf(10); end >= 0; end = rest.indexOf(10)) {
      this.keep(rest.subarray(0, end));
      rest = rest.subarray(end + 1);
      const line = Buffer.concat(this.parts).toString();
      this.parts = [];
      this.size = 0;
      yield line;
    }
    this.keep(rest);
  }

  private keep(part: Buffer): void {
    this.size += part.length;
    if (this.size > this.limit) throw new RangeError(`A line of more than ${this.limit} bytes`);
    if (part.length > 0) this.parts.push(part);
  }
}
