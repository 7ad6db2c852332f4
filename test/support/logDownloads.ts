/** What following a growing log downloads, on a host that counts its bytes and a clock that only moves when somebody waits. */
import { CancelledError } from "../../src/core/base/errors.ts";
import type { Clock } from "../../src/features/jobs/log/clock.ts";
import { follow } from "../../src/features/jobs/log/follow.ts";
import type { FetchTrace, FetchTracePart, TraceResponse } from "../../src/features/jobs/log/reader.ts";

const CHUNK = 64 * 1024;
const PART_LIMIT = 512_000;

export interface GrowingLog {
  /** Bytes of the whole log. */
  readonly size: number;
  readonly steps: number;
  /** Milliseconds between two steps. */
  readonly every: number;
}

export interface CountingHost {
  /** Logs on which Range is honoured. */
  readonly ranges: "all" | "finished" | "none";
  readonly offsets: boolean;
  /** Whether answers have an ETag and a length. */
  readonly comparable: boolean;
}

/** Kinds of hosts, by what they answer to requests for parts of a log. */
export const HOSTS: Readonly<Record<string, CountingHost>> = {
  "ranges on running jobs": { ranges: "all", offsets: false, comparable: true },
  byte_offset: { ranges: "finished", offsets: true, comparable: true },
  "byte_offset, no ranges at all": { ranges: "none", offsets: true, comparable: true },
  "neither while it runs": { ranges: "finished", offsets: false, comparable: true },
  "neither ever": { ranges: "none", offsets: false, comparable: true },
  "neither, no ETag, no length": { ranges: "none", offsets: false, comparable: false },
};

export interface Downloads {
  /** Bytes of bodies, of all answers. */
  readonly bytes: number;
  /** Of those, the bytes after the end of the job. */
  readonly afterEnd: number;
  /** Answers with a body after the end of the job that were the whole log. */
  readonly wholeAfterEnd: number;
  readonly requests: number;
  /** Longest time in ms between a step and its arrival. */
  readonly slowest: number;
  /** Whether each byte came once and in order. */
  readonly complete: boolean;
}

/** Follows a log that grows in equal steps, until its job is over. */
export async function countDownloads(host: CountingHost, { size, steps, every }: GrowingLog): Promise<Downloads> {
  const log = Buffer.alloc(size);
  for (let at = 0, line = 0; at < size; line++) at += log.write(`line ${line} of a log that grows\n`, at);
  let now = Date.parse("2026-09-25T07:33:00Z");
  const began = now;
  const end = began + steps * every;
  const clock: Clock = {
    now: () => now,
    wait: async (ms, signal) => {
      await Promise.resolve();
      if (signal.aborted) throw new CancelledError();
      now += ms;
    },
  };
  const length = (): number => Math.min(size, Math.floor((now - began) / every + 1) * Math.floor(size / steps));
  const count = { bytes: 0, afterEnd: 0, wholeAfterEnd: 0, requests: 0 };
  let available: boolean | undefined;

  const answer = (status: TraceResponse["status"], start: number, stop: number, tag?: string): TraceResponse => ({
    status,
    start,
    ...(host.comparable && { etag: tag, total: length() }),
    body: (async function* () {
      for (let at = start; at < stop; at += CHUNK) {
        await Promise.resolve();
        const chunk = log.subarray(at, Math.min(stop, at + CHUNK));
        count.bytes += chunk.length;
        if (now >= end) count.afterEnd += chunk.length;
        yield chunk;
      }
      if (now >= end && status === 200) count.wholeAfterEnd++;
    })(),
    close: () => Promise.resolve(),
  });
  const trace: FetchTrace = ({ start, etag }) => {
    count.requests++;
    const ranged = host.ranges === "all" || (host.ranges === "finished" && now >= end);
    const tag = `${ranged && now >= end ? "" : "W/"}"${length()}"`;
    if (host.comparable && etag?.replace("W/", "") === tag.replace("W/", ""))
      return Promise.resolve(answer(304, 0, 0, tag));
    if (start === undefined || !ranged) return Promise.resolve(answer(200, 0, length(), tag));
    return Promise.resolve(start >= length() ? answer(416, 0, 0, tag) : answer(206, start, length(), tag));
  };
  const tracePart: FetchTracePart = ({ start, etag }) => {
    if (available === false) return Promise.resolve(undefined);
    available = host.offsets;
    if (!available) return trace({ signal: new AbortController().signal });
    count.requests++;
    const stop = Math.min(length(), start + PART_LIMIT);
    const tag = `W/"${start} to ${stop}"`;
    const same = host.comparable && etag === tag;
    const { total: _length, ...part } = answer(same ? 304 : 206, start, same ? start : stop, tag);
    return Promise.resolve(part);
  };

  let [read, slowest, complete] = [0, 0, true];
  for await (const event of follow({
    trace,
    tracePart,
    job: () => Promise.resolve({ id: 1, name: "grows", status: now >= end ? "success" : "running" }),
    focused: () => true,
    clock,
    signal: new AbortController().signal,
  })) {
    if (event.type === "reset") complete = false;
    if (event.type !== "bytes") continue;
    complete &&= Buffer.compare(log.subarray(read, read + event.bytes.length), event.bytes) === 0;
    // The step that the first of these bytes came with.
    const step = Math.floor(read / Math.floor(size / steps));
    slowest = Math.max(slowest, now - (began + step * every));
    read += event.bytes.length;
  }
  return { ...count, slowest, complete: complete && read === length() };
}
