import assert from "node:assert/strict";
import { Readable } from "node:stream";
import { describe, it } from "mocha";
import { type ReadResult, TraceReader } from "../../../../../src/features/jobs/log/reader.ts";
import { FakeHost } from "./fakeHost.ts";

async function readAll(reader: TraceReader): Promise<{ text: string; result: ReadResult }> {
  const bytes = reader.read(new AbortController().signal);
  let text = "";
  for (;;) {
    const next = await bytes.next();
    if (next.done) return { text, result: next.value };
    text += Buffer.from(next.value).toString();
  }
}

describe("reading a log", () => {
  it("requests the whole log when a host refuses a range without a length", async () => {
    const host = new FakeHost();
    host.etags = "none";
    host.append("abc");
    const reader = new TraceReader(async (request) => {
      const answer = await host.trace({});
      return request.start === undefined ? answer : { ...answer, status: 416, total: undefined };
    });
    await readAll(reader);
    host.append("def");
    assert.deepEqual(await readAll(reader), { text: "def", result: "grown" });
  });

  it("requests a log once that a host refuses as a whole", async () => {
    let asked = 0;
    const reader = new TraceReader(async () => {
      asked++;
      return { ...(await new FakeHost().trace({})), status: 416, total: undefined };
    });
    assert.deepEqual(await readAll(reader), { text: "", result: "unchanged" });
    assert.equal(asked, 1);
  });

  it("leaves the rest of a chunk to the next read, or out", async () => {
    const log = Array.from({ length: 30_000 }, (_, line) => `${String(line).padStart(9, "0")}\n`).join("");
    const host = new FakeHost();
    host.append(log);
    const inOneChunk: typeof host.trace = async (request) => ({
      ...(await host.trace(request)),
      body: Readable.from([host.log.subarray(request.start ?? 0)]),
    });
    const reader = new TraceReader(inOneChunk);
    const { signal } = new AbortController();
    const bytes = reader.read(signal);
    const first = await bytes.next();
    assert.ok(first.done !== true);
    await bytes.return("grown");
    const begin = Buffer.from(first.value).toString();
    assert.equal(begin.length, 64 * 1024);
    assert.equal(reader.length, begin.length);
    assert.equal(await reader.skip(100_000, signal), log.length - begin.length - 100_000);
    const { text } = await readAll(reader);
    assert.ok(log.endsWith(text) && text.length >= 99_990 && text.length <= 100_000, `${text.length} bytes`);

    assert.equal((await readAll(new TraceReader(inOneChunk))).text, log);
  });
});
