import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer as createTlsServer } from "node:https";
import { type AddressInfo, createServer as createNetServer } from "node:net";
import { brotliCompressSync, deflateSync, gzipSync, zstdCompressSync } from "node:zlib";
import type { ApiError } from "../../../src/api/errors.ts";
import type { CallOptions } from "../../../src/api/request.ts";
import { apiFailure } from "../../support/apiFailure.ts";
import { selfSigned } from "./certificate.ts";
import { type Handler, json, pipeline, TestServer, wayNames } from "./server.ts";

/** The address of a port that nothing listens on. */
async function closedAddress(): Promise<string> {
  const closed = createNetServer().listen(0, "127.0.0.1");
  await once(closed, "listening");
  const { port } = closed.address() as AddressInfo;
  closed.close();
  return `http://127.0.0.1:${port}`;
}

for (const way of wayNames)
  describe(`failures of requests, with ${way}`, () => {
    let server: TestServer;
    before(async () => (server = await TestServer.start(undefined, way)));
    afterEach(() => server.reset());
    after(() => server.close());

    const raw =
      (status: number, body: string | Buffer, headers: Record<string, string> = {}): Handler =>
      (_request, response) => {
        response.writeHead(status, headers);
        response.end(body);
      };

    describe("an answer", () => {
      const html = { "content-type": "text/html; charset=utf-8" };
      const plain = { "content-type": "application/json" };
      const gzip = { "content-encoding": "gzip" };
      const rows: [what: string, handler: Handler, error: object, asked?: number][] = [
        ["a web page", raw(200, "<title>Sign in</title>", html), { kind: "invalidResponse", status: 200 }],
        ["204", raw(204, ""), { kind: "invalidResponse", status: 204 }],
        [
          "404",
          raw(404, '{"message":"404 Not found"}', { ...plain, "x-request-id": "01ABC" }),
          { kind: "notFound", status: 404, serviceMessage: "404 Not found", requestId: "01ABC" },
        ],
        [
          "403 for a small scope",
          raw(403, '{"error":"insufficient_scope","error_description":"Needs api","scope":"api"}', plain),
          { kind: "insufficientScope", code: "insufficient_scope", serviceMessage: "Needs api" },
        ],
        ["502, always", raw(502, "<html>Bad Gateway</html>", html), { kind: "server", status: 502 }, 3],
        ["half of gzip", raw(200, gzipSync('{"id":1}').subarray(0, 12), gzip), { kind: "invalidResponse" }],
        ["wrong gzip", raw(200, '{"id":1}', gzip), { kind: "invalidResponse" }],
        ["an unknown encoding", raw(200, "x", { "content-encoding": "compress" }), { kind: "invalidResponse" }],
      ];
      for (const [what, handler, error, asked = 1] of rows)
        it(`of ${what} is ${JSON.stringify(error)}`, async () => {
          server.handler = handler;
          const url = `${server.origin}/api/v4/projects/1/pipelines/2`;
          const request = { method: "GET", url, instance: server.origin, operation: "pipelines.get" };
          await assert.rejects(server.client().pipelines.get(1, 2), { ...error, request });
          assert.equal(server.seen.length, asked);
        });

      it("of a web page to a write is an error that names the page", async () => {
        server.handler = raw(200, "<html></html>", html);
        const { kind, message } = await apiFailure(server.client().pipelines.delete(1, 2));
        assert.deepEqual([kind, /web page/.test(message)], ["invalidResponse", true]);
      });

      it("accepts IDs as text, nulls, unknown statuses and a byte order mark", async () => {
        const sha = "1234567890".repeat(4);
        const texts = {
          id: "42",
          project_id: "7",
          status: "dreaming",
          sha,
          user: { id: "3" },
          ref: null,
          name: "2026",
        };
        server.handler = raw(200, `\ufeff${JSON.stringify(texts)}`);
        assert.deepEqual(await server.client().pipelines.get(1, 42), {
          ...texts,
          id: 42,
          project_id: 7,
          user: { id: 3 },
        });
      });
    });

    describe("compression", () => {
      const body = JSON.stringify(pipeline(5));
      for (const [encoding, packed] of [
        ["gzip", gzipSync(body)],
        ["x-gzip", gzipSync(body)],
        ["br", brotliCompressSync(body)],
        ...(way === "undici" ? [["zstd", zstdCompressSync(body)] as const] : []),
        ["deflate", deflateSync(body)],
        ["identity", Buffer.from(body)],
        ["GZIP, br", brotliCompressSync(gzipSync(body))],
      ] as const)
        it(`decodes ${encoding}`, async () => {
          server.handler = raw(200, packed, { "content-encoding": encoding });
          assert.equal((await server.client().pipelines.get(1, 5)).id, 5);
          assert.equal(server.last.headers["accept-encoding"], way === "fetch" ? "gzip, br" : "gzip, br, zstd");
        });
    });

    describe("the connection", () => {
      const resetBefore: Handler = (_request, response) => response.socket?.resetAndDestroy();
      const resetMidBody: Handler = (_request, response) => {
        response.writeHead(200, { "content-type": "application/json", "content-length": "100" });
        response.write('{"id":5', () => response.socket?.resetAndDestroy());
      };
      const breakOff: Handler = (_request, response) => {
        response.writeHead(200, { "content-type": "application/json" });
        response.write('{"id":5', () => response.socket?.end());
      };
      for (const [what, handler] of Object.entries({
        "reset before the answer": resetBefore,
        "reset within it": resetMidBody,
        "ended within it": breakOff,
      }))
        it(`${what}: sends a read again, and a write never`, async () => {
          server.handler = (request, response, count) =>
            count < 3 ? handler(request, response, count) : json(response, pipeline(5));
          assert.equal((await server.client().pipelines.get(1, 5)).id, 5);
          assert.equal(server.seen.length, 3);
          server.seen.length = 0;
          server.handler = handler;
          const thrown = await apiFailure(server.client().pipelines.create(1, { ref: "main" }));
          assert.deepEqual([thrown.kind, thrown.status, server.seen.length], ["network", undefined, 1]);
        });

      it("sends a read that must not be repeated once, also after 502", async () => {
        server.handler = raw(502, "");
        const client = server.client();
        const reads: readonly ((options: CallOptions) => Promise<unknown>)[] = [
          (options) => client.pipelines.get(1, 2, options),
          (options) => client.pipelines.list(1, {}, { perPage: 20, ...options }).page(),
          (options) => client.jobs.listForPipeline(1, 2, {}, options).all(),
          (options) => client.jobs.trace(1, 2, options),
          (options) => client.jobs.artifacts(1, 2, options),
        ];
        for (const read of reads) {
          server.seen.length = 0;
          await apiFailure(read({ repeat: false }));
          assert.equal(server.seen.length, 1, String(read));
          await apiFailure(read({}));
          assert.equal(server.seen.length, 4, String(read));
        }
      });

      it("fails as refused", async () => {
        const client = server.client({ baseUrl: await closedAddress() });
        await assert.rejects(client.users.current(), { kind: "network", code: "ECONNREFUSED" });
      });

      it("fails to something that does not speak HTTP", async () => {
        const other = createNetServer((socket) => socket.end("SSH-2.0-OpenSSH_9.2\r\n")).listen(0, "127.0.0.1");
        await once(other, "listening");
        const client = server.client({ baseUrl: `http://127.0.0.1:${(other.address() as AddressInfo).port}` });
        const revoked = client.oauth.revoke({ token: "t", client_id: "c" });
        await assert.rejects(revoked, { kind: "invalidResponse", code: "HPE_INVALID" });
        other.close();
      });

      it("fails to an untrusted certificate", async () => {
        const secure = await TestServer.start(createTlsServer(selfSigned()), way);
        const error = { kind: "certificate", code: "DEPTH_ZERO_SELF_SIGNED_CERT" };
        await assert.rejects(secure.client().users.current(), error);
        await secure.close();
        assert.equal(secure.seen.length, 0);
      });
    });

    describe("time", () => {
      const hang: Handler = () => undefined;

      it("runs out when no answer begins", async () => {
        server.handler = hang;
        const client = server.client({ timeouts: { headers: 50, ...(way === "fetch" && { connect: 0 }) } });
        const code = way === "fetch" ? "ERR_DEADLINE" : "UND_ERR_HEADERS_TIMEOUT";
        await assert.rejects(client.users.current(), { kind: "timeout", code });
        // A busy machine may not have read it yet.
        assert.ok(server.seen.length <= 1);
      });

      it("runs out when an answer stops", async () => {
        server.handler = (_request, response) => {
          response.writeHead(200, { "content-type": "application/json" });
          response.write('{"id":');
        };
        const client = server.client({ timeouts: { body: 50 } });
        await assert.rejects(client.users.current(), { kind: "timeout", code: "UND_ERR_BODY_TIMEOUT" });
        assert.equal(server.seen.length, 1);
      });

      it("runs out while nothing connects", async () => {
        const timeouts = { connect: 20, headers: 20 };
        const client = server.client({ dispatcher: () => new Promise(() => undefined), timeouts });
        await assert.rejects(client.users.current(), { kind: "timeout" });
      });
    });

    describe("cancelling", () => {
      const cancelled = async (signal: AbortSignal, client = server.client()): Promise<void> =>
        assert.rejects(client.users.current({ signal }), { kind: "cancelled" });

      it("before anything is sent sends nothing", async () => {
        await cancelled(AbortSignal.abort());
        assert.equal(server.seen.length, 0);
      });

      it("while waiting for the answer frees the connection", async () => {
        const stop = new AbortController();
        server.handler = () => stop.abort();
        await cancelled(stop.signal);
        await server.idle();
      });

      it("while connecting does not wait for the connection", async () => {
        const stop = new AbortController();
        const dispatcher = () => (stop.abort(), new Promise<never>(() => undefined));
        await cancelled(stop.signal, server.client({ dispatcher }));
      });

      it("within the answer ends it", async () => {
        const stop = new AbortController();
        server.handler = (_request, response) => {
          response.writeHead(200);
          response.write('{"id":', () => setImmediate(() => stop.abort()));
        };
        await cancelled(stop.signal);
        await server.idle();
      });

      it("while waiting to repeat the request", async () => {
        const stop = new AbortController();
        server.handler = raw(503, "");
        const sleep = (_delay: number, signal: AbortSignal | undefined) => {
          stop.abort();
          return signal?.aborted === true ? Promise.reject(new Error("aborted")) : Promise.resolve();
        };
        await cancelled(stop.signal, server.client({ sleep }));
        assert.equal(server.seen.length, 1);
      });
    });

    describe("429", () => {
      const now = Date.UTC(2026, 10, 20, 12);
      const limited =
        (headers: Record<string, string>, times = Infinity): Handler =>
        (_request, response, count) =>
          count <= times
            ? raw(429, "Retry later\n", {
                "content-type": "text/plain",
                date: new Date(now).toUTCString(),
                ...headers,
              })(_request, response, count)
            : json(response, pipeline(5));

      it("waits for a short time, with writes too", async () => {
        server.handler = limited({ "retry-after": "3" }, 1);
        const waits: number[] = [];
        const until: number[] = [];
        const client = server.client({
          now: () => now,
          sleep: (delay) => Promise.resolve(void waits.push(delay)),
          onRateLimit: (time) => until.push(time),
        });
        assert.equal((await client.pipelines.create(1, { ref: "main" })).id, 5);
        assert.deepEqual([waits, until, server.seen.length], [[3000], [now + 3000], 2]);
      });

      it("holds other requests back until the short wait is over", async () => {
        server.handler = limited({ "retry-after": "3" }, 1);
        let time = now;
        const waits: number[] = [];
        const client = server.client({
          now: () => time,
          sleep: (delay) => {
            waits.push(delay);
            assert.equal(server.seen.length, 1, "nothing is sent while waiting");
            time += delay;
            return Promise.resolve();
          },
        });
        await assert.rejects(client.pipelines.get(1, 5, { repeat: false }), { kind: "rateLimited" });
        assert.deepEqual(waits, [], "what was refused is not repeated");
        assert.equal((await client.pipelines.get(1, 5)).id, 5);
        assert.equal((await client.pipelines.get(1, 5)).id, 5);
        assert.deepEqual([waits, server.seen.length], [[3000], 3]);
      });

      for (const [what, headers, retryIn] of [
        ["a long wait", { "retry-after": "600" }, 600_000],
        ["a date", { "retry-after": new Date(now + 60_000).toUTCString() }, 60_000],
        ["RateLimit-Reset", { "ratelimit-reset": String(now / 1000 + 30) }, 30_000],
        ["no time at all", {}, 60_000],
      ] as const)
        it(`throws at once after ${what}, with the time`, async () => {
          server.handler = limited(headers);
          const until: number[] = [];
          const client = server.client({ now: () => now, onRateLimit: (time) => until.push(time) });
          const error = { kind: "rateLimited", retryAt: now + retryIn, serviceMessage: "Retry later" };
          await assert.rejects(client.users.current(), error);
          assert.deepEqual([until, server.seen.length], [[now + retryIn], 1]);
        });
    });

    describe("the outcome of a write", () => {
      const create = (client = server.client(), signal?: AbortSignal): Promise<ApiError> =>
        apiFailure(client.pipelines.create(1, { ref: "main" }, { signal }));
      const rows: readonly (readonly [what: string, handler: Handler, unknown: boolean])[] = [
        ["a connection that breaks", (_request, response) => void response.destroy(), true],
        ["500", raw(500, ""), true],
        ["503", raw(503, ""), true],
        ["an answer that is no record", raw(201, "[]", { "content-type": "application/json" }), true],
        ["a redirect after the work", raw(303, "", { location: "/elsewhere" }), true],
        ["a redirect in place of the work", raw(308, "", { location: "https://other.example.com/" }), false],
        ...[400, 403, 404, 409].map((status) => [String(status), raw(status, "{}"), false] as const),
      ];
      for (const [what, handler, unknown] of rows)
        it(`is ${unknown ? "unknown" : "known"} after ${what}`, async () => {
          server.handler = handler;
          assert.equal((await create()).outcomeUnknown, unknown);
        });

      it("is known where nothing reached the host", async () => {
        assert.equal((await create(server.client({ baseUrl: await closedAddress() }))).outcomeUnknown, false);
        const { kind, outcomeUnknown } = await create(server.client(), AbortSignal.abort());
        assert.deepEqual([kind, outcomeUnknown], ["cancelled", false]);
      });

      it("is known for reads", async () => {
        server.handler = raw(500, "");
        await assert.rejects(server.client().users.current(), { outcomeUnknown: false });
      });

      it("is unknown when it is cancelled on its way", async () => {
        const stop = new AbortController();
        server.handler = () => stop.abort();
        const { kind, outcomeUnknown } = await create(server.client(), stop.signal);
        assert.deepEqual([kind, outcomeUnknown], ["cancelled", true]);
      });
    });

    it("keeps secrets out of logs and errors", async () => {
      const lines: string[] = [];
      const log = { debug: (line: string) => lines.push(line), warn: (line: string) => lines.push(line) };
      server.handler = raw(502, '{"message":"no"}');
      const client = server.client({ log, credentials: { scheme: "bearer", token: () => Promise.resolve("s3cret") } });
      const thrown = await apiFailure(client.oauth.tokenInfo());
      const refused = await apiFailure(
        client.oauth.token({
          grant_type: "authorization_code",
          client_id: "c",
          code: "s3cret",
          redirect_uri: "x://y",
          code_verifier: "s3cret".repeat(8),
        }),
      );
      assert.equal(lines.length, 6);
      assert.doesNotMatch(JSON.stringify([lines, thrown, thrown.message, refused, refused.message]), /s3cret/);
    });
  });
