/** An answer as text: whoever gets it parses it anew, so that nobody can spoil it for the next. */
export interface CachedResponse {
  readonly text: string;
  readonly headers: Readonly<Record<string, string>>;
}

interface Entry extends CachedResponse {
  readonly etag: string;
}

/** Answers by request and credential, the least used going first when there are too many or they are too long together. */
export class EtagCache {
  private readonly entries = new Map<string, Entry>();
  private length = 0;
  private readonly limit: { readonly entries: number; readonly length: number };

  /** `length` is in characters, over all entries. */
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
