import assert from "node:assert/strict";
import { unpackReport } from "../../../../src/core/coverage/packedReport.ts";
import { readReport } from "../../../../src/core/coverage/readReport.ts";
import { inWorker, WorkerStopped } from "../../../../src/core/lazy/inWorker.ts";

const { signal } = new AbortController();
const bytesOf = (text: string): Uint8Array<ArrayBuffer> => new TextEncoder().encode(text);
const lcov =
  "SF:src/a.ts\nFN:2,clamp\nFNDA:3,clamp\nDA:1,1\nDA:2,0\nBRDA:2,0,0,1\nBRDA:2,0,1,-\nend_of_record\nSF:b.ts\nDA:7,2\nend_of_record\n";
const cobertura =
  '<coverage><sources><source>/builds/a/b</source></sources><class filename="a.py"><lines><line number="1" hits="2"/></lines></class></coverage>';

describe("a worker", () => {
  for (const [format, text] of Object.entries({ lcov, cobertura }))
    it(`reads a ${format} report as this thread does`, async () => {
      const packed = await inWorker({ kind: "coverage" }, bytesOf(text), signal);
      const found = packed && (await unpackReport(packed));
      assert.deepEqual(found, await readReport(text, { loadXml: () => import("@rgrove/parse-xml") }));
    });

  it("returns nothing for a text that is not a report", async () => {
    assert.equal(await inWorker({ kind: "coverage" }, bytesOf("<coverage"), signal), undefined);
    assert.equal(await inWorker({ kind: "findings", type: "sast" }, bytesOf("[".repeat(1_000)), signal), undefined);
  });

  it("is ended when it takes too long", async () => {
    const bytes = bytesOf(`<coverage>${"<a><b/></a>".repeat(500_000)}</coverage>`);
    await assert.rejects(inWorker({ kind: "coverage" }, bytes, signal, 1), WorkerStopped);
  });

  it("is ended when its caller aborts", async () => {
    const controller = new AbortController();
    const read = inWorker({ kind: "coverage" }, bytesOf(lcov), controller.signal);
    controller.abort(new Error("stopped"));
    await assert.rejects(read, /stopped/);
    await assert.rejects(inWorker({ kind: "coverage" }, bytesOf(lcov), controller.signal), /stopped/);
  });
});
