/**
 * Time that passes only when a test says so, for everything in this process: hours of a window in seconds. Timers run in their order,
 * each once the requests, files and processes that the one before has started are done.
 */
import { subscribe, unsubscribe } from "node:diagnostics_channel";
import { syncBuiltinESMExports } from "node:module";
import timers from "node:timers";
import promises from "node:timers/promises";

interface Planned {
  at: number;
  readonly run: () => void;
  readonly every: number | undefined;
}

const real = { Date, setTimeout, setImmediate, pause: promises.setTimeout };
const turn = (): Promise<void> => new Promise((resolve) => real.setImmediate(resolve));

/** Turns without anything under way after which all of it is done: answers are read, unpacked and drawn in a few. */
const calmTurns = 8;
/** Turns after which the process rests while it waits for others. */
const busyTurns = 50;

/** What the process waits for, other than for timers and connections that are only open. */
const waiting = /^(?:FSReq|ProcessWrap|PipeWrap|GetAddrInfoReq|ConnectWrap|TCPConnectWrap|ZLIB)/i;

const underWay = (): number => process.getActiveResourcesInfo().filter((name) => waiting.test(name)).length;

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
  readonly #requests = new Set<unknown>();
  readonly #undo: (() => void)[] = [];
  /** What was under way before, such as a service. */
  readonly #underWay = underWay();
  #now = real.Date.now();

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
    this.#replace(timers, faked);
    this.#replace(promises, { setTimeout: this.#pause });
    syncBuiltinESMExports();
    const began = (message: unknown): void => void this.#requests.add((message as { request: unknown }).request);
    const ended = (message: unknown): void => void this.#requests.delete((message as { request: unknown }).request);
    const channels = [
      ["undici:request:create", began],
      ["undici:request:trailers", ended],
      ["undici:request:error", ended],
    ] as const;
    for (const [name, heard] of channels) {
      subscribe(name, heard);
      this.#undo.push(() => unsubscribe(name, heard));
    }
  }

  now(): number {
    return this.#now;
  }

  /** How many timers are set. */
  get pending(): number {
    return this.#planned.size;
  }

  /** Lets so many ms pass. */
  async pass(ms: number): Promise<void> {
    const end = this.#now + ms;
    for (;;) {
      await this.quiet();
      let first: [handle: unknown, planned: Planned] | undefined;
      for (const entry of this.#planned) if (first === undefined || entry[1].at < first[1].at) first = entry;
      if (first === undefined || first[1].at > end) break;
      const [handle, planned] = first;
      this.#now = Math.max(this.#now, planned.at);
      if (planned.every === undefined) this.#planned.delete(handle);
      else planned.at = this.#now + planned.every;
      planned.run();
    }
    this.#now = end;
  }

  /** Waits until everything is done that needs no time to pass. */
  async quiet(): Promise<void> {
    for (let calm = 0, turns = 0; calm < calmTurns; turns++) {
      await (turns > busyTurns && calm === 0 ? real.pause(1) : turn());
      calm = this.#isBusy() ? 0 : calm + 1;
    }
  }

  plan(handle: unknown, planned: Planned): void {
    this.#planned.set(handle, planned);
  }

  cancel(handle: unknown): void {
    this.#planned.delete(handle);
  }

  /** Gives this process its own clock back. Timers that are set never run out. */
  [Symbol.dispose](): void {
    for (const undo of this.#undo.reverse()) undo();
    syncBuiltinESMExports();
    this.#planned.clear();
  }

  #isBusy(): boolean {
    return this.#requests.size > 0 || underWay() > this.#underWay;
  }

  #set(run: () => void, ms: number, every: number | undefined): Handle {
    const planned = { at: this.#now + Math.max(1, ms), run, every };
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
