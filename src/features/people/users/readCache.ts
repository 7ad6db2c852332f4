import { abortable } from "../../../api/abortable.ts";
import { CancelledError } from "../../../core/base/errors.ts";

export interface KeptReadsOptions {
  /** ms for which an answer is fresh. */
  readonly fresh: number;
  /** The maximum number of answers that are kept. */
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

/** Answers of a host, kept for a while. Requests for the same key share one answer, which is cancelled once nobody waits for it. */
export class KeptReads<T> {
  private readonly options: KeptReadsOptions;
  private readonly kept = new Map<string, Kept<T>>();
  private readonly flights = new Map<string, Flight<T>>();

  constructor(options: KeptReadsOptions) {
    this.options = options;
  }

  /** Returns the answer if it is still fresh. */
  known(key: string): Kept<T> | undefined {
    const kept = this.kept.get(key);
    return kept && this.options.now() - kept.at < this.options.fresh ? kept : undefined;
  }

  /** Returns the answer if it is still fresh, else what `load` reads. @throws CancelledError, and what `load` throws, which is not kept */
  async read(key: string, load: (signal: AbortSignal) => Promise<T>, signal: AbortSignal): Promise<Kept<T>> {
    const known = this.known(key);
    if (known) return known;
    if (signal.aborted) throw new CancelledError();
    const flight = this.flights.get(key) ?? this.begin(key, load);
    flight.waiting++;
    try {
      return await abortable(flight.answer, signal, () => new CancelledError());
    } finally {
      flight.waiting--;
      if (flight.waiting === 0 && this.flights.get(key) === flight) {
        this.flights.delete(key);
        flight.controller.abort();
      }
    }
  }

  /** Forgets every answer, also those under way. */
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
    // Rejects every waiter; without one the error is ignored.
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
