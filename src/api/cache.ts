/** A response as text. Each reader parses its own copy, so that no reader can change the cached one. */
export interface CachedResponse {
  readonly text: string;
  readonly headers: Readonly<Record<string, string>>;
}

interface Entry extends CachedResponse {
  readonly etag: string;
}

/** An LRU cache of responses by request and credential, limited in entries and in total length. */
export class EtagCache {
  private readonly entries = new Map<string, Entry>();
  private length = 0;
  private readonly limit: { readonly entries: number; readonly length: number };

  /** @param limit `length` is the total of all entries, in characters */
  constructor(limit = { entries: 200, length: 8_000_000 }) {
    this.limit = limit;
  }

  get(key: string): Entry | undefined {
    const entry = this.entries.get(key);
    if (entry) {
      this.entries.delete(key);
      this.entries.set(key, entry);
    }
    return entry;
  }

  set(key: string, entry: Entry): void {
    this.delete(key);
    this.entries.set(key, entry);
    this.length += entry.text.length;
    for (const oldest of this.entries.keys()) {
      if (this.entries.size <= this.limit.entries && this.length <= this.limit.length) break;
      this.delete(oldest);
    }
  }

  private delete(key: string): void {
    this.length -= this.entries.get(key)?.text.length ?? 0;
    this.entries.delete(key);
  }
}
