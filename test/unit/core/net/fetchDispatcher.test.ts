/** What the suites of test/unit/api, which run with this dispatcher too, cannot see. */
import assert from "node:assert/strict";
import { brotliCompressSync, zstdCompressSync } from "node:zlib";
import type Dispatcher from "undici/types/dispatcher.js";
import { fetchDispatcher } from "../../../../src/core/net/fetchDispatcher.ts";
import { apiFailure } from "../../../support/apiFailure.ts";
import { TestServer } from "../../api/server.ts";
import { deferred } from "../deferred.ts";

describe("fetchDispatcher", () => {
  let server: TestServer;
  before(async () => (server = await TestServer.start(undefined, "fetch")));
  afterEach(() => server.reset());
  after(() => server.close());

  /** Sends a request; resolves with the handler's part once it is over. */
  const dispatch = (
    handler: Dispatcher.DispatchHandler,
    options: Partial<Dispatcher.DispatchOptions> = {},
  ): Promise<Error | undefined> =>
    new Promise((resolve) => {
      fetchDispatcher.dispatch(
        { origin: server.origin, path: "/", method: "GET", headers: {}, body: null, ...options },
        {
          ...handler,
          onResponseEnd: () => resolve(undefined),
          onResponseError: (_controller, error) => resolve(error),
        },
      );
    });
  const roundTrip = async (): Promise<void> => {
    await (await fetch(server.origin)).text();
  };

  it("hands on nothing while its reader pauses", async () => {
    const size = 8 * 1024 * 1024;
    server.handler = (_request, response, count) => response.end(count === 1 ? Buffer.alloc(size) : "");
    const sizes: number[] = [];
    const paused = deferred<Dispatcher.DispatchController>();
    const over = dispatch({
      onResponseData: (controller, chunk) => {
        if (sizes.push(chunk.length) > 1) return;
        controller.pause();
        paused.resolve(controller);
      },
    });
    const controller = await paused.promise;
    for (let times = 0; times < 5; times++) await roundTrip();
    assert.equal(sizes.length, 1);
    controller.resume();
    assert.equal(await over, undefined);
    const found = sizes.reduce((sum, length) => sum + length);
    assert.equal(found, size);
  });

  it("ends when it is aborted, while its reader pauses or before it is sent", async () => {
    server.handler = (_request, response) => response.write(Buffer.alloc(1_000_000));
    const reason = new Error("no longer wanted");
    const error = await dispatch({
      onResponseData: (controller) => {
        controller.pause();
        setImmediate(() => controller.abort(reason));
      },
    });
    assert.equal(error, reason);
    await server.idle();
    const before = await dispatch({ onRequestStart: (controller) => controller.abort(reason) });
    assert.deepEqual([before, server.seen.length], [reason, 1]);
  });

  it("does not follow redirects", async () => {
    server.handler = (_request, response) => response.writeHead(302, { location: "/elsewhere" }).end();
    const seen: unknown[] = [];
    await dispatch({ onResponseStart: (_controller, status, headers) => seen.push(status, headers["location"]) });
    assert.deepEqual([seen, server.seen.length], [[302, "/elsewhere"], 1]);
  });

  it("keeps the length and the encoding in answers to HEAD", async () => {
    const encoded = { "content-encoding": "gzip", "content-length": "1234" };
    server.handler = (_request, response) => response.writeHead(200, encoded).end();
    let headers: object = {};
    await dispatch({ onResponseStart: (_controller, _status, given) => (headers = given) }, { method: "HEAD" });
    assert.partialDeepStrictEqual(headers, encoded);
  });

  it("refuses an encoding that was not accepted, which only some versions of fetch decode", async () => {
    server.handler = (_request, response) =>
      response.writeHead(200, { "content-encoding": "zstd" }).end(zstdCompressSync("{}"));
    const { kind, code } = await apiFailure(server.client().users.current());
    assert.deepEqual([kind, code, server.seen.length], ["invalidResponse", "ERR_CONTENT_ENCODING", 1]);
    await server.idle();
  });

  it("reads a compressed body without a time limit", async () => {
    server.handler = (_request, response) =>
      response.writeHead(200, { "content-encoding": "br" }).end(brotliCompressSync("text"));
    const chunks: Buffer[] = [];
    const onResponseData = (_controller: unknown, chunk: Buffer) => chunks.push(chunk);
    assert.equal(await dispatch({ onResponseData }, { bodyTimeout: 0 }), undefined);
    assert.equal(String(Buffer.concat(chunks)), "text");
  });
});
