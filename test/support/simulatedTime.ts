/**
 * Time that passes only when a test says so, for everything in this process: hours of a window in seconds. Timers run in their order,
 * each once the requests, files and processes that the one before has started are done.
 */
import { syncBuiltinESMExports } from "node:module";
import timers from "node:timers";
import promises from "node:timers/promises";
import { waitPatience } from "../../tools/patience.ts";
import { Activity } from "./activity.ts";

interface Planned {
  at: number;
  readonly run: () => void;
  readonly every: number | undefined;
  /** Where it was set. */
  readonly stack: string;
}

const real = {
  Date,
  setImmediate,
  setTimeout,
  clearTimeout,
  pause: promises.setTimeout,
  elapsed: performance.now.bind(performance),
  bootClock: process.hrtime.bigint.bind(process.hrtime),
};
/** Returns ms of real time, for figures and limits. */
export const realTime = (): number => real.elapsed();
const turn = (): Promise<void> => new Promise((resolve) => real.setImmediate(resolve));

/** Turns without anything under way after which all of it is done: answers are read, unpacked and drawn in a few. */
const calmTurns = 8;
/** Turns after which the process rests while it waits for others. */
const busyTurns = 50;

/** Timers that may run out within one `pass`. */
const mostTimers = 50_000;

/** A timer as Node has them. */
class Handle {
  readonly #time: SimulatedTime;
  readonly #ms: number;
  readonly #planned: Planned;

  constructor(time: SimulatedTime, ms: number, planned: Planned) {
    this.#time = time;
    this.#ms = ms;
    this.#planned = planned;
  }

  refresh(): this {
    this.#planned.at = this.#time.now() + this.#ms;
    this.#time.plan(this, this.#planned);
    return this;
  }

  ref(): this {
    return this;
  }

  unref(): this {
    return this;
  }

  hasRef(): boolean {
    return true;
  }

  close(): this {
    this.#time.cancel(this);
    return this;
  }

  [Symbol.dispose](): void {
    this.close();
  }
}

export class SimulatedTime implements Disposable {
  readonly #planned = new Map<unknown, Planned>();
  readonly #activity = new Activity();
  readonly #undo: (() => void)[] = [];
  /** Timers that were set anew after the end. */
  #outlived: Map<unknown, NodeJS.Timeout> | undefined;
  #now = real.Date.now();
  #last = "";

  /** Stops the clock of this process. */
  constructor() {
    const now = (): number => this.#now;
    const set = (run: (...args: unknown[]) => void, ms = 1, ...args: unknown[]): Handle =>
      this.#set(() => run(...args), ms, undefined);
    const repeat = (run: (...args: unknown[]) => void, ms = 1, ...args: unknown[]): Handle =>
      this.#set(() => run(...args), ms, Math.max(1, ms));
    const clear = (handle: unknown): void => this.cancel(handle);
    const faked = { setTimeout: set, setInterval: repeat, clearTimeout: clear, clearInterval: clear };
    this.#replace(globalThis, {
      ...faked,
      Date: class extends real.Date {
        static override now = now;

        constructor(...given: unknown[]) {
          super(...((given.length === 0 ? [now()] : given) as [number]));
        }
      },
    });
    // Clocks that nobody sets go with it.
    const [begun, elapsed, booted] = [this.#now, real.elapsed(), real.bootClock()];
    this.#replace(performance, { now: () => elapsed + this.#now - begun });
    this.#replace(process.hrtime, { bigint: () => booted + BigInt(Math.round((this.#now - begun) * 1e6)) });
    this.#replace(timers, faked);
    this.#replace(promises, { setTimeout: this.#pause });
    syncBuiltinESMExports();
    this.#undo.push(() => this.#activity[Symbol.dispose]());
  }

  now(): number {
    return this.#now;
  }

  /** How many timers are set. */
  get pending(): number {
    return this.#planned.size;
  }

  /** Lets so many ms pass. @throws Error where timers follow one another without end */
  async pass(ms: number): Promise<void> {
    const end = this.#now + ms;
    for (let ran = 0; ; ran++) {
      await this.quiet();
      if (ran > mostTimers) throw new Error(`${ran} timers ran out within ${ms} ms, the last one set ${this.#last}`);
      let first: [handle: unknown, planned: Planned] | undefined;
      for (const entry of this.#planned) if (first === undefined || entry[1].at < first[1].at) first = entry;
      if (first === undefined || first[1].at > end) break;
      const [handle, planned] = first;
      this.#now = Math.max(this.#now, planned.at);
      if (planned.every === undefined) this.#planned.delete(handle);
      else planned.at = this.#now + planned.every;
      this.#last = planned.stack;
      planned.run();
    }
    this.#now = end;
  }

  /** Lets time pass until something is done, which may wait for it: for the renewal of a token, say. @throws Error after an hour */
  async until<T>(work: Promise<T>): Promise<T> {
    const state = { isOver: false };
    const over = (): void => void (state.isOver = true);
    work.then(over, over);
    await this.quiet();
    for (let seconds = 0; !state.isOver; seconds++) {
      if (seconds > 3_600) throw new Error("It is not done after an hour");
      await this.pass(1_000);
    }
    return work;
  }

  /** Waits until everything is done that needs no time to pass. @throws Error with what is not, after a minute */
  async quiet(): Promise<void> {
    const latest = real.elapsed() + waitPatience;
    for (let calm = 0, turns = 0; calm < calmTurns; turns++) {
      await (turns > busyTurns && calm === 0 ? real.pause(1) : turn());
      calm = this.#activity.isBusy() ? 0 : calm + 1;
      if (calm === 0 && real.elapsed() > latest) throw new Error(`Not done yet: ${String(this.#activity)}`);
    }
  }

  plan(handle: unknown, planned: Planned): void {
    if (this.#outlived === undefined) {
      this.#planned.set(handle, planned);
      return;
    }
    real.clearTimeout(this.#outlived.get(handle));
    this.#outlived.set(handle, real.setTimeout(planned.run, planned.at - this.#now).unref());
  }

  cancel(handle: unknown): void {
    this.#planned.delete(handle);
    real.clearTimeout(this.#outlived?.get(handle));
  }

  /**
   * Gives this process its own clock back. Timers that are set never run out, unless they are set anew: undici keeps one for as long as the
   * process lives, by which all its requests time out.
   */
  [Symbol.dispose](): void {
    this.#outlived = new Map();
    for (const undo of this.#undo.reverse()) undo();
    syncBuiltinESMExports();
    this.#planned.clear();
  }

  #set(run: () => void, ms: number, every: number | undefined): Handle {
    const planned = { at: this.#now + Math.max(1, ms), run, every, stack: String(new Error().stack) };
    const handle = new Handle(this, Math.max(1, ms), planned);
    this.plan(handle, planned);
    return handle;
  }

  readonly #pause = <T>(ms?: number, value?: T, { signal }: { signal?: AbortSignal } = {}): Promise<T> =>
    new Promise((resolve, reject) => {
      const abort = (): void => {
        this.cancel(handle);
        reject(new DOMException("The operation was aborted", { name: "AbortError", cause: signal?.reason }));
      };
      const handle = this.#set(
        () => {
          signal?.removeEventListener("abort", abort);
          resolve(value as T);
        },
        ms ?? 1,
        undefined,
      );
      if (signal?.aborted === true) abort();
      else signal?.addEventListener("abort", abort, { once: true });
    });

  #replace(target: object, members: Readonly<Record<string, unknown>>): void {
    for (const [name, value] of Object.entries(members)) {
      const before: unknown = Reflect.get(target, name);
      Reflect.set(target, name, value);
      this.#undo.push(() => Reflect.set(target, name, before));
    }
  }
}
