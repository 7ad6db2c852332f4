/**
 * How fast job logs are read, and how long other work has to wait meanwhile.
 *
 *     npm run bench -- logs [lines …]
 *
 * Each size is fed as a host sends it, in chunks of 64 KiB: through everything that happens to a log before it reaches
 * an output channel, and into a document, as it is handed over to the editor, with its outline and first error; then
 * through the document in windows, and into the comparison with a later run. Linear growth shows as a steady figure
 * per line. At last errors are looked for in lines of several lengths, with a steady figure per character. The longest
 * stall is the event loop's own
 * (`monitorEventLoopDelay`), with whatever the garbage collector takes, and other processes: on a machine that has
 * more to do than processors it says more of them than of logs.
 */
import { availableParallelism, loadavg } from "node:os";
import { monitorEventLoopDelay } from "node:perf_hooks";
import { setImmediate as breathe } from "node:timers/promises";
import { alignLogs } from "../../src/core/logText/alignLogs.ts";
import { isErrorMessage } from "../../src/core/logText/logErrors.ts";
import type { LogSnapshot } from "../../src/core/logText/logSnapshot.ts";
import { paint } from "../../src/core/logText/visible.ts";
import { systemClock } from "../../src/features/jobs/log/clock.ts";
import type { FollowedJob } from "../../src/features/jobs/log/follow.ts";
import { LogFeed } from "../../src/features/jobs/log/logFeed.ts";
import { type ChannelMessages, ChannelWriter } from "../../src/features/jobs/log/writer.ts";
import { countDownloads, HOSTS } from "../support/logDownloads.ts";
import { logOf } from "../support/sampleLog.ts";
import { median, result } from "./results.ts";

const MB = 1024 * 1024;
const CHUNK = 64 * 1024;
/** Milliseconds between looks at the event loop. */
const RESOLUTION = 1;
/** Lines of a large window, and how many windows full are scrolled through. */
const WINDOW = 80;
const WINDOWS = 500;
const messages = new Proxy({}, { get: () => () => "" }) as ChannelMessages;
const job: FollowedJob = { id: 1, name: "bench", status: "running" };

interface Measured {
  readonly ms: number;
  /** ms */
  readonly stall: number;
  /** What was done with it, in a few words. */
  readonly did: string;
}

/** Runs something that takes turns, and looks at the event loop meanwhile. */
async function measure(task: () => Promise<string>): Promise<Measured> {
  globalThis.gc?.();
  const loop = monitorEventLoopDelay({ resolution: RESOLUTION });
  loop.enable();
  // Its first look is at how long it took to begin.
  await new Promise((resolve) => setTimeout(resolve, 20));
  loop.reset();
  const began = performance.now();
  const did = await task();
  const ms = performance.now() - began;
  await new Promise((resolve) => setTimeout(resolve, 20));
  loop.disable();
  return { ms, stall: Math.max(0, loop.max / 1e6 - RESOLUTION), did };
}

async function* chunksOf(log: Buffer): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < log.length; at += CHUNK) {
    yield log.subarray(at, at + CHUNK);
    await breathe();
  }
}

async function intoChannel(log: Buffer): Promise<string> {
  let appends = 0;
  let length = 0;
  const append = (text: string): void => {
    appends++;
    length += text.length;
  };
  const writer = new ChannelWriter({ append, messages, limit: () => Number.MAX_SAFE_INTEGER });
  writer.handle({ type: "status", job });
  for await (const bytes of chunksOf(log)) writer.handle({ type: "bytes", bytes });
  writer.handle({ type: "end", job });
  return `${(length / MB).toFixed(1)} million characters in ${appends} appends`;
}

async function intoDocument(log: Buffer): Promise<string> {
  const { snapshot, text } = await documentOf(log);
  return `${(text.length / MB).toFixed(1)} MB shown, ${snapshot.sections.length} sections, first error ${(await snapshot.firstError())?.line ?? "none"}`;
}

async function documentOf(log: Buffer): Promise<{ snapshot: LogSnapshot; text: Buffer }> {
  const ended: FollowedJob = { ...job, status: "failed", finished_at: new Date(0).toISOString() };
  const feed = new LogFeed({
    trace: () => Promise.resolve({ status: 200, start: 0, body: chunksOf(log), close: () => Promise.resolve() }),
    job: () => Promise.resolve(ended),
    focused: () => true,
    clock: systemClock,
  });
  await feed.loaded;
  const snapshot = feed.text.snapshot();
  return { snapshot, text: await snapshot.text(Buffer.alloc(0)) };
}

/** Everything that the first look at a document needs: its text, its folds, and the colors of the first window. */
async function firstPaint(log: Buffer): Promise<string> {
  const { snapshot, text } = await documentOf(log);
  const lines = text.toString("utf8", 0, 64 * 1024).split("\n");
  const { byStyle } = paintWindow(snapshot, lines, 0);
  return `${snapshot.sections.length} sections, ${byStyle.size} styles`;
}

/** Draws a window of a document. */
function paintWindow(snapshot: LogSnapshot, lines: readonly string[], from: number): ReturnType<typeof paint> {
  const document = { lineCount: lines.length, textAt: (line: number) => lines[line] ?? "" };
  const colored = {
    lines: snapshot.firstLine + snapshot.lines,
    colors: { at: (line: number) => snapshot.colorsAt(line) },
  };
  return paint(document, colored, from, from + WINDOW, snapshot.firstLine);
}

/** Scrolls through a document: what is drawn in each window, at places all over it. */
async function scroll(snapshot: LogSnapshot, lines: readonly string[]): Promise<string> {
  let drawn = 0;
  for (let window = 0; window < WINDOWS; window++) {
    const from = Math.floor((snapshot.lines / WINDOWS) * window);
    for (const { ranges } of paintWindow(snapshot, lines, from).byStyle.values()) drawn += ranges.length;
    await breathe();
  }
  return `${Math.round(drawn / WINDOWS)} decorations per window of ${WINDOW} lines`;
}

const sizes = process.argv
  .slice(3)
  .map(Number)
  .filter((size) => size > 0);
const logs =
  sizes.length > 0
    ? sizes.map((lines) => ({ lines }))
    : [{ lines: 1_000 }, { lines: 10_000 }, { lines: 100_000 }, { lines: 300_000 }, { bytes: 100 * MB }];

function print({ ms, stall, did }: Measured, lines: number, bytes: number): void {
  const mb = bytes / MB;
  const cells: [string | number, number][] = [
    [lines, 8],
    [mb.toFixed(1), 9],
    [ms.toFixed(0), 10],
    [(mb / (ms / 1000)).toFixed(0), 10],
    [((ms * 1000) / lines).toFixed(2), 10],
    [stall.toFixed(1), 18],
  ];
  console.log(`${cells.map(([cell, width]) => String(cell).padStart(width)).join("")}   ${did}`);
}

console.log(`${availableParallelism()} processors, load ${loadavg()[0]?.toFixed(1) ?? "unknown"}`);
for (const [title, into] of [
  ["into an output channel", intoChannel],
  ["into a document", intoDocument],
] as const) {
  await into(logOf({ lines: 20_000 }).log); // the compiler's share
  console.log(`${title}\n   lines       MB        ms      MB/s   µs/line  longest stall ms`);
  for (const size of logs) {
    const { log, lines } = logOf(size);
    print(await measure(() => into(log)), lines, log.length);
  }
}
console.log(`scrolling a document, ${WINDOWS} windows\n   lines   µs/window  longest stall ms`);
for (const size of logs) {
  const { log, lines } = logOf(size);
  const { snapshot, text } = await documentOf(log);
  const all = text.toString().split("\n");
  const { ms, stall, did } = await measure(() => scroll(snapshot, all));
  console.log(
    `${String(lines).padStart(8)}${((ms * 1000) / WINDOWS).toFixed(0).padStart(12)}${stall.toFixed(1).padStart(18)}   ${did}`,
  );
}

/** Aligns a log with a later run, in which all times differ and every hundredth line is another. */
async function align(before: readonly string[]): Promise<string> {
  const now = before.map((line, at) => (at % 100 === 0 ? `${line} anew` : line.replace(/\d+ ms/, `${at % 89} ms`)));
  const { removed, added } = await alignLogs(before, now);
  return `${removed} lines removed, ${added} added`;
}
console.log("aligning a log with a later run\n   lines       MB        ms      MB/s   µs/line  longest stall ms");
// Longer logs than the last are not compared.
for (const bytes of [MB, 4 * MB, 16 * MB]) {
  const { log, lines } = logOf({ bytes });
  const { text } = await documentOf(log);
  const all = text.toString().split("\n");
  print(await measure(() => align(all)), lines, log.length);
}

console.log("looking for an error in a line\n   chars   ns/char");
for (const length of [500, 2_000, 8_000, 32_000]) {
  const line = `error ${"a.b".repeat(length / 3)}é`;
  const times = Math.ceil(1_000_000 / length);
  const { ms } = await measure(() => {
    for (let time = 0; time < times; time++) isErrorMessage(line);
    return Promise.resolve("");
  });
  console.log(`${String(length).padStart(8)}${((ms * 1e6) / (times * length)).toFixed(2).padStart(10)}`);
}

/** The job's log that is timed until its text is there, and how often. */
const FIRST = { lines: 40_000, runs: 9 };
for (const [name, into] of [
  ["the channel has the text of 40,000 lines", intoChannel],
  ["a document of 40,000 lines has its text, its folds and the colors of a window", firstPaint],
] as const) {
  const { log } = logOf({ lines: FIRST.lines });
  const times: number[] = [];
  // The compiler's share.
  for (let run = 0; run < 3; run++) await into(log);
  for (let run = 0; run < FIRST.runs; run++) times.push((await measure(() => into(log))).ms);
  const value = median(times);
  const note = "until VS Code is given the text; its own drawing is not in it";
  result({ name: `time until ${name}`, value, unit: "ms", goal: "< 100 ms", met: value < 100, note });
}

const grows = { size: 50 * MB, steps: 200, every: 3_000 };
console.log("downloads of a log that grows to 50 MiB in 200 steps\n   times its size   after the end   requests");
for (const [name, host] of Object.entries(HOSTS)) {
  const { bytes, afterEnd, requests } = await countDownloads(host, grows);
  const cells: [string, number][] = [
    [(bytes / grows.size).toFixed(3), 17],
    [(afterEnd / grows.size).toFixed(3), 16],
    [String(requests), 11],
  ];
  console.log(`${cells.map(([cell, width]) => cell.padStart(width)).join("")}   ${name}`);
  const limit = host.ranges === "all" || host.offsets ? 1.05 : 10;
  const value = bytes / grows.size;
  const what = `downloads of a growing log beside its size: ${name}`;
  result({ name: what, value, unit: "×", goal: `≤ ${limit}`, met: value <= limit, note: `${requests} requests` });
}
