import assert from "node:assert/strict";
import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { mock } from "node:test";
import { helloLimit, lineLimit } from "../../../../../src/features/agents/mcp/protocol.ts";
import type { ReceivedCall } from "../../../../../src/features/agents/mcp/socketServer.ts";
import { HeldCall, mcpStage, secret } from "./mcpStage.ts";

const hello = JSON.stringify({ secret, client: "raw" });

/** Sends lines. Returns what came back before the window closed the connection. */
async function untilClosed(socket: string, ...lines: readonly string[]): Promise<string> {
  const connection = connect(socket);
  // The window may close it while this side still writes.
  connection.on("error", () => undefined);
  let text = "";
  connection.on("data", (bytes: Buffer) => (text += bytes.toString()));
  connection.write(lines.map((line) => `${line}\n`).join(""));
  await new Promise((resolve) => connection.once("close", resolve));
  return text;
}

/** Sends lines. Returns the first lines that come back. */
async function replies(connection: Socket, count: number, ...lines: readonly string[]): Promise<unknown[]> {
  connection.write(lines.map((line) => `${line}\n`).join(""));
  let text = "";
  while (text.split("\n").length <= count) text += String((await once(connection, "data"))[0]);
  return text
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as unknown);
}

describe("the socket of a window", () => {
  const stage = mcpStage();
  afterEach(() => stage.closeAll());
  const calls: ReceivedCall[] = [];
  const open = async (): Promise<string> => {
    calls.length = 0;
    const { socket } = await stage.window([], (call) => {
      calls.push(call);
      return "answered";
    });
    return socket;
  };
  const call = (id: unknown): string => JSON.stringify({ id, call: "read_it", input: {} });

  for (const [what, first] of [
    ["another secret", JSON.stringify({ secret: "another", client: "raw" })],
    ["a secret that only begins alike", JSON.stringify({ secret: secret.slice(0, -1), client: "raw" })],
    ["no secret", JSON.stringify({ client: "raw" })],
    ["a call", call(1)],
    ["no JSON", "GET / HTTP/1.1"],
    ["a long line", JSON.stringify({ secret, client: "x".repeat(helloLimit) })],
  ] as const)
    it(`closes without a word when a connection begins with ${what}`, async () => {
      assert.equal(await untilClosed(await open(), first, call(1)), "");
      assert.deepEqual(calls, []);
    });

  it("closes at a line that is too long, without keeping it", async () => {
    const text = await untilClosed(await open(), hello, `{"id":1,"call":"read_it","input":"${"x".repeat(lineLimit)}"}`);
    assert.equal(text, '{"ready":true}\n');
    assert.deepEqual(calls, []);
  });

  for (const [what, line] of [
    ["no ID", call("one")],
    ["no name", '{"id":1}'],
    ["null", "null"],
  ] as const)
    it(`closes at a call with ${what}`, async () => {
      assert.equal(await untilClosed(await open(), hello, line, call(2)), '{"ready":true}\n');
      assert.deepEqual(calls, []);
    });

  it("takes a limited number of calls at a time", async () => {
    const held = new HeldCall();
    const { socket } = await stage.window([], held.answer);
    const connection = connect(socket);
    const ids = Array.from({ length: 17 }, (_, at) => at + 1);
    assert.deepEqual(await replies(connection, 2, hello, ...ids.map(call)), [
      { ready: true },
      { id: 17, error: "At most 16 calls at a time. Wait for one to end." },
    ]);
    connection.destroy();
    await held.aborted();
  });

  it("takes a limited number of connections at a time", async () => {
    const socket = await open();
    const connections = Array.from({ length: 32 }, () => connect(socket));
    await Promise.all(connections.map((one) => replies(one, 1, hello)));
    assert.equal(await untilClosed(socket, hello), '{"full":true}\n');
    assert.equal(await untilClosed(socket, JSON.stringify({ secret: "another", client: "raw" })), "");
    for (const one of connections) one.destroy();
  });

  it("takes an agent although as many others begin no more than a line", async () => {
    const socket = await open();
    const dripping = Array.from({ length: 40 }, () => connect(socket).on("error", () => undefined));
    for (const one of dripping) one.write("{");
    const agent = connect(socket);
    assert.deepEqual(await replies(agent, 1, hello), [{ ready: true }]);
    for (const one of [...dripping, agent]) one.destroy();
  });

  it("closes ten seconds after a connection began, however often a byte of its first line comes", async () => {
    mock.timers.enable({ apis: ["setTimeout"] });
    try {
      const socket = await open();
      const dripping = connect(socket);
      dripping.on("error", () => undefined);
      dripping.write("{");
      // Answered after the other has come.
      const agent = connect(socket);
      await replies(agent, 1, hello);
      dripping.resume();
      let isClosed = false;
      dripping.once("close", () => (isClosed = true));
      mock.timers.tick(9_999);
      dripping.write("{");
      await replies(agent, 1, call(1));
      assert.equal(isClosed, false);
      mock.timers.tick(1);
      for (let turn = 0; turn < 50; turn++) await replies(agent, 1, call(2));
      assert.equal(isClosed, true);
      agent.destroy();
    } finally {
      mock.timers.reset();
    }
  });

  it("reads no more calls of an agent that reads no answers, until it does", async () => {
    const { socket } = await stage.window([], () => "x".repeat(16_000));
    const other = connect(socket);
    await replies(other, 1, hello);
    const agent = connect(socket);
    await replies(agent, 1, hello);
    agent.pause();
    const count = 60_000;
    agent.write(Array.from({ length: count }, (_, at) => `${call(at)}\n`).join(""));
    for (let turn = 0; turn < 200; turn++) await replies(other, 1, call(turn));
    assert.ok(agent.writableLength > 0, "everything was read");
    let lines = 0;
    agent.on("data", (bytes: Buffer) => {
      for (const byte of bytes) if (byte === 10) lines++;
      if (lines === count) agent.destroy();
    });
    agent.resume();
    await once(agent, "close");
    assert.equal(lines, count);
    other.destroy();
  });
});
