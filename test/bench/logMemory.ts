/**
 * How much memory long job logs take.
 *
 *     npm run bench -- logMemory [MiB]
 *
 * A log, of 500 MiB by default, is generated and fed in chunks of 64 KiB, each case in a process of its own: into a
 * document, with sections of 15 KB, into an output channel, until it is full, and into the problems of a failed job, one
 * in 250 KB. Printed is the growth over the empty reader: of the heap and the buffers when all that can be collected was,
 * and of the resident set at its peak, which includes what waits for the garbage collector. The goal is about what grew
 * beyond the text that is kept.
 */
import { spawnSync } from "node:child_process";
import { setImmediate as breathe } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import type { LogPiece } from "../../src/core/logText/lineBlock.ts";
import { LogText } from "../../src/core/logText/logText.ts";
import { LogParser } from "../../src/core/logText/parser.ts";
import { ProblemCollector } from "../../src/core/problems/problemCollector.ts";
import { type ChannelMessages, ChannelWriter } from "../../src/features/jobs/log/writer.ts";
import { FollowedProblems } from "../../src/features/jobs/problems/followedProblems.ts";
import { result } from "./results.ts";

const MB = 1024 * 1024;
const CHUNK = 64 * 1024;
/** Lines of a section, and of the log for each problem. */
const SECTION = 150;
const PROBLEM = 2_500;

/** Bytes of text that a document keeps, and a channel takes by default. */
const DOCUMENT = 48 * MB;
const CHANNEL = 16 * MB;

interface Reader {
  push(bytes: Uint8Array): void;
  end(): string;
}

const readers: Readonly<Record<string, () => Reader>> = {
  document: () => {
    const text = new LogText();
    return {
      push: (bytes) => text.push(bytes),
      end: () => {
        text.end();
        const { bytes, sections } = text.snapshot();
        return `${(bytes / MB).toFixed(0)} MiB of text and ${sections.length} sections kept`;
      },
    };
  },
  channel: () => {
    let appended = 0;
    const messages = new Proxy({}, { get: () => () => "" }) as ChannelMessages;
    const append = (text: string): void => void (appended += text.length);
    const problems = new FollowedProblems();
    const companion = { lines: (pieces: readonly LogPiece[]) => problems.add(pieces) };
    const writer = new ChannelWriter({ append, messages, limit: () => CHANNEL, companion });
    return {
      push: (bytes) => {
        if (!writer.isFull) writer.handle({ type: "bytes", bytes });
      },
      end: () => {
        writer.handle({ type: "end" });
        problems.drop();
        writer.colors.at(0);
        return `${(appended / MB).toFixed(0)} MiB of text shown`;
      },
    };
  },
  problems: () => {
    const parser = new LogParser();
    const collector = new ProblemCollector();
    return {
      push: (bytes) => collector.lines(parser.push(bytes)),
      end: () => {
        collector.lines(parser.end());
        return `${collector.end().problems.length} problems kept`;
      },
    };
  },
};

function lineOf(i: number): string {
  const at = Math.floor(i / SECTION);
  if (i % SECTION === 0)
    return `section_start:${1758785580 + i}:part_${at}\r\u001b[0KThe part of the job with number ${at}\n`;
  if (i % SECTION === SECTION - 1) return `section_end:${1758785580 + i}:part_${at}\r\u001b[0K\n`;
  if (i % PROBLEM === 1)
    return `src/folder/module${i}.ts(${i % 900},5): error TS2322: Type 'number${i}' is not assignable to type 'string'.\n`;
  return `\u001b[32m✓\u001b[0m test number ${i} of the suite, of which there are enough for a long log \u001b[38;5;244m(${i % 97} ms)\u001b[0m\n`;
}

/** Generates the log in chunks of exactly CHUNK bytes, each with memory of its own, as a socket does. */
function* chunksOf(bytes: number): Generator<Uint8Array> {
  let [made, line, rest] = [0, 0, Buffer.alloc(0)];
  while (made < bytes) {
    const parts = [rest];
    let size = rest.length;
    while (size < CHUNK) {
      const part = Buffer.from(lineOf(line++));
      parts.push(part);
      size += part.length;
    }
    const whole = Buffer.concat(parts);
    yield Uint8Array.prototype.slice.call(whole, 0, CHUNK);
    rest = Buffer.from(whole.subarray(CHUNK));
    made += CHUNK;
  }
}

const kept: Readonly<Record<string, number>> = { document: DOCUMENT, channel: CHANNEL };

async function measure(name: string, make: () => Reader, bytes: number): Promise<void> {
  const collect = globalThis.gc ?? ((): void => undefined);
  collect();
  const before = process.memoryUsage();
  const reader = make();
  let peak = 0;
  let count = 0;
  for (const chunk of chunksOf(bytes)) {
    reader.push(chunk);
    if (count++ % 16 !== 0) continue;
    peak = Math.max(peak, process.memoryUsage.rss());
    await breathe();
  }
  collect();
  const after = process.memoryUsage();
  const grown = (now: number, then: number): string => ((now - then) / MB).toFixed(1).padStart(12);
  console.log(
    `${name.padEnd(10)}${grown(after.heapUsed, before.heapUsed)}${grown(after.arrayBuffers, before.arrayBuffers)}${grown(peak, before.rss)}   ${reader.end()}`,
  );
  const value = Math.max(0, (peak - before.rss - (kept[name] ?? 0)) / MB);
  const what = `resident growth beyond the text that is kept: ${name}, a log of ${bytes / MB} MiB`;
  result({ name: what, value, unit: "MiB", goal: "≤ 32 MiB", met: value <= 32, note: "the peak" });
}

const [only] = process.argv.slice(2).filter((name) => Object.hasOwn(readers, name));
const megabytes = Number(process.argv.slice(2).find((size) => Number(size) > 0) ?? 500);
if (only !== undefined) await measure(only, readers[only]!, megabytes * MB);
else {
  console.log(`a log of ${megabytes} MiB, growth in MiB\n                  heap     buffers    RSS, peak`);
  for (const name of Object.keys(readers))
    spawnSync(process.execPath, ["--expose-gc", fileURLToPath(import.meta.url), name, String(megabytes)], {
      stdio: "inherit",
    });
}
