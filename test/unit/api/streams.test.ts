import assert from "node:assert/strict";
import { Readable } from "node:stream";
import { pipeline as pipelined } from "node:stream/promises";
import { gzipSync } from "node:zlib";
import { bytes, type Handler, json, TestServer, wayNames } from "./server.ts";

/** More than any buffer between the two ends holds, so that the service cannot finish before it is read. */
const endless: Handler = async (_request, response) => {
  response.writeHead(200, { "content-type": "application/octet-stream" });
  await pipelined(
    Readable.from(
      (function* () {
        for (;;) yield Buffer.alloc(65_536);
      })(),
    ),
    response,
  ).catch(() => undefined);
};

for (const way of wayNames)
  describe(`streams, with ${way}`, () => {
    let server: TestServer;
    before(async () => (server = await TestServer.start(undefined, way)));
    afterEach(() => server.reset());
    after(() => server.close());

    describe("of artifacts", () => {
      it("bring the bytes, with type, length and ETag, and report progress", async () => {
        const zip = Buffer.from([0x50, 0x4b, 0, 0xff, 0x80]);
        server.handler = (_request, response) =>
          response.writeHead(200, { "content-type": "application/zip", "content-length": "5", etag: '"e"' }).end(zip);
        const progress: [number, number | undefined][] = [];
        const { body, contentType, length, etag } = await server
          .client()
          .jobs.artifacts(1, 2, { onProgress: (done, total) => progress.push([done, total]) });
        assert.deepEqual([contentType, length, etag], ["application/zip", 5, '"e"']);
        assert.deepEqual(await bytes(body), zip);
        assert.deepEqual(progress.at(-1), [5, 5]);
        assert.equal(server.last.headers.accept, "*/*");
      });

      it("are decompressed, without a known length", async () => {
        server.handler = (_request, response) => {
          const packed = gzipSync("a file");
          response.writeHead(200, { "content-encoding": "gzip", "content-length": String(packed.length) });
          response.end(packed);
        };
        const { body, length } = await server.client().jobs.artifactFile(1, 2, "a.txt");
        assert.deepEqual([length, String(await bytes(body))], [undefined, "a file"]);
      });

      it("come in the requested part where the host supports that", async () => {
        const part = (range: string | undefined, status = 206): void => {
          const headers = { "content-length": "2", ...(range !== undefined && { "content-range": range }) };
          server.handler = (_request, response) => response.writeHead(status, headers).end("PK");
        };
        const ask = () => server.client().jobs.artifacts(1, 2, { range: { start: 10, end: 12 } });
        part("bytes 10-11/100");
        const { part: received, body } = await ask();
        assert.deepEqual([received, String(await bytes(body))], [{ start: 10, end: 12, total: 100 }, "PK"]);
        const { range, "accept-encoding": encoding } = server.last.headers;
        assert.deepEqual([range, encoding], ["bytes=10-11", "identity"]);
        part("bytes 10-11/*");
        assert.deepEqual((await ask()).part, { start: 10, end: 12 });
        part(undefined, 200);
        assert.equal((await ask()).part, undefined, "the whole");
        for (const nonsense of [undefined, "bytes 11-10/100", "bytes 10-11/5", "lines 1-2/3"]) {
          part(nonsense);
          await assert.rejects(ask(), { kind: "invalidResponse" }, nonsense);
        }
        part("bytes 0-1/100");
        const unasked = server.client().jobs.artifacts(1, 2);
        await assert.rejects(unasked, { kind: "invalidResponse" }, "a part that nobody requested");
      });

      it("fail where they break off, and are not repeated", async () => {
        server.handler = (_request, response) => {
          response.writeHead(200, { "content-length": "100" });
          response.write("half", () => response.socket?.resetAndDestroy());
        };
        const { body } = await server.client().jobs.artifacts(1, 2);
        await assert.rejects(bytes(body), { kind: "network" });
        assert.equal(server.seen.length, 1);
      });

      it("fail as a lost connection where compressed ones break off", async () => {
        server.handler = (_request, response) => {
          const packed = gzipSync(Buffer.alloc(100_000, "x"));
          response.writeHead(200, { "content-encoding": "gzip", "content-length": String(packed.length) });
          response.write(packed.subarray(0, 30), () => response.socket?.resetAndDestroy());
        };
        const { body } = await server.client().jobs.artifacts(1, 2);
        await assert.rejects(bytes(body), { kind: "network" });
      });
    });

    describe("let go of their connection", () => {
      it("when reading stops early", async () => {
        server.handler = endless;
        for await (const chunk of (await server.client().jobs.artifacts(1, 2)).body) {
          assert.ok(chunk.length > 0);
          break;
        }
        await server.idle();
      });

      it("when closed without being read", async () => {
        server.handler = endless;
        await (await server.client().jobs.artifacts(1, 2)).close();
        await server.idle();
      });

      it("when closed while being read, which ends the reading", async () => {
        server.handler = endless;
        const { body, close } = await server.client().jobs.artifacts(1, 2);
        let closing: Promise<void> | undefined;
        for await (const _ of body) closing ??= close();
        await closing;
        await server.idle();
      });

      it("when closed before everything is decompressed, which ends the reading", async () => {
        const packed = gzipSync(Buffer.alloc(20_000_000));
        server.handler = (_request, response) => response.writeHead(200, { "content-encoding": "gzip" }).end(packed);
        const { body, close } = await server.client().jobs.artifacts(1, 2);
        let read = 0;
        for await (const chunk of body) {
          if (read === 0) await close();
          read += chunk.length;
        }
        assert.ok(read < 10_000_000, `read ${read} bytes`);
      });

      it("when compressed ones are closed", async () => {
        server.handler = (_request, response) => {
          response.writeHead(200, { "content-encoding": "gzip" });
          response.write(gzipSync("x").subarray(0, 10));
        };
        await (await server.client().jobs.artifacts(1, 2)).close();
        await server.idle();
      });

      it("when nobody reads what is compressed wrongly, without an unhandled error", async () => {
        server.handler = (_request, response) =>
          response.writeHead(200, { "content-encoding": "gzip" }).end("not gzip at all");
        const answers = await Promise.all([1, 2, 3].map((id) => server.client().jobs.artifacts(1, id)));
        // The decoders fail while other requests go their way.
        server.handler = (_request, response) => json(response, { id: 1, username: "alice" });
        await server.client().users.current();
        await Promise.all(answers.map(({ close }) => close()));
        await server.reset();
      });

      it("when cancelled while or before being read, without an unhandled error", async () => {
        server.handler = endless;
        const stop = new AbortController();
        const { body } = await server.client().jobs.artifacts(1, 2, { signal: stop.signal });
        await server.client().jobs.artifacts(1, 2, { signal: stop.signal });
        const read = async (): Promise<void> => {
          for await (const _ of body) stop.abort();
        };
        await assert.rejects(read(), { kind: "cancelled" });
        await server.idle();
      });
    });

    it("read to the end leave the connection for the next request", async () => {
      server.handler = (_request, response) => response.end("x");
      const client = server.client();
      for (let count = 0; count < 10; count++) await bytes((await client.jobs.artifacts(1, 2)).body);
      // undici opens a second one while the first is still being given back.
      assert.ok(server.connections <= 2, `${server.connections} connections`);
    });

    describe("of logs", () => {
      const log = Buffer.from("line 1\nline 2\nline 3\n");
      const finished: Handler = (request, response) => {
        const etag = '"md5"';
        const range = /^bytes=(\d+)-$/.exec(request.headers.range ?? "");
        const start = Number(range?.[1] ?? 0);
        if (request.headers["if-none-match"] === etag) response.writeHead(304, { etag }).end();
        else if (!range)
          response
            .writeHead(200, { etag, "content-type": "text/plain", "content-length": String(log.length) })
            .end(log);
        else if (start >= log.length)
          response.writeHead(416, { "content-range": `bytes */${log.length}` }).end("416 Range Not Satisfiable");
        else {
          response.writeHead(206, { etag, "content-range": `bytes ${start}-${log.length - 1}/${log.length}` });
          response.end(log.subarray(start));
        }
      };
      const trace = async (options: { start?: number; etag?: string }) => {
        const { status, start, total, etag, body } = await server.client().jobs.trace(1, 2, options);
        return { status, start, total, etag, text: String(await bytes(body)) };
      };

      it("come whole, and may be compressed", async () => {
        server.handler = finished;
        assert.equal((await trace({})).text, String(log));
        const { range, "if-none-match": match, "accept-encoding": encoding } = server.last.headers;
        const supported = way === "fetch" ? "gzip, br" : "gzip, br, zstd";
        assert.deepEqual([range, match, encoding], [undefined, undefined, supported]);
        await trace({ start: 7 });
        assert.deepEqual([server.last.headers.range, server.last.headers["accept-encoding"]], ["bytes=7-", "identity"]);
      });

      const etag = '"md5"';
      const ignoring: Handler = (_request, response) => response.writeHead(200, { etag: 'W/"x"' }).end(log);
      const early: Handler = (_request, response) =>
        response.writeHead(206, { "content-range": "bytes 5-20/*" }).end(log.subarray(5));
      const empty: Handler = (_request, response) => response.writeHead(200).end();
      type Part = [status: number, start: number, total: number | undefined, etag: string | undefined, text: string];
      const rows: [what: string, handler: Handler, options: { start?: number; etag?: string }, part: Part][] = [
        ["whole", finished, {}, [200, 0, 21, etag, String(log)]],
        ["from an offset", finished, { start: 7 }, [206, 7, 21, etag, "line 2\nline 3\n"]],
        ["unchanged, with 304", finished, { start: 7, etag }, [304, 0, undefined, etag, ""]],
        ["with nothing at the offset", finished, { start: 21 }, [416, 0, 21, undefined, ""]],
        ["whole from a host that ignores ranges", ignoring, { start: 7 }, [200, 0, undefined, 'W/"x"', String(log)]],
        ["from another offset", early, { start: 7 }, [206, 5, undefined, undefined, String(log.subarray(5))]],
        ["empty", empty, {}, [200, 0, undefined, undefined, ""]],
      ];
      for (const [what, handler, options, expected] of rows)
        it(`come ${what}`, async () => {
          server.handler = handler;
          const { status, start, total, etag: tag, text } = await trace(options);
          assert.deepEqual([status, start, total, tag, text], expected);
        });

      for (const [what, handler, kind] of [
        ["a part that does not say which", (_request, response) => response.writeHead(206).end(log), "invalidResponse"],
        [
          "a web page",
          (_request, response) => response.writeHead(200, { "content-type": "text/html" }).end("<html>"),
          "invalidResponse",
        ],
        ["a missing job", (_request, response) => json(response, { message: "404 Not found" }, 404), "notFound"],
      ] satisfies [string, Handler, string][])
        it(`are refused for ${what}`, async () => {
          server.handler = handler;
          await assert.rejects(trace({ start: 7 }), { kind });
        });

      it("keep the connection after a 304 and a 416", async () => {
        server.handler = finished;
        const client = server.client();
        for (let count = 0; count < 5; count++)
          for (const options of [{ etag: '"md5"' }, { start: 100 }]) await client.jobs.trace(1, 2, options);
        assert.ok(server.connections <= 2, `${server.connections} connections`);
      });
    });
  });
