import assert from "node:assert/strict";
import { describe, it } from "mocha";
import { parseMultipart } from "../../service/http/multipart.ts";
import { Problem } from "../../service/http/problem.ts";

const type = "multipart/form-data; boundary=----x1";
const body = (...lines: (string | Buffer)[]): Buffer =>
  Buffer.concat(lines.map((line) => (typeof line === "string" ? Buffer.from(line) : line)));

describe("service: multipart bodies", () => {
  it("keep the bytes of a file, tell files from fields, and keep the order", () => {
    const bytes = Buffer.from([0, 13, 10, 45, 45, 255, 13, 10, 13, 10, 128]);
    const parts = parseMultipart(
      body(
        '------x1\r\nContent-Disposition: form-data; name="title"\r\n\r\nÄ\r\n',
        '------x1\r\nContent-Disposition: form-data; name="file"; filename="a %22b%22.bin"\r\nContent-Type: application/octet-stream\r\n\r\n',
        bytes,
        "\r\n------x1\r\ncontent-disposition: form-data; filename=c.txt; name=empty\r\n\r\n\r\n------x1--\r\n",
      ),
      type,
    );
    assert.deepEqual(parts, [
      { name: "title", bytes: Buffer.from("Ä") },
      { name: "file", filename: 'a "b".bin', contentType: "application/octet-stream", bytes },
      { name: "empty", filename: "c.txt", bytes: Buffer.alloc(0) },
    ]);
  });

  it("may have a quoted boundary", () => {
    assert.deepEqual(
      parseMultipart(
        body('--a b\r\nContent-Disposition: form-data; name="n"\r\n\r\nv\r\n--a b--'),
        'multipart/form-data; boundary="a b"',
      ),
      [{ name: "n", bytes: Buffer.from("v") }],
    );
  });

  it("are refused when they break off or have no boundary", () => {
    assert.throws(
      () => parseMultipart(body('------x1\r\nContent-Disposition: form-data; name="n"\r\n\r\nhalf'), type),
      Problem,
    );
    assert.throws(
      () => parseMultipart(body('------x1\r\nContent-Disposition: form-data; name="n"\r\n\r\nwhole\r\n'), type),
      Problem,
    );
    assert.throws(() => parseMultipart(body("text"), type), Problem);
    assert.throws(() => parseMultipart(body("text"), "multipart/form-data"), Problem);
  });
});
