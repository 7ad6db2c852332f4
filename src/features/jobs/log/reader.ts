import { createHash } from "node:crypto";
import { errorKind } from "../../../core/logText/errorKind.ts";

/** What the client answers to a request for a log (Part 2, Jobs); the client's own TraceAnswer fits. */
export interface TraceAnswer {
  readonly status: 200 | 206 | 304 | 416;
  readonly etag?: string | undefined;
  /** Offset of the body's first byte: 0 unless the status is 206. */
  readonly start: number;
  /** Length of the whole log in bytes, where the host says it. */
  readonly total?: number | undefined;
  readonly body: AsyncIterable<Uint8Array>;
  close(): Promise<void>;
}

export type FetchTrace = (request: { start?: number; etag?: string; signal: AbortSignal }) => Promise<TraceAnswer>;

/**
 * What a read found: nothing new; more of the same log; an answer shorter than the known part, which the next read must
 * explain; or that the log is no longer the one known, so that the next read starts at its beginning.
 */
export type ReadResult = "unchanged" | "grown" | "short" | "reset";

/** Known bytes that a range request asks for again, to see that the log is still the same. */
const OVERLAP = 64;

/**
 * Reads a growing log, each byte once. Keeps of the known part only its length, a running SHA-1 and the last 64 bytes.
 *
 * Where the host honours ranges, the request begins 64 bytes before the end of the known part, and these must be equal;
 * where it answers the whole log, the known part is skipped while streaming and its SHA-1 must be equal. So a log that
 * was erased or written anew is noticed. An answer shorter than the known part counts as erased only when the next one
 * is short too: hosts move finished logs to other storage and may answer short for a moment.
 */
export class TraceReader {
  private readonly fetch: FetchTrace;
  private known = 0;
  private hash = createHash("sha1");
  private tail: Uint8Array = new Uint8Array(0);
  private etag: string | undefined;
  private useRange = true;
  private wasShort = false;
  private isSealed = false;

  constructor(fetch: FetchTrace) {
    this.fetch = fetch;
  }

  /**
   * Whether the latest answer came with a strong validator, as hosts give it to logs in their last place; a growing log
   * has a weak one. That ranges are honoured says less: some hosts do so for growing logs too.
   */
  get sealed(): boolean {
    return this.isSealed;
  }

  /** Bytes read so far. */
  get length(): number {
    return this.known;
  }

  /**
   * Fetches once and yields what is new. Bytes already yielded count as known even when the connection breaks after
   * them, so the next read goes on from there.
   * @throws what the request or its body throws.
   */
  async *read(signal: AbortSignal): AsyncGenerator<Uint8Array, ReadResult> {
    this.isSealed = false;
    const answer = await this.request(signal);
    // A 304 need not repeat the validator that it confirms.
    const etag = answer.etag ?? (answer.status === 304 ? this.etag : undefined);
    this.isSealed = etag !== undefined && !etag.startsWith("W/");
    const start = answer.status === 206 ? answer.start : 0;
    // Refused without a length, or another range than asked for: only the whole log tells.
    const unclear = answer.status === 416 ? answer.total === undefined : !(start >= 0 && start <= this.known);
    try {
      if (answer.status === 304) return this.calm("unchanged");
      if (!unclear && answer.status === 416)
        return (answer.total ?? 0) < this.known ? this.short() : this.calm("unchanged");
      if (!unclear) return yield* this.consume(answer, start);
    } finally {
      await answer.close();
    }
    // Without a range there is nothing else to ask for: the next poll may tell more.
    if (!this.useRange || this.known === 0) return this.calm("unchanged");
    this.useRange = false;
    return yield* this.read(signal);
  }

  private async request(signal: AbortSignal): Promise<TraceAnswer> {
    const etag = this.etag === undefined ? {} : { etag: this.etag };
    if (!this.useRange || this.known === 0) return this.fetch({ ...etag, signal });
    try {
      return await this.fetch({ ...etag, start: this.known - Math.min(OVERLAP, this.known), signal });
    } catch (error) {
      // A host that trips over ranges is asked for the whole log from now on.
      const kind = errorKind(error);
      if (kind === "invalidRequest" || kind === "invalidResponse") {
        this.useRange = false;
        return this.fetch({ ...etag, signal });
      }
      throw error;
    }
  }

  private async *consume(answer: TraceAnswer, start: number): AsyncGenerator<Uint8Array, ReadResult> {
    const seen = new KnownPart(this.known - start, start === 0);
    let grown = false;
    for await (const chunk of answer.body) {
      const fresh = chunk.subarray(seen.take(chunk));
      if (seen.complete && !seen.equals(this.hash, this.tail)) return this.reset();
      if (fresh.length === 0) continue;
      grown = true;
      // Whatever breaks from here on, the validator no longer stands for what is known.
      this.etag = undefined;
      this.add(fresh);
      yield fresh;
    }
    if (!seen.complete) return this.short();
    this.etag = answer.etag;
    return this.calm(grown ? "grown" : "unchanged");
  }

  private short(): ReadResult {
    if (this.wasShort) return this.reset();
    this.wasShort = true;
    return "short";
  }

  private calm(result: ReadResult): ReadResult {
    this.wasShort = false;
    return result;
  }

  private reset(): ReadResult {
    this.known = 0;
    this.hash = createHash("sha1");
    this.tail = new Uint8Array(0);
    this.etag = undefined;
    return this.calm("reset");
  }

  private add(bytes: Uint8Array): void {
    this.hash.update(bytes);
    this.tail = lastBytes(this.tail, bytes);
    this.known += bytes.length;
  }
}

/** The part of an answer that is known already: counted and compared, never kept. */
class KnownPart {
  private left: number;
  private readonly hash: ReturnType<typeof createHash> | undefined;
  private tail: Uint8Array = new Uint8Array(0);
  private compared = false;

  constructor(length: number, whole: boolean) {
    this.left = length;
    this.hash = whole && length > 0 ? createHash("sha1") : undefined;
  }

  get complete(): boolean {
    return this.left === 0;
  }

  /** How many bytes of the chunk belong to the known part. */
  take(chunk: Uint8Array): number {
    const taken = Math.min(this.left, chunk.length);
    if (taken === 0) return 0;
    const bytes = chunk.subarray(0, taken);
    this.hash?.update(bytes);
    this.tail = lastBytes(this.tail, bytes);
    this.left -= taken;
    return taken;
  }

  /** Whether it was equal to what is known; asked again for later chunks it need not look a second time. */
  equals(hash: ReturnType<typeof createHash>, tail: Uint8Array): boolean {
    if (this.compared) return true;
    this.compared = true;
    if (this.hash) return this.hash.digest().equals(hash.copy().digest());
    const known = tail.subarray(tail.length - this.tail.length);
    return Buffer.compare(this.tail, known) === 0;
  }
}

function lastBytes(before: Uint8Array, added: Uint8Array): Uint8Array {
  if (added.length >= OVERLAP) return added.slice(-OVERLAP);
  const joined = new Uint8Array(before.length + added.length);
  joined.set(before);
  joined.set(added, before.length);
  return joined.slice(-OVERLAP);
}
