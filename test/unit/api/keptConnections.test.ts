/** Connections that are used again, and answers that grow when they are decompressed. */
import assert from "node:assert/strict";
import { once } from "node:events";
import { type AddressInfo, createServer, type Server, type Socket } from "node:net";
import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { setImmediate } from "node:timers/promises";
import { brotliCompressSync, constants, createZstdCompress, gzipSync, zstdCompressSync } from "node:zlib";
import { type Client, createClient } from "../../../src/api/client.ts";
import { apiFailure } from "../../support/apiFailure.ts";
import { pipeline, TestServer, wayNames, ways } from "./server.ts";

/** A whole answer, as it is sent. */
const answer = (id: number): string => {
  const body = JSON.stringify(pipeline(id));
  return `HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n${body}`;
};

for (const name of wayNames) {
  describe(`a connection that is kept, with ${name}`, () => {
    const way = ways[name]();
    after(() => way.close());
    const servers: Server[] = [];
    afterEach(() => {
      for (const server of servers.splice(0)) server.close();
    });

    /** A server that answers the first request of a connection; what it does with the next ones is the test's. */
    const start = async (next: (socket: Socket) => void, afterFirst?: (socket: Socket) => void) => {
      const requests: string[] = [];
      let connections = 0;
      const sockets = new Set<Socket>();
      const server = createServer((socket) => {
        connections++;
        let count = 0;
        sockets.add(socket);
        socket.on("error", () => undefined);
        socket.on("close", () => sockets.delete(socket));
        socket.on("data", (data) => {
          const [line = ""] = data.toString().split("\r\n");
          // The rest of a body.
          if (!/^(GET|POST) /.test(line)) return;
          requests.push(line.replace(/ HTTP.*/, ""));
          if (++count > 1) next(socket);
          else socket.write(answer(5), () => afterFirst?.(socket));
        });
      });
      servers.push(server);
      server.listen(0, "127.0.0.1");
      await once(server, "listening");
      const client = createClient({
        baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
        dispatcher: way.dispatcher,
        sleep: () => Promise.resolve(),
      });
      return {
        client,
        requests,
        connections: () => connections,
        idle: () => [...sockets].map((s) => once(s, "close")),
      };
    };

    /** The first request of a connection, until the connection is free. */
    const first = async (client: Client): Promise<void> => {
      assert.equal((await client.pipelines.get(1, 5)).id, 5);
      await setImmediate();
    };

    it("is used again", async () => {
      const { client, connections } = await start((socket) => socket.end(answer(6)));
      await first(client);
      assert.equal((await client.pipelines.get(1, 6)).id, 6);
      assert.equal(connections(), 1);
    });

    for (const [how, close] of [
      ["closes", (socket: Socket) => socket.end()],
      ["resets", (socket: Socket) => socket.resetAndDestroy()],
    ] as const)
      it(`repeats a read, and no write, when the host ${how} it at the next request`, async () => {
        const { client, requests, connections } = await start((socket) => void close(socket));
        await first(client);
        assert.equal((await client.pipelines.get(1, 5)).id, 5);
        assert.deepEqual([connections(), requests.length], [2, 3]);
        await setImmediate();
        const error = await apiFailure(client.pipelines.create(1, { ref: "main" }));
        assert.deepEqual([error.kind, error.outcomeUnknown], ["network", true]);
        const found = requests.map((request) => request.split(" ")[0]);
        assert.deepEqual(found, ["GET", "GET", "GET", "POST"]);
      });

    it("is replaced when the host closed it in between, also for a write", async () => {
      const { client, requests, connections, idle } = await start(
        () => undefined,
        (socket) => socket.end(),
      );
      await first(client);
      await Promise.all(idle());
      assert.equal((await client.pipelines.create(1, { ref: "main" })).id, 5);
      assert.deepEqual([requests.length, connections()], [2, 2]);
    });
  });

  describe(`an answer that grows when it is decompressed, with ${name}`, () => {
    let server: TestServer;
    before(async () => (server = await TestServer.start(undefined, name)));
    afterEach(() => server.reset());
    after(() => server.close());

    const large = Buffer.alloc(48 * 1024 * 1024);
    for (const [encoding, packed] of [
      ["gzip", () => gzipSync(large, { level: 1 })],
      ["br", () => brotliCompressSync(large, { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } })],
      ...(name === "undici" ? [["zstd", () => zstdCompressSync(large)] as const] : []),
    ] as const) {
      it(`is read up to the limit of its reader: ${encoding}`, async () => {
        const body = packed();
        assert.ok(body.length < 400_000);
        server.handler = (_request, response) => {
          response
            .writeHead(200, { "content-encoding": encoding, "content-type": "application/octet-stream" })
            .end(body);
        };
        const upload = { secret: "0123456789abcdef0123456789abcdef", filename: "bomb" };
        assert.equal(await server.client().extras.readUpload(1, upload, 100_000), undefined);
        // The rest is given up, with its connection, unless all of it had come already.
        assert.equal(server.seen.length, 1);
      });
    }

    if (name === "undici")
      it("is refused if it needs more memory than HTTP allows", async () => {
        const wide = createZstdCompress({ params: { [constants.ZSTD_c_windowLog]: 27 } });
        const body = await buffer(Readable.from([Buffer.from('{"id":'), Buffer.from("5}")]).pipe(wide));
        server.handler = (_request, response) => {
          response.writeHead(200, { "content-encoding": "zstd", "content-type": "application/json" }).end(body);
        };
        assert.equal((await apiFailure(server.client().pipelines.get(1, 5))).kind, "invalidResponse");
      });
  });
}
