/**
 * How fast job logs are read, and how long other work has to wait meanwhile.
 *
 *     node test/bench/logs.ts [lines …]
 *
 * Each size is fed as a host sends it, in chunks of 64 KiB, through everything that happens to a log before it reaches
 * an output channel. Linear growth shows as a steady figure per line.
 */
import { setImmediate as breathe } from "node:timers/promises";
import type { FollowedJob } from "../../src/logs/follow.ts";
import { type ChannelWords, ChannelWriter } from "../../src/logs/writer.ts";

const CHUNK = 64 * 1024;
const words = new Proxy({}, { get: () => () => "" }) as ChannelWords;
const job: FollowedJob = { id: 1, name: "bench", status: "running" };

/** A log with what slows readers down: time stamps, colours, progress lines, sections, wide characters. */
function logOf(lines: number): Buffer {
  const parts: string[] = [];
  for (let i = 0; i < lines; i++) {
    const stamp = `2026-09-25T07:${String(Math.floor(i / 60) % 60).padStart(2, "0")}:${String(i % 60).padStart(2, "0")}.000000Z 01O `;
    if (i % 1000 === 0) parts.push(`${stamp}section_start:${1758785580 + i}:part_${i}\r\u001b[0K\n${stamp.slice(0, -1)}+\u001b[36;1mPart ${i}\u001b[0;m\n`);
    else if (i % 1000 === 999) parts.push(`${stamp}section_end:${1758785580 + i}:part_${i - 999}\r\u001b[0K\n`);
    else if (i % 50 === 0) parts.push(`${stamp}loading  10%\rloading  50%\rloading 100%\n`);
    else parts.push(`${stamp}\u001b[32m✓\u001b[0m test number ${i} of the sample suite \u001b[38;5;244m(${i % 97} ms)\u001b[0m\n`);
  }
  return Buffer.from(parts.join(""));
}

async function read(log: Buffer): Promise<{ ms: number; stall: number; appends: number }> {
  let appends = 0;
  let stall = 0;
  const append = (): void => {
    appends++;
  };
  const writer = new ChannelWriter({ append, words, limit: () => Number.MAX_SAFE_INTEGER });
  const began = performance.now();
  writer.handle({ type: "status", job });
  for (let at = 0; at < log.length; at += CHUNK) {
    const before = performance.now();
    writer.handle({ type: "bytes", bytes: log.subarray(at, at + CHUNK) });
    stall = Math.max(stall, performance.now() - before);
    await breathe();
  }
  const before = performance.now();
  writer.handle({ type: "end", job });
  stall = Math.max(stall, performance.now() - before);
  return { ms: performance.now() - began, stall, appends };
}

const sizes = process.argv.slice(2).map(Number).filter((size) => size > 0);
await read(logOf(20_000)); // the compiler's share
console.log("   lines       MB        ms      MB/s   µs/line  longest stall ms   appends");
for (const lines of sizes.length > 0 ? sizes : [1_000, 10_000, 100_000, 300_000]) {
  const log = logOf(lines);
  const { ms, stall, appends } = await read(log);
  const mb = log.length / 1024 / 1024;
  const cells: [string | number, number][] = [[lines, 8], [mb.toFixed(1), 9], [ms.toFixed(0), 10], [(mb / (ms / 1000)).toFixed(0), 10], [((ms * 1000) / lines).toFixed(2), 10], [stall.toFixed(1), 18], [appends, 10]];
  console.log(cells.map(([cell, width]) => String(cell).padStart(width)).join(""));
}
