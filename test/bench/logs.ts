/**
 * How long the first look at a job log of 40,000 lines takes.
 *
 *     npm run bench -- logs
 *
 * The log is fed as a host sends it, in chunks of 64 KiB: through everything that happens to it before it reaches an output channel, and
 * into a document with its folds and the colors of a window.
 */
import { setImmediate as turn } from "node:timers/promises";
import { paint } from "../../src/core/logText/visible.ts";
import { systemClock } from "../../src/features/jobs/log/clock.ts";
import type { FollowedJob } from "../../src/features/jobs/log/follow.ts";
import { LogFeed } from "../../src/features/jobs/log/logFeed.ts";
import { type ChannelMessages, ChannelWriter } from "../../src/features/jobs/log/writer.ts";
import { sampleLog } from "../support/sampleLog.ts";
import { median, result } from "./results.ts";

const CHUNK = 64 * 1024;
/** Lines of a large window. */
const WINDOW = 80;
const messages = new Proxy({}, { get: () => () => "" }) as ChannelMessages;
const job: FollowedJob = { id: 1, name: "bench", status: "running" };

async function* chunksOf(log: Buffer): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < log.length; at += CHUNK) {
    yield log.subarray(at, at + CHUNK);
    await turn();
  }
}

async function intoChannel(log: Buffer): Promise<void> {
  const writer = new ChannelWriter({ append: () => undefined, messages, limit: () => Number.MAX_SAFE_INTEGER });
  writer.handle({ type: "status", job });
  for await (const bytes of chunksOf(log)) writer.handle({ type: "bytes", bytes });
  writer.handle({ type: "end", job });
}

async function intoDocument(log: Buffer): Promise<void> {
  const ended: FollowedJob = { ...job, status: "failed", finished_at: new Date(0).toISOString() };
  const feed = new LogFeed({
    trace: () => Promise.resolve({ status: 200, start: 0, body: chunksOf(log), close: () => Promise.resolve() }),
    job: () => Promise.resolve(ended),
    focused: () => true,
    clock: systemClock,
  });
  await feed.loaded;
  const snapshot = feed.text.snapshot();
  const lines = (await snapshot.text(Buffer.alloc(0))).toString("utf8", 0, CHUNK).split("\n");
  const colored = {
    lines: snapshot.firstLine + snapshot.lines,
    colors: { at: (line: number) => snapshot.colorsAt(line) },
  };
  paint({ lineCount: lines.length, textAt: (line) => lines[line] ?? "" }, colored, 0, WINDOW, snapshot.firstLine);
}

for (const [name, into] of [
  ["the channel has the text of 40,000 lines", intoChannel],
  ["a document of 40,000 lines has its text, its folds and the colors of a window", intoDocument],
] as const) {
  const log = sampleLog(40_000);
  const times: number[] = [];
  // The compiler's share.
  for (let run = 0; run < 3; run++) await into(log);
  for (let run = 0; run < 9; run++) {
    const began = performance.now();
    await into(log);
    times.push(performance.now() - began);
  }
  const value = median(times);
  const note = "until VS Code is given the text; its own drawing is not in it";
  result({ name: `time until ${name}`, value, unit: "ms", goal: "< 100 ms", met: value < 100, note });
}
