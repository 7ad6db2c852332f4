import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { tmpdir } from "node:os";
import { join } from "node:path";

// After many messages to processes that are killed meanwhile, Node waits for ever when it cleans up at its end (Node 24.21).
process.once("exit", () => process.exit());

/** Windows that share secrets, on however many machines. */
export interface Desktop {
  /** Folder of the secrets. */
  readonly secrets: string;
  /** ms after which a window's secret is seen by the others, on the clock of the windows. */
  readonly lag: number;
}

export interface WindowOptions {
  readonly desktop: Desktop;
  /** The machine's storage folder. */
  readonly machine: string;
  /** How many times as fast the waits of renewals pass, and their clock. */
  readonly speed: number;
  /** Notes the steps of renewals, and stops for ever at the one with this number, from 0, if there is one. */
  readonly stopAt?: number;
}

/** What a window can be asked, with its arguments: methods of `Window` in windowProcess.ts. */
export interface Call {
  readonly window: number;
  readonly call: "open" | "seen" | "userName" | "token" | "taken" | "close";
  readonly given: readonly unknown[];
}

export type Answer =
  | ({ readonly number: number } & ({ readonly value?: unknown } | { readonly error: string }))
  | { readonly stopped: number };

/** A process with any number of windows. */
export class WindowProcess {
  private readonly child: ChildProcess;
  private readonly waiting = new Map<number, { resolve: (value: unknown) => void; reject: (error: Error) => void }>();
  private readonly stops = new Map<number, () => void>();
  private count = 0;

  constructor() {
    this.child = fork(join(import.meta.dirname, "windowProcess.ts"), {
      serialization: "advanced",
      // What the first process has compiled, the others need not compile again.
      env: { ...process.env, NODE_COMPILE_CACHE: join(tmpdir(), "forgeline-windows-compiled") },
    });
    this.child.on("message", (answer: Answer) => {
      if ("stopped" in answer) return this.stops.get(answer.stopped)?.();
      const asker = this.waiting.get(answer.number);
      this.waiting.delete(answer.number);
      if ("error" in answer) asker?.reject(new Error(answer.error));
      else asker?.resolve(answer.value);
    });
    this.child.on("exit", () => {
      for (const { reject } of this.waiting.values()) reject(new Error("The window's process has ended"));
      this.waiting.clear();
    });
  }

  get pid(): number | undefined {
    return this.child.pid;
  }

  async open(options: WindowOptions): Promise<OpenWindow> {
    const window = this.count++;
    const stopped = new Promise<void>((resolve) => this.stops.set(window, resolve));
    await this.ask({ window, call: "open", given: [options] });
    return { process: this, stopped, ask: (call, ...given) => this.ask({ window, call, given }) };
  }

  private ask<T>(call: Call): Promise<T> {
    const number = this.count++;
    return new Promise<T>((resolve, reject) => {
      this.waiting.set(number, { resolve: resolve as (value: unknown) => void, reject });
      this.child.send({ number, call }, (error) => {
        if (error) reject(error);
      });
    });
  }

  /** Ends the process as a crash does, without any goodbye, and resolves when it is gone. */
  async kill(): Promise<void> {
    if (this.child.exitCode !== null || this.child.signalCode !== null) return;
    const gone = once(this.child, "exit");
    this.child.kill("SIGKILL");
    await gone;
  }
}

export interface OpenWindow {
  readonly process: WindowProcess;
  /** Resolves once the window stands still at the step that it was to stop at. */
  readonly stopped: Promise<void>;
  /** Rejects with what the window says went wrong, and when its process ends before it answers. */
  ask<T = unknown>(call: Call["call"], ...given: readonly unknown[]): Promise<T>;
}
