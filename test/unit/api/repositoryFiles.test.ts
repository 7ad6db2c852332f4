import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { gzipSync } from "node:zlib";
import { contentMismatch } from "../../../src/api/errors.ts";
import { base64Content, fileBytes } from "../../../src/api/resources/repositoryFiles.ts";
import { testServer } from "./sentRequests.ts";
import { bytes } from "./server.ts";

const known = {
  ...{ blob_id: "b1", commit_id: "c1", content_sha256: "5e", encoding: "base64", execute_filemode: false },
  ...{ file_name: "a.md", file_path: "d/a.md", last_commit_id: "c0", ref: "main", size: 2048 },
};
/** Headers of a file, with the start of their names as a host has it. */
const headersOf = (start: string, more: Record<string, string> = {}): Record<string, string> => ({
  ...Object.fromEntries(Object.entries(known).map(([name, value]) => [headerOf(start, name), String(value)])),
  ...Object.fromEntries(Object.entries(more).map(([name, value]) => [name.toLowerCase(), value])),
});
const headerOf = (start: string, name: string): string => `${start}${name.replaceAll("_", "-")}`.toLowerCase();

describe("repository files", () => {
  const on = testServer();
  for (const start of ["X-Service-", "x-gitlab-"])
    it(`reads the metadata of a file from headers ${start}`, async () => {
      on.server.handler = (_request, response) => response.writeHead(200, headersOf(start)).end();
      const { repositoryFiles: files } = on.server.client();
      for (const read of [files.head(1, "d/a.md", { ref: "main" }), files.rawHead(1, "d/a.md", { lfs: true })])
        assert.deepEqual(await read, known);
    });

  const utf8 = (text: string): string => Buffer.from(text).toString("latin1");
  for (const [what, path, sent] of [
    ["with percent-encoding", "ä/b c.md", "%C3%A4/b c.md"],
    ["as UTF-8", "ä/b c.md", utf8("ä/b c.md")],
    ["encoded whole", "ä/b c.md", "%C3%A4%2Fb%20c.md"],
    ["as it is, though it looks encoded", "a%20b/100%25.md", "a%20b/100%25.md"],
    ["as it is, though it cannot be decoded", "100%/a.md", "100%/a.md"],
  ] as const)
    it(`reads a path in a header ${what}`, async () => {
      const name = sent.slice(sent.lastIndexOf("/") + 1);
      const more = {
        "X-Gitlab-File-Path": sent,
        ...(what === "encoded whole" ? {} : { "X-Gitlab-File-Name": name }),
        "X-Gitlab-Ref": "feature/%C3%A4",
      };
      on.server.handler = (_request, response) => response.writeHead(200, headersOf("X-Gitlab-", more)).end();
      const { file_path, ref } = await on.client().repositoryFiles.head(1, path, { ref: "feature/ä" });
      assert.deepEqual([file_path, ref], [path, "feature/ä"]);
    });

  it("accepts missing headers of old hosts, but requires the blob and the size", async () => {
    on.server.handler = (_request, response) =>
      response.writeHead(200, { "X-Gitlab-Blob-Id": "b1", "X-Gitlab-Size": "0" }).end();
    const { head, rawHead } = on.client().repositoryFiles;
    const nothing = { commit_id: null, content_sha256: null, encoding: null, last_commit_id: null, ref: null };
    assert.deepEqual(await head(1, "d/a.md", { ref: "main" }), {
      blob_id: "b1",
      file_name: "a.md",
      file_path: "d/a.md",
      size: 0,
      ...nothing,
      execute_filemode: null,
    });
    on.server.handler = (_request, response) =>
      response.writeHead(200, headersOf("X-Gitlab-", { "X-Gitlab-Size": "many" })).end();
    const invalid = { kind: "invalidResponse", operation: "repositoryFiles.head", field: "X-Service-Size" };
    await assert.rejects(head(1, "a", { ref: "main" }), invalid);
    on.server.handler = (_request, response) => response.writeHead(200, { "content-type": "text/html" }).end();
    const without = { operation: "repositoryFiles.rawHead", field: "X-Service-Blob-Id" };
    await assert.rejects(rawHead(1, "a"), { ...invalid, ...without });
  });

  const text = Buffer.from("one\ntwo\n");
  const sha256 = createHash("sha256").update(text).digest("hex");
  for (const start of ["X-Gitlab-", "X-Service-"]) {
    const raw = async (
      body: Uint8Array,
      more: Record<string, string>,
      { lfs = false, encode = (all: Uint8Array) => all, headers = {} } = {},
    ): Promise<Buffer> => {
      on.server.handler = (_request, response) =>
        response.writeHead(200, { ...headersOf(start, more), ...headers }).end(encode(body));
      return bytes((await on.client().repositoryFiles.raw(1, "d/a.md", { ref: "main", ...(lfs && { lfs }) })).body);
    };
    const announced = { [`${start}Size`]: "8", [`${start}Content-Sha256`]: sha256 };

    it(`compares a file with its size and checksum in ${start}* headers`, async () => {
      assert.deepEqual(await raw(text, announced), text);
      assert.deepEqual(await raw(text, announced, { encode: gzipSync, headers: { "content-encoding": "gzip" } }), text);
      for (const [body, headers] of [
        [text.subarray(0, 5), announced],
        [Buffer.alloc(0), announced],
        [Buffer.concat([text, text]), announced],
        [text.subarray(0, 5), { [`${start}Size`]: "8", [`${start}Content-Sha256`]: "" }],
        [Buffer.from("one\ntwO\n"), announced],
      ] as const)
        await assert.rejects(raw(body, headers), {
          kind: "invalidResponse",
          code: contentMismatch,
          operation: "repositoryFiles.raw",
          status: 200,
        });
    });

    it(`accepts a text in another encoding whose checksum in ${start}* is that of UTF-8`, async () => {
      const latin1 = Buffer.from("Gr\u00f6\u00dfe\n", "latin1");
      const inUtf8 = createHash("sha256").update("Gr\u00f6\u00dfe\n").digest("hex");
      const described = { [`${start}Size`]: "6", [`${start}Content-Sha256`]: inUtf8 };
      assert.deepEqual(await raw(latin1, described), latin1);
      await assert.rejects(raw(latin1.subarray(0, 5), described), { code: contentMismatch });
    });

    it(`accepts an LFS object whose pointer ${start}* headers describe`, async () => {
      assert.equal((await raw(Buffer.alloc(3000), announced, { lfs: true })).length, 3000);
    });
  }

  it("streams the bytes of a file unchanged, with its size", async () => {
    on.server.handler = (_request, response) =>
      response
        .writeHead(200, { "content-type": "application/octet-stream", "content-length": "4" })
        .end(Buffer.of(0, 255, 13, 10));
    const download = await on.client().repositoryFiles.raw(1, "a b.bin", { ref: "v1", lfs: true });
    assert.equal(download.length, 4);
    assert.deepEqual([...(await bytes(download.body))], [0, 255, 13, 10]);
    assert.deepEqual(on.server.asked, ["GET /projects/1/repository/files/a%20b.bin/raw?ref=v1&lfs=true"]);
  });

  it("decodes content, and encodes a part of a larger buffer", () => {
    assert.equal(Buffer.from(fileBytes({ encoding: "base64", content: "w6Q=" })).toString(), "ä");
    assert.equal(Buffer.from(fileBytes({ encoding: "text", content: "ä" })).toString(), "ä");
    assert.deepEqual(base64Content(Buffer.from("xäx").subarray(1, 3)), { content: "w6Q=", encoding: "base64" });
  });
});
