/** Programs that another process starts, see starter.ts. */
import { type ChildProcess, fork, type SpawnOptions } from "node:child_process";
import { EventEmitter } from "node:events";
import { join } from "node:path";
import { finished, PassThrough, Writable } from "node:stream";
import type { News, Order } from "./starter.ts";

/** As `ChildProcess`, as far as somebody here uses it; its ID is known once it is started. */
export class StartedElsewhere extends EventEmitter {
  pid: number | undefined;
  killed = false;
  exitCode: number | null = null;
  signalCode: NodeJS.Signals | null = null;
  readonly stdin: Writable;
  readonly stdout = new PassThrough();
  readonly stderr = new PassThrough();
  readonly #order: (what: Order) => void;
  readonly #id: number;

  constructor(id: number, order: (what: Order) => void) {
    super();
    this.#id = id;
    this.#order = order;
    this.stdin = new Writable({
      write: (chunk: Uint8Array, _encoding, done) => {
        order({ id, do: "write", chunk });
        done();
      },
      final: (done) => {
        order({ id, do: "end" });
        done();
      },
    });
  }

  kill(signal: NodeJS.Signals = "SIGTERM"): boolean {
    this.killed = true;
    this.#order({ id: this.#id, do: "kill", signal });
    return true;
  }

  /** @returns whether it has ended */
  hear(news: News): boolean {
    if (news.is === "started") {
      this.pid = news.pid;
      this.emit("spawn");
    } else if (news.is === "printed") {
      this[news.stream].write(news.chunk);
    } else if (news.is === "failed") {
      this.emit("error", Object.assign(new Error(), news.error));
    } else {
      [this.exitCode, this.signalCode] = [news.code, news.signal];
      this.emit("exit", news.code, news.signal);
      const read = [this.stdout, this.stderr].map((stream) => {
        stream.end();
        if (stream.readableFlowing === null) stream.resume();
        return new Promise((resolve) => finished(stream, resolve));
      });
      void Promise.all(read).then(() => this.emit("close", news.code, news.signal));
      return true;
    }
    return false;
  }
}

/** A small process that starts programs for this one. It is there from the first program on. */
export class Starter {
  #child: ChildProcess | undefined;
  #gone: Promise<unknown> = Promise.resolve();
  readonly #running = new Map<number, StartedElsewhere>();
  #last = 0;

  /** Whether a program runs. */
  get isBusy(): boolean {
    return this.#running.size > 0;
  }

  /** As `spawn` with three pipes, but that it never throws. */
  start(
    program: string,
    args: readonly string[],
    { cwd, env = process.env, detached = false }: Pick<SpawnOptions, "cwd" | "env" | "detached">,
  ): StartedElsewhere {
    const child = (this.#child ??= this.#begin());
    const id = (this.#last += 1);
    const order = (what: Order): void => void child.send(what, () => undefined);
    const started = new StartedElsewhere(id, order);
    this.#running.set(id, started);
    order({ id, do: "start", program, args, cwd: cwd?.toString(), env: { ...env }, detached });
    return started;
  }

  /** Kills what runs, and resolves when nothing is left. */
  async close(): Promise<void> {
    if (this.#child?.connected === true) this.#child.disconnect();
    await this.#gone;
  }

  #begin(): ChildProcess {
    const child = fork(join(import.meta.dirname, "starter.ts"), {
      serialization: "advanced",
      stdio: ["ignore", "ignore", "inherit", "ipc"],
    });
    child.on("message", (news: News) => this.#hear(news));
    this.#gone = new Promise((resolve) => child.once("exit", resolve));
    void this.#gone.then(() => {
      for (const id of this.#running.keys()) this.#hear({ id, is: "closed", code: null, signal: "SIGKILL" });
    });
    child.unref();
    child.channel?.unref();
    return child;
  }

  #hear(news: News): void {
    if (this.#running.get(news.id)?.hear(news) === true) this.#running.delete(news.id);
  }
}
