import { setImmediate as breathe } from "node:timers/promises";
import type { Disposable } from "../../../core/base/disposable.ts";
import { CancelledError } from "../../../core/base/errors.ts";
import { LogText } from "../../../core/logText/logText.ts";
import { follow, type FollowedJob, type FollowOptions } from "./follow.ts";
import type { TraceResponse } from "./reader.ts";

/** Number of bytes parsed at once: a few milliseconds on a slow machine. */
const SLICE = 32 * 1024;
/** Number of bytes processed before yielding to other work. */
const TURN = 128 * 1024;

export type LogFeedOptions = Omit<FollowOptions, "newerAttempt" | "needsBytes" | "end" | "signal"> & {
  /** Called after each look at the log once it is loaded, with all that it brought in the text. */
  readonly onRead?: () => void;
  /** Called when the log was erased or rewritten, and `text` replaced. */
  readonly onReset?: () => void;
  /** Called when following ended; `error` if it failed. Never called before loading finished. */
  readonly onEnded?: (error?: unknown) => void;
  readonly makeText?: () => LogText;
};

/** Reads a job's log into a text, and follows it until the job is over. */
export class LogFeed implements Disposable {
  private readonly options: LogFeedOptions;
  private readonly abort = new AbortController();
  private readonly makeText: () => LogText;
  private current: LogText;
  private lastJob: FollowedJob | undefined;
  private isLoaded = false;
  private isOver = false;
  private settle: { readonly loaded: () => void; readonly failed: (error: unknown) => void } = {
    loaded: () => undefined,
    failed: () => undefined,
  };
  /**
   * Resolves when the current log was read.
   * @throws ApiError, UserError, CancelledError when it cannot be read
   */
  readonly loaded: Promise<void>;

  constructor(options: LogFeedOptions) {
    this.options = options;
    this.makeText = options.makeText ?? (() => new LogText());
    this.current = this.makeText();
    this.loaded = new Promise((resolve, reject) => {
      this.settle = { loaded: resolve, failed: reject };
    });
    // Prevents an unhandled rejection if nobody waits.
    this.loaded.catch(() => undefined);
    void this.run();
  }

  get text(): LogText {
    return this.current;
  }

  /** Returns the job's last known state. */
  get job(): FollowedJob | undefined {
    return this.lastJob;
  }

  /** Returns whether following ended. */
  get over(): boolean {
    return this.isOver;
  }

  dispose(): void {
    this.abort.abort();
    this.settle.failed(new CancelledError());
  }

  private async run(): Promise<void> {
    const { signal } = this.abort;
    const { tracePart } = this.options;
    try {
      const events = follow({
        ...this.options,
        trace: async (request) => this.detectEnd(await this.options.trace(request)),
        ...(tracePart && {
          tracePart: async (request) => {
            const answer = await tracePart(request);
            return answer && this.detectEnd(answer);
          },
        }),
        signal,
      });
      for await (const event of events) {
        if (signal.aborted) return;
        if ("job" in event) this.lastJob = event.job ?? this.lastJob;
        if (event.type === "bytes") await this.read(event.bytes);
        else if (event.type === "reset") this.begin();
        else if (event.type === "waiting" && !this.isLoaded) throw event.error;
        else if (event.type !== "status" && event.type !== "waiting") this.setLoaded();
      }
      this.finish();
    } catch (error) {
      if (!signal.aborted) this.finish(error);
    }
  }

  /** Wraps a response to detect its end, which `follow` only reports with the next event. */
  private detectEnd(answer: TraceResponse): TraceResponse {
    let whole = false;
    const body = async function* (): AsyncGenerator<Uint8Array> {
      yield* answer.body;
      whole = true;
    };
    return {
      ...answer,
      body: body(),
      close: async () => {
        await answer.close();
        if (whole && this.current.read > 0) this.setLoaded();
        if (this.isLoaded && !this.isOver) this.options.onRead?.();
      },
    };
  }

  private async read(bytes: Uint8Array): Promise<void> {
    for (let at = 0; at < bytes.length; at += SLICE) {
      const before = this.current.read;
      this.current.push(bytes.subarray(at, at + SLICE));
      if (Math.floor(before / TURN) !== Math.floor(this.current.read / TURN)) await breathe();
    }
  }

  private begin(): void {
    this.current = this.makeText();
    this.options.onReset?.();
  }

  private setLoaded(): void {
    if (this.isLoaded) return;
    this.isLoaded = true;
    this.settle.loaded();
  }

  private finish(error?: unknown): void {
    this.isOver = true;
    if (!error) this.current.end();
    if (this.isLoaded) this.options.onEnded?.(error);
    else if (error) this.settle.failed(error);
    this.setLoaded();
  }
}
