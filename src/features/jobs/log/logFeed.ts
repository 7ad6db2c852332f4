import { setImmediate as breathe } from "node:timers/promises";
import type { Disposable } from "../../../core/base/disposable.ts";
import { CancelledError } from "../../../core/base/errors.ts";
import { LogText } from "../../../core/logText/logText.ts";
import { follow, type FollowedJob, type FollowOptions } from "./follow.ts";
import type { TraceAnswer } from "./reader.ts";

/** Bytes parsed at once: a few milliseconds on a slow machine. */
const SLICE = 32 * 1024;
/** Bytes after which other work gets a turn. */
const TURN = 128 * 1024;

export type LogFeedOptions = Omit<FollowOptions, "newerAttempt" | "wanted" | "signal"> & {
  /** More was read. */
  readonly onGrown?: () => void;
  /** The log was erased or written anew: `text` is another one. */
  readonly onReset?: () => void;
  /** Nothing more comes: the job is over, gone, or `error` says why. Never while it is still being loaded. */
  readonly onEnded?: (error?: unknown) => void;
  readonly makeText?: () => LogText;
};

/** Reads a job's log into a text, all of it at first and then whatever comes, until the job is over. */
export class LogFeed implements Disposable {
  private readonly options: LogFeedOptions;
  private readonly abort = new AbortController();
  private readonly makeText: () => LogText;
  private current: LogText;
  private seen: FollowedJob | undefined;
  private isLoaded = false;
  private isOver = false;
  private settle: { readonly loaded: () => void; readonly failed: (error: unknown) => void } = {
    loaded: () => undefined,
    failed: () => undefined,
  };
  /** Resolves when the log as it is now was read. @throws ApiError, UserError, CancelledError when it cannot be. */
  readonly loaded: Promise<void>;

  constructor(options: LogFeedOptions) {
    this.options = options;
    this.makeText = options.makeText ?? (() => new LogText());
    this.current = this.makeText();
    this.loaded = new Promise((resolve, reject) => {
      this.settle = { loaded: resolve, failed: reject };
    });
    // Whoever waits for it hears of it; nobody has to.
    this.loaded.catch(() => undefined);
    void this.run();
  }

  get text(): LogText {
    return this.current;
  }

  /** The job as it was last seen. */
  get job(): FollowedJob | undefined {
    return this.seen;
  }

  /** Nothing more comes. */
  get over(): boolean {
    return this.isOver;
  }

  dispose(): void {
    this.abort.abort();
    this.settle.failed(new CancelledError());
  }

  private async run(): Promise<void> {
    const { signal } = this.abort;
    try {
      const events = follow({
        ...this.options,
        trace: async (request) => this.watched(await this.options.trace(request)),
        signal,
      });
      for await (const event of events) {
        if (signal.aborted) return;
        if ("job" in event) this.seen = event.job ?? this.seen;
        if (event.type === "bytes") await this.read(event.bytes);
        else if (event.type === "reset") this.begin();
        else if (event.type === "waiting" && !this.isLoaded) throw event.error;
        else if (event.type !== "status" && event.type !== "waiting") this.tellLoaded();
      }
      this.finish();
    } catch (error) {
      if (!signal.aborted) this.finish(error);
    }
  }

  /** An answer that tells when all of it was read: following itself says so only with the next one. */
  private watched(answer: TraceAnswer): TraceAnswer {
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
        if (whole && this.current.read > 0) this.tellLoaded();
      },
    };
  }

  private async read(bytes: Uint8Array): Promise<void> {
    for (let at = 0; at < bytes.length; at += SLICE) {
      const before = this.current.read;
      this.current.push(bytes.subarray(at, at + SLICE));
      if (Math.floor(before / TURN) !== Math.floor(this.current.read / TURN)) await breathe();
    }
    if (this.isLoaded) this.options.onGrown?.();
  }

  private begin(): void {
    this.current = this.makeText();
    this.options.onReset?.();
  }

  private tellLoaded(): void {
    if (this.isLoaded) return;
    this.isLoaded = true;
    this.settle.loaded();
  }

  private finish(error?: unknown): void {
    this.isOver = true;
    if (!error) this.current.end();
    if (this.isLoaded) this.options.onEnded?.(error);
    else if (error) this.settle.failed(error);
    this.tellLoaded();
  }
}
