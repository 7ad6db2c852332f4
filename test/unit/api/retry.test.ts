import assert from "node:assert/strict";
import { getEventListeners } from "node:events";
import { abortable } from "../../../src/api/abortable.ts";
import { EtagCache } from "../../../src/api/cache.ts";
import type { Credentials } from "../../../src/api/client.ts";
import type { ApiErrorKind } from "../../../src/api/errors.ts";
import { rateLimitEnd, retryDelay, retryTime } from "../../../src/api/retry.ts";
import { testServer } from "./sentRequests.ts";
import { type Handler, json, pipeline } from "./server.ts";

const now = Date.UTC(2026, 10, 20, 12, 0, 0);
const inSeconds = (seconds: number): string => new Date(now + seconds * 1000).toUTCString();

describe("retryDelay", () => {
  /** Without a delay the request is not sent again. */
  const rows: [
    method: string,
    kind: ApiErrorKind,
    more: { status?: number; retryIn?: number; attempt?: number },
    delay?: number,
  ][] = [
    ["GET", "server", { status: 502 }, 300],
    ["GET", "server", { status: 503 }, 300],
    ["GET", "server", { status: 504, attempt: 2 }, 900],
    ["GET", "server", { status: 502, attempt: 3 }],
    ["GET", "server", { status: 503, retryIn: 4000 }, 4000],
    ["GET", "server", { status: 503, retryIn: 600_000 }],
    ["GET", "server", { status: 500 }],
    ["GET", "network", {}, 300],
    ["HEAD", "network", {}, 300],
    ["GET", "timeout", {}],
    ["GET", "timeout", { status: 408 }],
    ["GET", "certificate", {}],
    ["GET", "notFound", { status: 404 }],
    ["GET", "invalidResponse", { status: 200 }],
    ["GET", "cancelled", {}],
    ["POST", "server", { status: 502 }],
    ["PUT", "server", { status: 503, retryIn: 1000 }],
    ["DELETE", "network", {}],
    ["GET", "rateLimited", { status: 429, retryIn: 2000 }, 2000],
    ["POST", "rateLimited", { status: 429, retryIn: 10_000 }, 10_000],
    ["POST", "rateLimited", { status: 429, retryIn: 10_001 }],
    ["GET", "rateLimited", { status: 429, retryIn: -5000 }, 0],
    ["GET", "rateLimited", { status: 429, retryIn: 0, attempt: 3 }],
    ["GET", "rateLimited", { status: 429 }],
  ];
  for (const [method, kind, { status, retryIn, attempt = 1 }, delay] of rows) {
    const facts = [status, retryIn === undefined ? undefined : `Retry-After ${retryIn} ms`, `attempt ${attempt}`];
    it(`${method}, ${kind}, ${facts.filter(Boolean).join(", ")}: ${delay === undefined ? "no" : `after ${delay} ms`}`, () => {
      const failure = {
        kind,
        ...(status === undefined ? {} : { status }),
        ...(retryIn === undefined ? {} : { retryAt: now + retryIn }),
      };
      assert.equal(retryDelay(method, failure, attempt, now, 0.5), delay);
    });
  }

  it("spreads the delays by up to a quarter", () => {
    const failure = { kind: "network" } as const;
    const found = [0, 1].map((random) => retryDelay("GET", failure, 1, now, random));
    assert.deepEqual(found, [225, 375]);
  });
});

describe("the time until which a host asks to wait", () => {
  const reset = (seconds: number): string => String(now / 1000 + seconds);
  const rows: [headers: Record<string, string>, anyStatus: number | undefined, after429: number][] = [
    [{}, undefined, 60_000],
    [{ "retry-after": "30" }, 30_000, 30_000],
    [{ "retry-after": " 0 " }, 0, 0],
    [{ "retry-after": "1.5" }, 1500, 1500],
    [{ "retry-after": inSeconds(90) }, 90_000, 90_000],
    [{ "retry-after": inSeconds(-90) }, 0, 0],
    [{ "retry-after": "soon" }, undefined, 60_000],
    [{ "retry-after": "" }, undefined, 60_000],
    [{ "retry-after": "9".repeat(30) }, 8.64e15 - now, 8.64e15 - now],
    [{ "ratelimit-reset": "9".repeat(30) }, undefined, 8.64e15 - now],
    [{ "ratelimit-reset": reset(45) }, undefined, 45_000],
    [{ "ratelimit-reset": reset(-45) }, undefined, 0],
    [{ "retry-after": "soon", "ratelimit-reset": reset(5) }, undefined, 5000],
    [{ "retry-after": "2", "ratelimit-reset": reset(45) }, 2000, 2000],
    [{ "retry-after": inSeconds(3690), date: inSeconds(3600) }, 90_000, 90_000],
    [{ "ratelimit-reset": reset(-3570), date: inSeconds(-3600) }, undefined, 30_000],
  ];
  for (const [headers, anyStatus, after429] of rows)
    it(`${JSON.stringify(headers)}: ${anyStatus ?? "none"}, after a 429 ${after429} ms`, () => {
      const header = (name: string): string | undefined => headers[name];
      const time = retryTime(header, now);
      assert.equal(time === undefined ? undefined : time - now, anyStatus);
      assert.equal(rateLimitEnd(header, now) - now, after429);
    });
});

describe("answers cached by their ETag", () => {
  const on = testServer();

  const tagged =
    (body: unknown, headers: Record<string, string> = {}, etag = 'W/"1"'): Handler =>
    (request, response) =>
      request.headers["if-none-match"] === etag
        ? response.writeHead(304).end()
        : json(response, body, 200, { etag, ...headers });
  const validators = (): unknown[] => on.server.seen.map(({ headers }) => headers["if-none-match"]);

  it("are returned after 304 with the page's headers, as fresh copies", async () => {
    on.server.handler = tagged([pipeline(1)], { "x-total": "45", "x-next-page": "2" });
    const client = on.server.client();
    const first = await client.pipelines.list(1).page();
    Object.assign(first.items[0]!, { status: "spoilt" });
    const again = await client.pipelines.list(1).page();
    const found = [again.items[0]!.status, again.total, again.next?.path];
    assert.deepEqual(found, ["success", 45, "/projects/1/pipelines?per_page=20&page=2"]);
    assert.deepEqual(validators(), [undefined, 'W/"1"']);
  });

  it("are replaced by a changed answer", async () => {
    const client = on.server.client();
    on.server.handler = tagged(pipeline(1));
    await client.pipelines.get(1, 1);
    on.server.handler = tagged(pipeline(1, { status: "failed" }), {}, 'W/"2"');
    for (let count = 0; count < 2; count++) assert.equal((await client.pipelines.get(1, 1)).status, "failed");
    assert.deepEqual(validators(), [undefined, 'W/"1"', 'W/"2"']);
  });

  it("belong to one address and one credential", async () => {
    on.server.handler = tagged(pipeline(1));
    let token = "alice";
    const credentials: Credentials = { scheme: "bearer", token: () => Promise.resolve(token) };
    const client = on.server.client({ credentials });
    await client.pipelines.get(1, 1);
    await client.pipelines.get(1, 2);
    token = "bob";
    await client.pipelines.get(1, 1);
    await on.server.client({ credentials }).pipelines.get(1, 1);
    assert.deepEqual(validators(), [undefined, undefined, undefined, undefined]);
  });

  it("are not kept when they cannot be parsed", async () => {
    const client = on.server.client();
    on.server.handler = (_request, response) => response.writeHead(200, { etag: 'W/"1"' }).end('{"id":1,');
    await assert.rejects(client.pipelines.get(1, 1), { kind: "invalidResponse" });
    on.server.handler = tagged(pipeline(1));
    assert.equal((await client.pipelines.get(1, 1)).id, 1);
    assert.deepEqual(validators(), [undefined, undefined]);
  });

  it("are not made up for an unexpected 304", async () => {
    on.server.handler = (_request, response) => response.writeHead(304).end();
    await assert.rejects(on.server.client().pipelines.get(1, 1), { kind: "invalidResponse", status: 304 });
  });

  it("are not used by writes", async () => {
    on.server.handler = tagged(pipeline(1));
    const client = on.server.client();
    await client.pipelines.retry(1, 1);
    await client.pipelines.retry(1, 1);
    assert.deepEqual(validators(), [undefined, undefined]);
  });
});

describe("EtagCache", () => {
  const entry = (text: string) => ({ text, headers: {}, etag: "e" });
  const kept = (cache: EtagCache, keys: readonly string[]): string => keys.filter((key) => cache.get(key)).join("");

  it("drops the least recently used entry beyond its count", () => {
    const cache = new EtagCache({ entries: 2, length: 100 });
    for (const key of "ab") cache.set(key, entry(key));
    cache.get("a");
    cache.set("c", entry("c"));
    assert.equal(kept(cache, ["a", "b", "c"]), "ac");
  });

  it("drops the least recently used entries beyond its length", () => {
    const cache = new EtagCache({ entries: 10, length: 10 });
    for (const key of "abc") cache.set(key, entry("xxxx"));
    assert.equal(kept(cache, ["a", "b", "c"]), "bc");
    cache.set("b", entry("x"));
    cache.set("d", entry("xxxx"));
    assert.equal(kept(cache, ["b", "c", "d"]), "bcd");
    cache.set("e", entry("x".repeat(11)));
    assert.equal(kept(cache, ["b", "c", "d", "e"]), "");
  });
});

describe("abortable work", () => {
  const endless = new Promise<never>(() => undefined);

  it("settles like the work, and leaves nothing at the signal", async () => {
    const { signal } = new AbortController();
    const failure = new Error("failed");
    assert.equal(await abortable(Promise.resolve(1), signal), 1);
    await assert.rejects(abortable(Promise.reject(failure), signal), failure);
    assert.equal(await abortable(Promise.resolve(2), undefined), 2);
    assert.equal(getEventListeners(signal, "abort").length, 0);
  });

  it("rejects with the signal's reason, or another, once the signal is aborted", async () => {
    const controller = new AbortController();
    const [why, other] = [new Error("why"), new Error("other")];
    const [left, leftOtherwise] = [
      abortable(endless, controller.signal),
      abortable(endless, controller.signal, () => other),
    ];
    controller.abort(why);
    await assert.rejects(left, why);
    await assert.rejects(leftOtherwise, other);
    await assert.rejects(abortable(endless, controller.signal), why, "at once where it is aborted already");
    await assert.rejects(abortable(Promise.reject(other), controller.signal), why, "the work's own failure is handled");
  });
});
