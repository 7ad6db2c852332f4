import { CancelledError } from "../../../core/base/errors.ts";

export interface KeptReadsOptions {
  /** ms for which an answer counts as new. */
  readonly fresh: number;
  /** The most answers that are kept. */
  readonly most: number;
  /** ms since 1970. */
  readonly now: () => number;
}

/** An answer with the time at which it was read, ms since 1970. */
export interface Kept<T> {
  readonly value: T;
  readonly at: number;
}

interface Flight<T> {
  readonly controller: AbortController;
  readonly answer: Promise<Kept<T>>;
  waiting: number;
}

/** Answers of a host, kept for a while. Who asks for what is being read waits for the same answer, which is called off once nobody waits for it. */
export class KeptReads<T> {
  private readonly options: KeptReadsOptions;
  private readonly kept = new Map<string, Kept<T>>();
  private readonly flights = new Map<string, Flight<T>>();

  constructor(options: KeptReadsOptions) {
    this.options = options;
  }

  /** What was read not long ago. */
  known(key: string): Kept<T> | undefined {
    const kept = this.kept.get(key);
    return kept && this.options.now() - kept.at < this.options.fresh ? kept : undefined;
  }

  /** What was read not long ago, else what `load` reads. @throws CancelledError, and what `load` throws, which is not kept */
  async read(key: string, load: (signal: AbortSignal) => Promise<T>, signal: AbortSignal): Promise<Kept<T>> {
    const known = this.known(key);
    if (known) return known;
    if (signal.aborted) throw new CancelledError();
    const flight = this.flights.get(key) ?? this.begin(key, load);
    flight.waiting++;
    let leave = (): void => undefined;
    try {
      return await new Promise<Kept<T>>((resolve, reject) => {
        leave = () => reject(new CancelledError());
        signal.addEventListener("abort", leave, { once: true });
        flight.answer.then(resolve, reject);
      });
    } finally {
      signal.removeEventListener("abort", leave);
      flight.waiting--;
      if (flight.waiting === 0 && this.flights.get(key) === flight) {
        this.flights.delete(key);
        flight.controller.abort();
      }
    }
  }

  /** What was read is of no use any more, nor what is being read for later. */
  clear(): void {
    this.kept.clear();
    this.flights.clear();
  }

  private begin(key: string, load: (signal: AbortSignal) => Promise<T>): Flight<T> {
    const controller = new AbortController();
    const answer = load(controller.signal).then((value) => {
      const kept = { value, at: this.options.now() };
      if (this.flights.get(key) === flight) this.keep(key, kept);
      return kept;
    });
    const flight: Flight<T> = { controller, answer, waiting: 0 };
    this.flights.set(key, flight);
    // Each who waits hears of it; a failure that comes when nobody does is nobody's.
    const landed = (): void => {
      if (this.flights.get(key) === flight) this.flights.delete(key);
    };
    answer.then(landed, landed);
    return flight;
  }

  private keep(key: string, kept: Kept<T>): void {
    this.kept.delete(key);
    this.kept.set(key, kept);
    const [oldest] = this.kept.keys();
    if (this.kept.size > this.options.most && oldest !== undefined) this.kept.delete(oldest);
  }
}
