import assert from "node:assert/strict";
import { once } from "node:events";
import { mkdirSync, readdirSync, readFileSync, truncateSync, writeFileSync } from "node:fs";
import { type AddressInfo, createServer } from "node:net";
import { join } from "node:path";
import { createHttp, type Http } from "../../../src/api/http.ts";
import { path } from "../../../src/api/path.ts";
import { saveDownload } from "../../../src/api/saveDownload.ts";
import { uploadBytes, uploadFile, type Upload } from "../../../src/api/upload.ts";
import { type Part, parseMultipart } from "../../service/http/multipart.ts";
import { temporaryFolder } from "../../support/temporaryFolder.ts";
import { type Handler, json, TestServer, wayNames, ways } from "./server.ts";

for (const name of wayNames)
  describe(`uploads, with ${name}`, () => {
    const folder = temporaryFolder();
    const way = ways[name]();
    let server: TestServer;
    before(async () => (server = await TestServer.start()));
    afterEach(() => server.reset());
    after(async () => {
      await way.close();
      await server.close();
    });

    const http = (more: Partial<Parameters<typeof createHttp>[0]> = {}): Http =>
      createHttp({
        baseUrl: server.origin,
        dispatcher: way.dispatcher,
        sleep: () => Promise.resolve(),
        credentials: {
          scheme: "private-token",
          token: ({ stale }) => Promise.resolve(stale === undefined ? "old" : "new"),
        },
        ...more,
      });
    const call = { operation: "test.upload", method: "POST", path: path`/files`, requiredFields: {} } as const;
    const send = (
      file: Upload,
      more: { onProgress?: (done: number, total: number | undefined) => void; signal?: AbortSignal } = {},
      by = http(),
    ): Promise<object> => {
      const title = { name: "title", value: 'ä "x"' };
      return by.object({ ...call, multipart: [title, { name: "file", file }], ...more });
    };
    const parts = (): Part[] =>
      parseMultipart(Buffer.from(server.last.body), String(server.last.headers["content-type"]));

    it("send fields and files as multipart, with their length", async () => {
      server.handler = (_request, response) => json(response, {});
      await send(uploadBytes('a "b"\r\nc.txt', Buffer.from("sunny\r\n--"), "text/plain"));
      const { headers, body } = server.last;
      assert.equal(Number(headers["content-length"]), Buffer.byteLength(body));
      const [title, file] = parts();
      assert.deepEqual([title?.name, String(title?.bytes)], ["title", 'ä "x"']);
      const found = [file?.name, file?.filename, file?.contentType, String(file?.bytes)];
      assert.deepEqual(found, ["file", 'a "b"\r\nc.txt', "text/plain", "sunny\r\n--"]);
    });

    it("read a file from disk in pieces, and report progress", async () => {
      const file = join(folder, "large.bin");
      writeFileSync(file, Buffer.alloc(300_000, "x"));
      server.handler = (_request, response) => json(response, {});
      const done: number[] = [];
      const totals = new Set<number | undefined>();
      const onProgress = (sent: number, total: number | undefined): void => {
        done.push(sent);
        totals.add(total);
      };
      await send(await uploadFile(file), { onProgress });
      assert.equal(parts()[1]?.bytes.length, 300_000);
      assert.ok(done.length > 4, "in pieces");
      assert.deepEqual([done.toSorted((a, b) => a - b), [...totals]], [done, [done.at(-1)]]);
    });

    for (const [what, first] of [
      ["after the token was renewed (401)", 401],
      ["after a short wait (429)", 429],
    ] as const)
      it(`open the file anew ${what}`, async () => {
        const file = join(folder, "again.txt");
        writeFileSync(file, "once more");
        server.handler = (_request, response, count) =>
          count === 1 ? response.writeHead(first, { "retry-after": "1" }).end("{}") : json(response, {});
        await send(await uploadFile(file));
        assert.deepEqual([server.seen.length, String(parts()[1]?.bytes)], [2, "once more"]);
      });

    for (const [what, handler, kind] of [
      ["the service fails", (_request, response) => response.writeHead(503).end(), "server"],
      ["the connection is lost", (_request, response) => response.socket?.resetAndDestroy(), "network"],
    ] satisfies [string, Handler, string][])
      it(`are not sent twice when ${what}`, async () => {
        server.handler = handler;
        await assert.rejects(send(uploadBytes("a", Buffer.alloc(3_000_000))), { kind });
        assert.equal(server.seen.length, 1);
      });

    it("refuse an unreadable file", async () => {
      const missing = { name: "ApiError", kind: "invalidArgument", code: "unreadableFile" };
      await assert.rejects(uploadFile(join(folder, "none")), missing);
      await assert.rejects(uploadFile(folder), missing);
      const file = join(folder, "shrinks.txt");
      writeFileSync(file, "longer than later");
      const upload = await uploadFile(file);
      truncateSync(file, 3);
      server.handler = (_request, response) => json(response, {});
      await assert.rejects(send(upload), missing);
    });

    it("read why a file is refused before all of it was sent, and close it", async () => {
      const file = join(folder, "too-large.bin");
      writeFileSync(file, Buffer.alloc(20_000_000));
      const upload = await uploadFile(file);
      let closed = (): void => undefined;
      const ended = new Promise<void>((resolve) => (closed = resolve));
      const watched: Upload = {
        ...upload,
        open: async function* () {
          try {
            yield* upload.open();
          } finally {
            closed();
          }
        },
      };
      const reason = '{"message":"400 Bad request - File is too large"}';
      let rest = (): void => undefined;
      const hasty = createServer((socket) => {
        socket.on("error", () => undefined);
        socket.once("data", () => {
          socket.pause();
          socket.write(`HTTP/1.1 400 -\r\ncontent-type: application/json\r\ncontent-length: ${reason.length}\r\n\r\n`);
          rest = () => socket.write(reason);
        });
      }).listen(0, "127.0.0.1");
      await once(hasty, "listening");
      try {
        const baseUrl = `http://127.0.0.1:${(hasty.address() as AddressInfo).port}`;
        // The head of the answer has arrived.
        const log = { debug: () => rest(), warn: () => undefined };
        const error = { kind: "invalidRequest", serviceMessage: "400 Bad request - File is too large" };
        await assert.rejects(send(watched, {}, http({ baseUrl, log, credentials: undefined })), error);
        await ended;
      } finally {
        hasty.close();
      }
    });

    it("stop when they are cancelled", async () => {
      const stop = new AbortController();
      const endless: Upload = {
        filename: "endless",
        size: 1_000_000_000,
        open: async function* () {
          for (let count = 0; ; count++) {
            if (count === 5) stop.abort();
            yield await Promise.resolve(Buffer.alloc(1000));
          }
        },
      };
      await assert.rejects(send(endless, { signal: stop.signal }), { kind: "cancelled" });
      await server.idle();
    });

    describe("a download to a file", () => {
      const download = () => http().download({ operation: "test.download", path: path`/file` });

      it("is there once it is whole", async () => {
        server.handler = (_request, response) => response.end("sunny");
        const file = join(folder, "weather.txt");
        await saveDownload(await download(), file);
        assert.equal(readFileSync(file, "utf8"), "sunny");
      });

      it("leaves nothing behind when it breaks off", async () => {
        server.handler = (_request, response) => {
          response.writeHead(200, { "content-length": "10" }).write("sun");
          response.socket?.end();
        };
        const inside = join(folder, "partial");
        mkdirSync(inside);
        await assert.rejects(saveDownload(await download(), join(inside, "weather.txt")), { kind: "network" });
        assert.deepEqual(readdirSync(inside), []);
      });
    });
  });
