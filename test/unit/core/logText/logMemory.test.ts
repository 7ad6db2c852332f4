import assert from "node:assert/strict";
import { setImmediate as breathe } from "node:timers/promises";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import type { LogPiece } from "../../../../src/core/logText/lineBlock.ts";
import { LogText } from "../../../../src/core/logText/logText.ts";
import { type ChannelMessages, ChannelWriter } from "../../../../src/features/jobs/log/writer.ts";
import { FollowedProblems } from "../../../../src/features/jobs/problems/followedProblems.ts";
import { figure, inLong } from "../../../support/long.ts";

const MiB = 1024 * 1024;
const CHUNK = 64 * 1024;
const SIZE = inLong(6 * MiB, 1024 * MiB);
/** Bytes of text that are kept: of a document, and of a channel by default. */
const DOCUMENT = inLong(2 * MiB, 48 * MiB);
const CHANNEL = inLong(2 * MiB, 16 * MiB);
/** What may grow beyond that. */
const BEYOND = inLong(6 * MiB, 32 * MiB);

setFlagsFromString("--expose-gc");
const collect = runInNewContext("gc") as () => void;

function heldBytes(): number {
  // The first collection frees buffers in the background, the second one waits for that.
  collect();
  collect();
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return heapUsed + arrayBuffers;
}

/** Sections, colors and progress, each chunk in memory of its own, as from a socket. */
function* chunks(): Generator<Uint8Array> {
  let [rest, line] = ["", 0];
  for (let made = 0; made < SIZE; made += CHUNK) {
    let text = rest;
    while (text.length < CHUNK) {
      const at = line++;
      if (at % 500 === 0) text += `section_start:${at}:part_${at}\r\u001b[0KPart ${at}\n`;
      else if (at % 500 === 499) text += `section_end:${at}:part_${at - 499}\r\u001b[0K\n`;
      else if (at % 100 === 0) text += `loading  10%\rloading 100%\n`;
      else text += `\u001b[32mok\u001b[0m test number ${at} of a long suite \u001b[38;5;244m(${at % 97} ms)\u001b[0m\n`;
    }
    rest = text.slice(CHUNK);
    yield Uint8Array.from(Buffer.from(text.slice(0, CHUNK)));
  }
}

async function check(name: string, kept: number, push: (bytes: Uint8Array) => void): Promise<void> {
  const before = heldBytes();
  let most = 0;
  let count = 0;
  for (const chunk of chunks()) {
    push(chunk);
    // Blocks are compressed meanwhile.
    await breathe();
    if (++count % Math.ceil(SIZE / CHUNK / 6) === 0) most = Math.max(most, heldBytes() - before);
  }
  figure(
    `a log of ${SIZE / MiB} MiB: ${name} holds at most ${(most / MiB).toFixed(1)} MiB, of which ${kept / MiB} MiB are text`,
  );
  assert.ok(most <= kept + BEYOND, `${(most / MiB).toFixed(1)} MiB`);
}

describe("memory of long logs", function () {
  it("is bounded in a document", async () => {
    const text = new LogText(DOCUMENT);
    await check("a document", DOCUMENT, (bytes) => text.push(bytes));
    assert.ok(text.bytes > DOCUMENT / 2);
  });

  it("is bounded in an output channel", async () => {
    let appended = 0;
    const messages = new Proxy({}, { get: () => () => "" }) as ChannelMessages;
    const problems = new FollowedProblems();
    const writer = new ChannelWriter({
      append: (text) => (appended += text.length),
      messages,
      limit: () => CHANNEL,
      companion: { lines: (pieces: readonly LogPiece[]) => problems.add(pieces) },
    });
    await check("an output channel", CHANNEL, (bytes) => writer.handle({ type: "bytes", bytes }));
    assert.ok(writer.isFull);
    // What is written in quick succession is appended together, a moment later.
    writer.writeMessage("");
    assert.ok(appended >= CHANNEL);
    assert.ok(writer.colors.at(1));
    writer.dispose();
  });
});
