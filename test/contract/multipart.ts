/** A file in a body, as far as it is compared. */
export class SentFile {
  readonly filename: string;
  readonly bytes: Buffer;

  constructor(filename: string, bytes: Buffer) {
    this.filename = filename;
    this.bytes = bytes;
  }
}

/**
 * The parts of a multipart/form-data body (RFC 7578), in order: files as SentFile, everything else as text.
 * @throws Error saying what is malformed
 */
export function readParts(contentType: string, body: Buffer): (readonly [name: string, value: string | SentFile])[] {
  const [, quoted, bare] = /boundary=(?:"([^"]+)"|([^;\s]+))/.exec(contentType) ?? [];
  const boundary = quoted ?? bare;
  if (boundary === undefined) throw new Error("the body names no boundary");
  const text = body.toString("latin1");
  const sections = `\r\n${text}`.split(`\r\n--${boundary}`);
  if (sections[0] !== "" || !/^--(\r\n)?$/.test(sections.at(-1)!))
    throw new Error("the body does not begin and end with its boundary");
  return sections.slice(1, -1).map((section) => {
    const end = section.indexOf("\r\n\r\n");
    const head = Buffer.from(section.slice(0, end), "latin1").toString("utf8");
    const content = Buffer.from(section.slice(end + 4), "latin1");
    const disposition = /content-disposition: *form-data;(.*)/i.exec(head)?.[1] ?? "";
    const name = /[; ]name="([^"]*)"/.exec(disposition)?.[1];
    if (!section.startsWith("\r\n") || end < 0 || name === undefined) throw new Error("a part of the body has no name");
    const filename = /[; ]filename="([^"]*)"/.exec(disposition)?.[1];
    return [name, filename === undefined ? content.toString("utf8") : new SentFile(filename, content)];
  });
}
