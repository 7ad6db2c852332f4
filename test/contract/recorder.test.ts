import assert from "node:assert/strict";
import { createServer, type IncomingMessage, request as httpRequest, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";
import { after, before, describe, it } from "mocha";
import { Recorder } from "./recorder.ts";

const bytes = Buffer.from([0x50, 0x4b, 0, 0xff, 0xfe, 0x0d, 0x0a]);
const next = '<http://configured.example.com/forge/api/v4/projects/1/jobs?id=1&page=2>; rel="next"';

describe("the recorder", () => {
  let server: Server;
  let recorder: Recorder;
  before(async () => {
    server = createServer((request, response) => {
      const mine = String(request.headers["x-mine"]);
      response.writeHead(request.url?.endsWith("/unchanged") === true ? 304 : 201, { link: next, "x-mine": mine });
      request.pipe(response);
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    recorder = await Recorder.start(`http://127.0.0.1:${(server.address() as AddressInfo).port}/forge/`);
  });
  after(async () => {
    await recorder.close();
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });

  const send = async (method: string, path: string, body = Buffer.of()) => {
    const { result, exchanges } = await recorder.during(async () => {
      const answer = await new Promise<IncomingMessage>((resolve, reject) => {
        httpRequest(`${recorder.url}${path}`, { method, agent: false, headers: { "x-mine": "1" } }, resolve)
          .on("error", reject)
          .end(body);
      });
      return { status: answer.statusCode, mine: answer.headers["x-mine"], body: await buffer(answer) };
    });
    const [{ judged, answer } = assert.fail(), ...more] = exchanges;
    assert.deepEqual(more, []);
    return { ...result, judged, kept: answer };
  };

  it("passes requests and answers on unchanged, and keeps both", async () => {
    const { status, mine, body, judged, kept } = await send("PUT", "/api/v4/x", bytes);
    assert.deepEqual([status, mine, body, kept.status, kept.body], [201, "1", bytes, 201, bytes]);
    assert.deepEqual(judged.problems, ["the contract has no PUT /api/v4/x"]);
  });

  it("passes answers without a body on", async () => {
    assert.equal((await send("HEAD", "/api/v4/x")).status, 201);
    assert.equal((await send("GET", "/unchanged")).status, 304);
  });

  it("judges requests of links that answers gave as given", async () => {
    await send("PUT", "/api/v4/x");
    const { judged } = await send("GET", "/api/v4/projects/1/jobs?id=1&page=2");
    assert.ok(!judged.problems.includes("jobs.list: id is not documented"));
  });
});
