/**
 * How much memory long job logs take.
 *
 *     npm run bench -- logMemory [MiB]
 *
 * A server in a process of its own makes a log, of 500 MiB by default, and sends it. Each case is a process that downloads the log twice
 * through the client: first its bytes are dropped, then they are read, into a document, with sections of 15 KB, into an output channel,
 * until it is full, and into the problems of a failed job, one in 250 KB. Printed is the growth over what the bare download left: of the
 * heap and the buffers when all that can be collected was, and of the resident set at its peak, which includes what waits for the garbage
 * collector. The goal is about what grew beyond the text that is kept.
 */
import { fork, spawn } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { getHeapSpaceStatistics } from "node:v8";
import { Agent } from "undici";
import { createClient } from "../../src/api/client.ts";
import type { LogPiece } from "../../src/core/logText/lineBlock.ts";
import { LogText } from "../../src/core/logText/logText.ts";
import { LogParser } from "../../src/core/logText/parser.ts";
import { readInTurns } from "../../src/core/logText/readInTurns.ts";
import { ProblemCollector } from "../../src/core/problems/problemCollector.ts";
import { type ChannelMessages, ChannelWriter } from "../../src/features/jobs/log/writer.ts";
import { FollowedProblems } from "../../src/features/jobs/problems/followedProblems.ts";
import { result } from "./results.ts";

const MB = 1024 * 1024;
const CHUNK = 64 * 1024;
const serving = "FORGELINE_BENCH_SERVES";
/** Lines of a section, and of the log for each problem. */
const SECTION = 150;
const PROBLEM = 2_500;

/** Bytes of text that a document keeps, and a channel takes by default. */
const DOCUMENT = 48 * MB;
const CHANNEL = 16 * MB;

interface Reader {
  push(bytes: Uint8Array): void;
  /** Whether no more is needed. */
  readonly isFull?: boolean;
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
      push: (bytes) => writer.handle({ type: "bytes", bytes }),
      get isFull() {
        return writer.isFull;
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
      push: (bytes) => collector.lines(parser.pieces(bytes)),
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

/** Makes the log in chunks of about CHUNK bytes. */
function* chunksOf(bytes: number): Generator<Buffer> {
  for (let made = 0, line = 0; made < bytes;) {
    let text = "";
    while (text.length < CHUNK) text += lineOf(line++);
    const chunk = Buffer.from(text);
    made += chunk.length;
    yield chunk;
  }
}

/** Serves the log as that of any job. */
async function serve(bytes: number): Promise<void> {
  const server = createServer((_request, response) => {
    response.writeHead(200, { "content-type": "text/plain" });
    // Those who have enough close the connection.
    pipeline(Readable.from(chunksOf(bytes)), response).catch(() => undefined);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  process.send?.((server.address() as AddressInfo).port);
}

/** Bytes that V8 holds for new objects, most of which are garbage. */
const youngGeneration = (): number =>
  getHeapSpaceStatistics().find(({ space_name: name }) => name === "new_space")?.physical_space_size ?? 0;

const kept: Readonly<Record<string, number>> = { document: DOCUMENT, channel: CHANNEL };

async function measure(name: string, make: () => Reader, bytes: number, baseUrl: string): Promise<void> {
  const collect = globalThis.gc ?? ((): void => undefined);
  const agent = new Agent();
  const client = createClient({ baseUrl, dispatcher: () => Promise.resolve(agent) });
  const { signal } = new AbortController();
  let peak = 0;
  let young = 0;
  /** Reads the log until its reader has enough, and looks at the memory after every MiB. */
  const read = async (reader: Reader): Promise<void> => {
    const answer = await client.jobs.trace(1, 1, { signal });
    const full = new Error("full");
    let [size, looked] = [0, 0];
    try {
      await readInTurns(answer.body, signal, (chunk) => {
        reader.push(chunk);
        size += chunk.length;
        if (size - looked >= MB) {
          looked = size;
          peak = Math.max(peak, process.memoryUsage.rss());
          young = Math.max(young, youngGeneration());
        }
        if (reader.isFull === true) throw full;
      });
    } catch (error) {
      if (error !== full) throw error;
    } finally {
      await answer.close();
    }
  };
  const start = process.memoryUsage.rss();
  await read({ push: () => undefined, end: () => "" });
  collect();
  const before = process.memoryUsage();
  const [bare, bareYoung] = [peak, young];
  peak = 0;
  const reader = make();
  await read(reader);
  collect();
  const after = process.memoryUsage();
  const grown = (now: number, then: number): string => ((now - then) / MB).toFixed(1).padStart(12);
  console.log(
    `${name.padEnd(10)}${grown(after.heapUsed, before.heapUsed)}${grown(after.arrayBuffers, before.arrayBuffers)}${grown(peak, bare)}   ${reader.end()}`,
  );
  await agent.close();
  const value = Math.max(0, (peak - bare - (kept[name] ?? 0)) / MB);
  const what = `resident growth beyond the text that is kept: ${name}, a log of ${bytes / MB} MiB`;
  const note = `the peak, over that of a bare download, for which the process grew by ${Math.round((bare - start) / MB)} MiB; ${Math.max(0, Math.round((young - bareYoung) / MB))} MiB of it are V8's young generation, which is as large as V8 likes, and that of all extensions together`;
  result({ name: what, value, unit: "MiB", goal: "≤ 32 MiB", met: value <= 32, note });
}

async function measureAll(megabytes: number): Promise<void> {
  const server = fork(import.meta.filename, [], { env: { ...process.env, [serving]: String(megabytes * MB) } });
  try {
    const [port] = (await once(server, "message")) as [number];
    console.log(`a log of ${megabytes} MiB, growth in MiB\n                  heap     buffers    RSS, peak`);
    for (const name of Object.keys(readers)) {
      const args = ["--expose-gc", import.meta.filename, name, String(megabytes), `http://127.0.0.1:${port}`];
      const [code] = (await once(spawn(process.execPath, args, { stdio: "inherit" }), "exit")) as [number | null];
      if (code !== 0) throw new Error(`Reading into the ${name} failed`);
    }
  } finally {
    server.kill();
  }
}

const [, , name = "", size, address = ""] = process.argv;
const given = readers[name];
if (process.env[serving] !== undefined) await serve(Number(process.env[serving]));
else if (given) await measure(name, given, Number(size) * MB, address);
else await measureAll(Number(process.argv[3] ?? 500));
