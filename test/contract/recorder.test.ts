import assert from "node:assert/strict";
import { createServer, request as httpRequest, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { buffer, text } from "node:stream/consumers";
import { after, before, describe, it } from "mocha";
import { Recorder } from "./recorder.ts";

describe("the recorder", () => {
  let server: Server;
  let recorder: Recorder;
  before(async () => {
    server = createServer((request, response) => {
      const origin = "http://configured.example.com/forge";
      if (request.url?.endsWith("/echo") === true) return void request.pipe(response);
      if (request.url?.endsWith("/head") === true) return void response.writeHead(200, { "content-length": "5" }).end();
      if (request.url?.endsWith("/unchanged") === true) return void response.writeHead(304).end();
      void text(request).then((body) =>
        response
          .writeHead(201, { link: `<${origin}/api/v4/projects/1/jobs?id=1&page=2>; rel="next"` })
          .end(JSON.stringify({ ...request.headers, body, url: request.url })),
      );
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    recorder = await Recorder.start(`http://127.0.0.1:${(server.address() as AddressInfo).port}/forge/`);
  });
  after(async () => {
    await recorder.close();
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });

  const send = (path: string): Promise<{ status: number | undefined; body: string }> =>
    new Promise((resolve, reject) => {
      const request = httpRequest(
        `${recorder.url}${path}`,
        { method: path.includes("?") ? "GET" : "POST", agent: false, headers: { "x-mine": "1" } },
        (response) => {
          text(response).then((body) => resolve({ status: response.statusCode, body }), reject);
        },
      );
      request.on("error", reject).end("hello");
    });

  it("hands requests and answers on as they are, and keeps both", async () => {
    const { result, exchanges } = await recorder.during(() => send("/api/v4/x"));
    const heard = JSON.parse(result.body) as Record<string, string>;
    assert.deepEqual(
      [result.status, heard["url"], heard["x-mine"], heard["body"]],
      [201, "/forge/api/v4/x", "1", "hello"],
    );
    assert.deepEqual(
      exchanges.map(({ judged, answer }) => [judged.problems, answer.status, answer.body.toString()]),
      [[["the contract has no POST /api/v4/x"], 201, result.body]],
    );
  });

  it("knows the links that answers gave", async () => {
    const undocumented = async (path: string): Promise<boolean> => {
      const { exchanges } = await recorder.during(() => send(path));
      return exchanges[0]!.judged.problems.includes("jobs.list: id is not documented");
    };
    assert.deepEqual(
      [
        await undocumented("/api/v4/projects/1/jobs?id=1&page=2"),
        await undocumented("/api/v4/projects/1/jobs?id=1&page=3"),
      ],
      [false, true],
    );
  });

  it("keeps only what went through during the call", async () => {
    await send("/api/v4/before");
    const { exchanges } = await recorder.during(() => Promise.resolve());
    assert.deepEqual(exchanges, []);
  });

  it("keeps bytes as they are, both ways", async () => {
    const bytes = Buffer.from([0x50, 0x4b, 0, 0xff, 0xfe, 0x0d, 0x0a]);
    const { result, exchanges } = await recorder.during(
      () =>
        new Promise<Buffer>((resolve, reject) => {
          const request = httpRequest(
            `${recorder.url}/echo`,
            { method: "PUT", agent: false },
            (response) => void buffer(response).then(resolve, reject),
          );
          request.on("error", reject).end(bytes);
        }),
    );
    assert.deepEqual([result, exchanges[0]!.answer.body], [bytes, bytes]);
  });

  it("hands answers on that have no body: to HEAD, and 304", async () => {
    const head = (method: string, path: string) =>
      new Promise<{ status: number | undefined; length: string | undefined }>((resolve, reject) => {
        const request = httpRequest(`${recorder.url}${path}`, { method, agent: false }, (response) =>
          response
            .resume()
            .on("end", () => resolve({ status: response.statusCode, length: response.headers["content-length"] })),
        );
        request.on("error", reject).end();
      });
    const { result, exchanges } = await recorder.during(async () => [
      await head("HEAD", "/head"),
      await head("GET", "/unchanged"),
    ]);
    assert.deepEqual(result, [
      { status: 200, length: "5" },
      { status: 304, length: undefined },
    ]);
    assert.deepEqual(
      exchanges.map(({ method, answer }) => [method, answer.status, answer.body.length]),
      [
        ["HEAD", 200, 0],
        ["GET", 304, 0],
      ],
    );
  });
});
