import assert from "node:assert/strict";
import { after, afterEach, before, describe, it } from "mocha";
import { EtagCache } from "../../../src/api/cache.ts";
import type { Credentials } from "../../../src/api/client.ts";
import { type Handler, json, pipeline, TestServer } from "./server.ts";

describe("answers cached by their ETag", () => {
  let server: TestServer;
  before(async () => (server = await TestServer.start()));
  afterEach(() => server.reset());
  after(() => server.close());

  const tagged =
    (body: unknown, headers: Record<string, string> = {}, etag = 'W/"1"'): Handler =>
    (request, response) =>
      request.headers["if-none-match"] === etag
        ? response.writeHead(304).end()
        : json(response, body, 200, { etag, ...headers });
  const validators = (): unknown[] => server.seen.map(({ headers }) => headers["if-none-match"]);

  it("are returned after 304 with the page's headers, as fresh copies", async () => {
    server.handler = tagged([pipeline(1)], { "x-total": "45", "x-next-page": "2" });
    const client = server.client();
    const first = await client.pipelines.list(1).page();
    Object.assign(first.items[0]!, { status: "spoilt" });
    const again = await client.pipelines.list(1).page();
    assert.deepEqual(
      [again.items[0]!.status, again.total, again.next?.path],
      ["success", 45, "/projects/1/pipelines?per_page=20&page=2"],
    );
    assert.deepEqual(validators(), [undefined, 'W/"1"']);
  });

  it("are replaced by a changed answer", async () => {
    const client = server.client();
    server.handler = tagged(pipeline(1));
    await client.pipelines.get(1, 1);
    server.handler = tagged(pipeline(1, { status: "failed" }), {}, 'W/"2"');
    for (let count = 0; count < 2; count++) assert.equal((await client.pipelines.get(1, 1)).status, "failed");
    assert.deepEqual(validators(), [undefined, 'W/"1"', 'W/"2"']);
  });

  it("belong to one address and one credential", async () => {
    server.handler = tagged(pipeline(1));
    let token = "alice";
    const credentials: Credentials = { scheme: "bearer", token: () => Promise.resolve(token) };
    const client = server.client({ credentials });
    await client.pipelines.get(1, 1);
    await client.pipelines.get(1, 2);
    token = "bob";
    await client.pipelines.get(1, 1);
    await server.client({ credentials }).pipelines.get(1, 1);
    assert.deepEqual(validators(), [undefined, undefined, undefined, undefined]);
  });

  it("are not kept when they cannot be parsed", async () => {
    const client = server.client();
    server.handler = (_request, response) => response.writeHead(200, { etag: 'W/"1"' }).end('{"id":1,');
    await assert.rejects(client.pipelines.get(1, 1), { kind: "invalidResponse" });
    server.handler = tagged(pipeline(1));
    assert.equal((await client.pipelines.get(1, 1)).id, 1);
    assert.deepEqual(validators(), [undefined, undefined]);
  });

  it("are not made up for an unexpected 304", async () => {
    server.handler = (_request, response) => response.writeHead(304).end();
    await assert.rejects(server.client().pipelines.get(1, 1), { kind: "invalidResponse", status: 304 });
  });

  it("are not used by writes", async () => {
    server.handler = tagged(pipeline(1));
    const client = server.client();
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
