import assert from "node:assert/strict";
import { afterEach, beforeEach, describe, it } from "mocha";
import { readInTurns } from "../../../../src/core/logText/readInTurns.ts";

const inOne = async function* (bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield await Promise.resolve(bytes);
};

describe("a log that is read in turns", () => {
  const now = performance.now.bind(performance);
  let time = 0;
  beforeEach(() => (performance.now = () => time));
  afterEach(() => (performance.now = now));

  it("is handed over in small parts, and other work runs after each that took long", async () => {
    const bytes = Buffer.from("\n".repeat(100_000));
    const parts: Buffer[] = [];
    let [turns, isOver] = [0, false];
    const turn = (): void => {
      turns += 1;
      if (!isOver) setImmediate(turn);
    };
    setImmediate(turn);
    const seen: number[] = [];
    await readInTurns(inOne(bytes), new AbortController().signal, (part) => {
      parts.push(Buffer.from(part));
      seen.push(turns);
      time += 10;
    });
    isOver = true;
    assert.ok(parts.every(({ length }) => length <= 16 * 1024));
    assert.deepEqual(Buffer.concat(parts), bytes);
    assert.equal(new Set(seen).size, parts.length);
  });

  it("stops on cancel", async () => {
    const controller = new AbortController();
    let parts = 0;
    const read = readInTurns(inOne(Buffer.alloc(100_000)), controller.signal, () => {
      parts += 1;
      time += 10;
      controller.abort(new Error("stopped"));
    });
    await assert.rejects(read, /stopped/);
    assert.equal(parts, 1);
  });
});
