import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { CancelledError } from "../../../../../src/core/base/errors.ts";
import { Emitter } from "../../../../../src/core/base/events.ts";
import type { Clock } from "../../../../../src/features/jobs/log/clock.ts";
import type { FollowedJob, FollowEvent } from "../../../../../src/features/jobs/log/follow.ts";
import { follow, type FollowOptions } from "../../../../../src/features/jobs/log/follow.ts";
import type { FetchTracePart, TraceResponse } from "../../../../../src/features/jobs/log/reader.ts";

/** Time that passes only when somebody waits. `onWait` plays what happens meanwhile. */
export class FakeClock implements Clock {
  time = Date.parse("2026-09-25T07:33:00Z");
  readonly waits: number[] = [];
  onWait: (ms: number) => void = () => undefined;

  now(): number {
    return this.time;
  }

  async wait(ms: number, signal: AbortSignal): Promise<void> {
    if (this.waits.length > 500) throw new Error("waited 500 times: this never ends");
    this.waits.push(ms);
    this.onWait(ms);
    await Promise.resolve();
    if (signal.aborted) throw new CancelledError();
    this.time += ms;
  }
}

export const apiError = (kind: string, facts: object = {}): Error => Object.assign(new Error(kind), { kind }, facts);

interface TraceRequest {
  readonly start?: number;
  readonly etag?: string;
}
type PartRequest = Omit<Parameters<FetchTracePart>[0], "signal">;

/** Most bytes of a part by offset. */
const PART_LIMIT = 512_000;

/** A host with one job, as a script: each poll's answer may be replaced by `next`. */
export class FakeHost {
  log: Uint8Array = new Uint8Array(0);
  ranges: "honoured" | "ignored" | "half" | "ahead" | "refused" = "honoured";
  /** Parts by offset: known to be missing, as one request finds out, or refused. */
  offsets: "honoured" | "ignored" | "missing" | "refused" = "missing";
  etags: "weak" | "strong" | "none" = "weak";
  /** Whether answers say how long the log is. */
  lengths = true;
  job: FollowedJob = { id: 7, name: "lint", status: "running" };
  newer: FollowedJob | undefined;
  chunk = 5;
  /** For the next trace requests, first in first out: an error to throw, or how many bytes to send before the connection breaks. */
  readonly faults: (Error | { after: number } | undefined)[] = [];
  readonly jobFaults: (Error | undefined)[] = [];
  readonly requests: TraceRequest[] = [];
  jobRequests = 0;
  partRequests = 0;
  sent = 0;
  open = 0;

  append(text: string): void {
    this.log = Buffer.concat([this.log, Buffer.from(text)]);
  }

  private tag(): string | undefined {
    if (this.etags === "none") return undefined;
    return `${this.etags === "weak" ? "W/" : ""}"${createHash("sha1").update(this.log).digest("hex")}"`;
  }

  readonly trace = async (request: TraceRequest): Promise<TraceResponse> => {
    await Promise.resolve();
    this.requests.push(request);
    const fault = this.faults.shift();
    if (fault instanceof Error) throw fault;
    const etag = this.tag();
    if (etag !== undefined && request.etag === etag) return this.answer(304, new Uint8Array(0), 0, undefined);
    const total = this.log.length;
    const asked = request.start;
    if (asked === undefined || this.ranges === "ignored") return this.answer(200, this.log, 0, fault?.after);
    if (this.ranges === "refused") throw apiError("invalidRequest");
    if (asked >= total) return { ...this.answer(416, new Uint8Array(0), 0, undefined), total };
    const start = this.ranges === "half" ? Math.floor(asked / 2) : this.ranges === "ahead" ? asked + 70 : asked;
    return this.answer(206, this.log.subarray(start), start, fault?.after);
  };

  readonly tracePart = async ({ start, etag, known }: PartRequest): Promise<TraceResponse | undefined> => {
    await Promise.resolve();
    if (this.offsets === "missing") return undefined;
    this.requests.push({ start, ...(etag !== undefined && { etag }) });
    this.partRequests++;
    const fault = this.faults.shift();
    if (fault instanceof Error) throw fault;
    if (this.offsets === "refused") throw apiError("invalidRequest");
    if (this.offsets === "ignored") {
      assert.notDeepEqual(known.head, known.overlap, "the two could not be told apart");
      return this.answer(200, this.log, 0, fault?.after);
    }
    const body = this.log.subarray(start, start + PART_LIMIT);
    const tag = this.etags === "none" ? undefined : `W/"part ${createHash("sha1").update(body).digest("hex")}"`;
    if (tag !== undefined && etag === tag)
      return { ...this.answer(304, new Uint8Array(0), 0, undefined), etag: tag, total: undefined };
    return { ...this.answer(206, body, start, fault?.after), etag: tag, total: undefined };
  };

  readonly getJob = async (): Promise<FollowedJob> => {
    await Promise.resolve();
    this.jobRequests++;
    const fault = this.jobFaults.shift();
    if (fault) throw fault;
    return this.job;
  };

  private answer(
    status: TraceResponse["status"],
    body: Uint8Array,
    start: number,
    breakAfter: number | undefined,
  ): TraceResponse {
    const { chunk } = this;
    const count = (n: number): void => void (this.sent += n);
    this.open++;
    return {
      status,
      etag: this.tag(),
      start,
      total: this.lengths ? start + body.length : undefined,
      body: (async function* () {
        for (let at = 0; at < body.length; at += chunk) {
          await Promise.resolve();
          if (breakAfter !== undefined && at >= breakAfter) throw apiError("network");
          const part = body.subarray(at, at + chunk);
          count(part.length);
          yield part;
        }
        if (breakAfter !== undefined) throw apiError("network");
      })(),
      close: () => {
        this.open--;
        return Promise.resolve();
      },
    };
  }
}

export interface Run {
  readonly host: FakeHost;
  readonly clock: FakeClock;
  /** What a person would have read: bytes put together, forgotten at a reset. */
  text: string;
  readonly events: FollowEvent[];
  focused: boolean;
  readonly wake: Emitter<void>;
  readonly abort: AbortController;
  readonly done: (options?: Partial<FollowOptions>) => Promise<void>;
}

/** `steps[n]` happens during the n-th wait. */
export function runOf(host: FakeHost, steps: readonly ((run: Run) => unknown)[] = []): Run {
  const clock = new FakeClock();
  const events: FollowEvent[] = [];
  let bytes: Uint8Array = new Uint8Array(0);
  const run: Run = {
    host,
    clock,
    events,
    text: "",
    focused: true,
    wake: new Emitter<void>(),
    abort: new AbortController(),
    done: async (options = {}) => {
      const { trace, tracePart, getJob } = host;
      for await (const event of follow({
        ...{ trace, tracePart, job: getJob, wake: run.wake.event, clock, signal: run.abort.signal },
        newerAttempt: () => Promise.resolve(host.newer),
        focused: () => run.focused,
        ...options,
      })) {
        if (event.type === "bytes") bytes = Buffer.concat([bytes, event.bytes]);
        else events.push(event);
        if (event.type === "reset") bytes = new Uint8Array(0);
        run.text = Buffer.from(bytes).toString();
      }
    },
  };
  let step = 0;
  clock.onWait = () => steps[step++]?.(run);
  return run;
}
