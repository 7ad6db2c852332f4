import { Problem } from "./problem.ts";

/** One part of a multipart body, with its bytes as they came. */
export interface Part {
  readonly name: string;
  /** Present for files, also when it is empty. */
  readonly filename?: string;
  readonly contentType?: string;
  readonly bytes: Buffer;
}

/**
 * The parts of a multipart/form-data body, in the order sent; none for an empty body.
 * Throws a Problem (400) without a boundary, or when the closing boundary does not come.
 */
export function parseMultipart(body: Buffer, contentType: string): Part[] {
  const boundary = /boundary=(?:"([^"]+)"|([^;\s]+))/i.exec(contentType);
  const text = boundary?.[1] ?? boundary?.[2];
  if (text === undefined) throw new Problem(400, { error: "missing boundary" });
  const delimiter = Buffer.from(`--${text}`, "latin1");
  const found: Part[] = [];
  let at = body.indexOf(delimiter);
  while (at >= 0) {
    const start = at + delimiter.length;
    if (body.subarray(start, start + 2).toString("latin1") === "--") return found;
    const next = body.indexOf(Buffer.concat([Buffer.from("\r\n"), delimiter]), start);
    if (next < 0) throw new Problem(400, { error: "bad content body" });
    const part = readPart(body.subarray(start + 2, next));
    if (part) found.push(part);
    at = next + 2;
  }
  if (body.length > 0) throw new Problem(400, { error: "bad content body" });
  return found;
}

/** Undefined for a part without a name. */
function readPart(bytes: Buffer): Part | undefined {
  const end = bytes.indexOf("\r\n\r\n");
  if (end < 0) return undefined;
  const head = bytes.subarray(0, end).toString("utf8");
  const disposition = /^content-disposition:(.*)$/im.exec(head)?.[1] ?? "";
  const name = parameter(disposition, "name");
  if (name === undefined) return undefined;
  const filename = parameter(disposition, "filename");
  const contentType = /^content-type:\s*(.*?)\s*$/im.exec(head)?.[1];
  return {
    name,
    ...(filename === undefined ? {} : { filename }),
    ...(contentType === undefined ? {} : { contentType }),
    bytes: bytes.subarray(end + 4),
  };
}

/** Quoted as browsers do: `"` is sent as `%22`, line breaks as `%0D%0A`. */
function parameter(disposition: string, name: string): string | undefined {
  const value =
    new RegExp(`;\\s*${name}="([^"]*)"`, "i").exec(disposition)?.[1] ??
    new RegExp(`;\\s*${name}=([^;"\\s]+)`, "i").exec(disposition)?.[1];
  return value?.replace(/%22/g, '"').replace(/%0D%0A/gi, "\r\n");
}
