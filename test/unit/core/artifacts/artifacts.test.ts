import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { readdir } from "node:fs/promises";
import { tmpdir } from "node:os";
import { ARTIFACT_SCHEME } from "../../../../src/core/addresses/schemes.ts";
import { artifactAddress } from "../../../../src/core/artifacts/address.ts";
import { ArchiveListings, WholeDownloadNeeded } from "../../../../src/core/artifacts/archiveListings.ts";
import { ArtifactFiles } from "../../../../src/core/artifacts/artifactFiles.ts";
import { readRange } from "../../../service/http/ranges.ts";
import { zip } from "../../../service/pipelines/zip.ts";
import { temporaryFolder } from "../../../support/temporaryFolder.ts";
import { type Handler, json, TestServer } from "../../api/server.ts";
import { deferred } from "../deferred.ts";

const instance = "https://git.example.com";
const address = artifactAddress({ instance, project: 7, job: 3, path: "report.txt" });
const text = `${ARTIFACT_SCHEME}://${address.authority}${address.path}`;
const uri = { scheme: ARTIFACT_SCHEME, ...address, toString: () => text } as never;
const { signal } = new AbortController();

it("files of artifacts are requested once for size and content, separately by account", async () => {
  let account = "anna";
  const asked: string[] = [];
  const artifactFile = () => {
    const mine = account;
    asked.push(mine);
    const body = async function* (): AsyncGenerator<Uint8Array> {
      yield await Promise.resolve(Buffer.from(`for ${mine}`));
    };
    return Promise.resolve({ body: body(), close: () => Promise.resolve() });
  };
  const get = () => ({ client: { jobs: { artifactFile } }, session: { id: account } });
  const files = new ArtifactFiles({ connections: { get } } as never);
  const read = async (): Promise<string> => Buffer.from(await files.readFile(uri, signal)).toString();
  assert.deepEqual([(await files.stat(uri, signal)).size, await read()], [8, "for anna"]);
  await files.prepare(uri, signal);
  account = "bo";
  assert.deepEqual([(await files.stat(uri, signal)).size, await read()], [6, "for bo"]);
  assert.deepEqual(asked, ["anna", "anna", "bo"]);
  files.dispose();
});

const none = Buffer.alloc(0);
const archive = zip([
  { path: "big.bin", content: randomBytes(3_000_000), stored: true },
  { path: "dist/app.js", content: Buffer.from("1\n") },
]);
const parts =
  (bytes: Buffer, etag = '"one"'): Handler =>
  ({ headers }, response) => {
    const range = readRange(headers.range, bytes.length);
    if (range.kind === "unsatisfiable") response.writeHead(416, { "content-range": `bytes */${bytes.length}` }).end();
    else if (range.kind === "part") {
      const part = bytes.subarray(range.start, range.end);
      const headers = { "content-range": `bytes ${range.start}-${range.end - 1}/${bytes.length}` };
      response.writeHead(206, { etag, ...headers, "content-length": part.length }).end(part);
    } else response.writeHead(200, { etag, "content-length": bytes.length }).end(bytes);
  };
const whole =
  (bytes: Buffer): Handler =>
  (_request, response) =>
    response.writeHead(200, { "content-length": bytes.length }).end(bytes);
const left = async (): Promise<string[]> =>
  (await readdir(tmpdir())).filter((name) => name.startsWith("forgeline-artifacts-"));

describe("lists of what archives hold", () => {
  let server: TestServer;
  let listings: ArchiveListings;
  let account: string | undefined = "alice";
  const of = (job: number, size = archive.length) => ({
    instance: server.origin,
    project: "group/project",
    job,
    ...(size >= 0 && { size }),
  });
  const { signal } = new AbortController();
  const unasked = { signal, whole: 1_000_000 };

  // Temporary files of other processes are none of these tests' business.
  const { TMPDIR: shared } = process.env;
  before(async () => {
    server = await TestServer.start();
    process.env["TMPDIR"] = temporaryFolder();
  });
  after(async () => {
    await server.close();
    if (shared === undefined) delete process.env["TMPDIR"];
    else process.env["TMPDIR"] = shared;
  });
  const fresh = (): void => {
    const client = server.client();
    listings = new ArchiveListings({ clientFor: () => client, accountFor: () => account });
  };
  beforeEach(fresh);
  afterEach(() => server.reset());

  it("cost one request where the host sends parts, and none the second time", async () => {
    server.handler = parts(archive);
    const listing = await listings.list(of(1), unasked);
    const found = [...listing.all()].map(({ path }) => path);
    assert.deepEqual(found, ["big.bin", "dist/app.js"]);
    assert.equal(server.last.headers.range, `bytes=${archive.length - 131_072}-${archive.length - 1}`);
    assert.equal(await listings.list(of(1), unasked), listing);
    assert.equal(listings.known(of(1)), listing);
    assert.equal(server.seen.length, 1);
    account = "bob";
    assert.equal(listings.known(of(1)), undefined, "what another account may see is not known");
    account = "alice";
  });

  it("need no size, or survive a wrong one", async () => {
    for (const [size, requests] of [
      [-1, 2],
      [0, 2],
      [archive.length + 5_000, 1],
      [archive.length * 2, 3],
      [1_000, 2],
    ] as const) {
      fresh();
      server.seen.length = 0;
      server.handler = parts(archive);
      assert.equal((await listings.list(of(1, size), unasked)).fileCount, 2, String(size));
      assert.equal(server.seen.length, requests, `requests for size ${size}`);
    }
  });

  it("are read from a whole download only if that is allowed, into a file that is gone afterwards", async () => {
    server.handler = whole(archive);
    const needed = (error: unknown) => error instanceof WholeDownloadNeeded && error.size === archive.length;
    await assert.rejects(listings.list(of(3), unasked), needed);
    await server.idle();
    assert.equal(server.seen.length, 1);
    let last: unknown[] = [];
    const onProgress = (...progress: unknown[]) => (last = progress);
    const listing = await listings.list(of(4), { signal, whole: Infinity, onProgress });
    assert.deepEqual([listing.fileCount, last, await left()], [2, [archive.length, archive.length], []]);
    assert.equal(server.seen.length, 2, "what came in answer to the range is the archive");
  });

  it("leave no file behind after a cancel or a broken connection", async () => {
    const controller = new AbortController();
    const started = deferred<undefined>();
    server.handler = (_request, response) => {
      response.writeHead(200, { "content-length": archive.length });
      response.write(archive.subarray(0, 500_000));
    };
    const onProgress = (): void => started.resolve(undefined);
    const listing = listings.list(of(5), { signal: controller.signal, whole: Infinity, onProgress });
    await started.promise;
    controller.abort();
    await assert.rejects(listing, { name: "AbortError" });
    await server.idle();
    server.handler = (_request, response) => {
      response.writeHead(200, { "content-length": archive.length });
      response.write(archive.subarray(0, 500_000), () => response.socket?.resetAndDestroy());
    };
    await assert.rejects(listings.list(of(6), { signal, whole: Infinity }), { kind: "network" });
    // Whoever calls off does not wait for the file to go.
    while ((await left()).length > 0) await new Promise((resolve) => setImmediate(resolve));
  });

  it("share one request among concurrent callers, whoever leaves", async () => {
    const controller = new AbortController();
    const arrived = deferred<() => void>();
    server.handler = (request, response) => arrived.resolve(() => void parts(archive)(request, response, 0));
    const one = listings.list(of(7), { ...unasked, signal: controller.signal });
    const other = listings.list(of(7), unasked);
    const answer = await arrived.promise;
    controller.abort();
    await assert.rejects(one, { name: "AbortError" });
    answer();
    assert.deepEqual([(await other).fileCount, server.seen.length], [2, 1]);
  });

  it("reject parts of another archive or of another size", async () => {
    const folder = "a folder with a name/of some length";
    const large = zip(
      Array.from({ length: 3000 }, (_, at) => ({ path: `${folder}/${at}`, content: none, stored: true })),
    );
    server.handler = (request, response, count) => void parts(large, `"${count}"`)(request, response, count);
    await assert.rejects(listings.list(of(8, large.length), unasked), { why: "changed" });
    server.handler = (_request, response) =>
      response.writeHead(206, { "content-range": `bytes 0-0/${large.length}` }).end(large);
    await assert.rejects(listings.list(of(9, -1), unasked), { why: "changed" });
  });

  it("use the whole archive if the storage refuses ranges, and fail for a missing one", async () => {
    server.handler = (_request, response) => json(response, { message: "404 Not Found" }, 404);
    await assert.rejects(listings.list(of(10), unasked), { kind: "notFound" });
    server.handler = (request, response) =>
      request.headers.range === undefined
        ? void whole(archive)(request, response, 0)
        : json(response, { message: "Invalid range" }, 400);
    assert.equal((await listings.list(of(11), { signal, whole: Infinity })).fileCount, 2);
  });
});
