import { abortable } from "../../../api/abortable.ts";
import { CancelledError } from "../../../core/base/errors.ts";

export interface ReadCacheOptions {
  /** ms */
  readonly maxAge: number;
  /** Maximum number of cached answers. */
  readonly maxSize: number;
  /** ms since 1970 */
  readonly now: () => number;
}

/** An answer with the time at which it was read, ms since 1970. */
export interface CachedRead<T> {
  readonly value: T;
  readonly at: number;
}

interface PendingRead<T> {
  readonly controller: AbortController;
  readonly answer: Promise<CachedRead<T>>;
  waiting: number;
}

/**
 * Caches answers of a host. Concurrent reads of a key share one request, which is cancelled when its last reader is.
 */
export class ReadCache<T> {
  private readonly options: ReadCacheOptions;
  private readonly cached = new Map<string, CachedRead<T>>();
  private readonly pending = new Map<string, PendingRead<T>>();

  constructor(options: ReadCacheOptions) {
    this.options = options;
  }

  /** Returns the cached answer if it is not too old. */
  get(key: string): CachedRead<T> | undefined {
    const cached = this.cached.get(key);
    return cached && this.options.now() - cached.at < this.options.maxAge ? cached : undefined;
  }

  /**
   * Returns the cached answer, or what `load` reads.
   * @throws CancelledError, and what `load` throws, which is not cached
   */
  async read(key: string, load: (signal: AbortSignal) => Promise<T>, signal: AbortSignal): Promise<CachedRead<T>> {
    const cached = this.get(key);
    if (cached) return cached;
    if (signal.aborted) throw new CancelledError();
    const read = this.pending.get(key) ?? this.begin(key, load);
    read.waiting++;
    try {
      return await abortable(read.answer, signal, () => new CancelledError());
    } finally {
      read.waiting--;
      if (read.waiting === 0 && this.pending.get(key) === read) {
        this.pending.delete(key);
        read.controller.abort();
      }
    }
  }

  /** Drops every answer, including pending ones. */
  clear(): void {
    this.cached.clear();
    this.pending.clear();
  }

  private begin(key: string, load: (signal: AbortSignal) => Promise<T>): PendingRead<T> {
    const controller = new AbortController();
    const answer = load(controller.signal).then((value) => {
      const cached = { value, at: this.options.now() };
      if (this.pending.get(key) === read) this.store(key, cached);
      return cached;
    });
    const read: PendingRead<T> = { controller, answer, waiting: 0 };
    this.pending.set(key, read);
    // Rejects every waiter; without one the error is ignored.
    const settled = (): void => {
      if (this.pending.get(key) === read) this.pending.delete(key);
    };
    answer.then(settled, settled);
    return read;
  }

  private store(key: string, cached: CachedRead<T>): void {
    this.cached.delete(key);
    this.cached.set(key, cached);
    const [oldest] = this.cached.keys();
    if (this.cached.size > this.options.maxSize && oldest !== undefined) this.cached.delete(oldest);
  }
}
