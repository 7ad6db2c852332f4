/** Where a list goes on. Opaque: hand it back to the same list. */
export interface PageCursor {
  /** Path and query below the API root. */
  readonly path: string;
  /** Set when the service gave no hint and the next page is only a guess: the first item of the page before. */
  readonly guessedAfter?: string;
}

export interface Page<T> {
  readonly items: readonly T[];
  /** Absent on the last page. */
  readonly next?: PageCursor;
  /** How many items the whole list has, when the service counts them. */
  readonly total?: number;
}

export interface AllOptions {
  /** The most items to return, 10,000 unless told. */
  readonly max?: number | undefined;
  readonly signal?: AbortSignal | undefined;
}

export interface AllItems<T> {
  readonly items: T[];
  /** Whether `max` cut the list. */
  readonly capped: boolean;
  readonly total?: number;
}

/** A list, page by page: `page()` is the first, `page(first.next)` the second; or iterate; or take all at once. */
export interface Pages<T> extends AsyncIterable<Page<T>> {
  page(cursor?: PageCursor): Promise<Page<T>>;
  /** Every item, asked for by hundreds, in parallel once the total is known. Rows that moved between pages come once. */
  all(options?: AllOptions): Promise<AllItems<T>>;
}
