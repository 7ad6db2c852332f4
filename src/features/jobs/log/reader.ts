import { createHash } from "node:crypto";
import { errorKind } from "../../../core/logText/errorKind.ts";

/** The response to a request for a log (Part 2, Jobs), as the client returns it. */
export interface TraceResponse {
  readonly status: 200 | 206 | 304 | 416;
  readonly etag?: string | undefined;
  /** Offset of the body's first byte: 0 unless the status is 206. */
  readonly start: number;
  /** Length of the whole log in bytes, if the host sends it. */
  readonly total?: number | undefined;
  readonly body: AsyncIterable<Uint8Array>;
  close(): Promise<void>;
}

export type FetchTrace = (request: { start?: number; etag?: string; signal: AbortSignal }) => Promise<TraceResponse>;

/**
 * Result of a read: no new bytes; more bytes; a response shorter than the known part, which the next read must explain;
 * or a different log, which the next read starts from the beginning.
 */
export type ReadResult = "unchanged" | "grown" | "short" | "reset";

/** Number of known bytes that a range request repeats to check that the log is still the same. */
const OVERLAP = 64;

/**
 * Reads a growing log, each byte once. Keeps only the length, a running SHA-1 and the last 64 bytes of the known part.
 * If the host supports ranges, the request begins 64 bytes before the end of the known part, and these must match; if
 * it returns the whole log, the known part is skipped while streaming and its SHA-1 must match. This detects erased and
 * rewritten logs. A response shorter than the known part counts as erased only if the next one is short as well: hosts
 * move finished logs to other storage, and may return short responses for a moment.
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
   * Returns whether the last response had a strong validator, which hosts send for logs in their final storage; growing
   * logs have a weak one. Support of ranges is no such sign: some hosts support them for growing logs as well.
   */
  get sealed(): boolean {
    return this.isSealed;
  }

  /** Returns the number of bytes read so far. */
  get length(): number {
    return this.known;
  }

  /**
   * Sends a request and yields new bytes. Bytes yielded before a connection error count as known, so the next read
   * continues behind them.
   * @throws what the request or its body throws
   */
  async *read(signal: AbortSignal): AsyncGenerator<Uint8Array, ReadResult> {
    this.isSealed = false;
    const answer = await this.request(signal);
    // A 304 response may omit the validator it confirms.
    const etag = answer.etag ?? (answer.status === 304 ? this.etag : undefined);
    this.isSealed = etag !== undefined && !etag.startsWith("W/");
    const start = answer.status === 206 ? answer.start : 0;
    // Refused without a length, or a different range: the whole log must be requested.
    const unclear = answer.status === 416 ? answer.total === undefined : !(start >= 0 && start <= this.known);
    try {
      if (answer.status === 304) return this.settled("unchanged");
      if (!unclear && answer.status === 416)
        return (answer.total ?? 0) < this.known ? this.short() : this.settled("unchanged");
      if (!unclear) return yield* this.consume(answer, start);
    } finally {
      await answer.close();
    }
    // The whole log was requested already: wait for the next poll.
    if (!this.useRange || this.known === 0) return this.settled("unchanged");
    this.useRange = false;
    return yield* this.read(signal);
  }

  private async request(signal: AbortSignal): Promise<TraceResponse> {
    const etag = this.etag === undefined ? {} : { etag: this.etag };
    if (!this.useRange || this.known === 0) return this.fetch({ ...etag, signal });
    try {
      return await this.fetch({ ...etag, start: this.known - Math.min(OVERLAP, this.known), signal });
    } catch (error) {
      // A host that fails on ranges is asked for the whole log from now on.
      const kind = errorKind(error);
      if (kind === "invalidRequest" || kind === "invalidResponse") {
        this.useRange = false;
        return this.fetch({ ...etag, signal });
      }
      throw error;
    }
  }

  private async *consume(answer: TraceResponse, start: number): AsyncGenerator<Uint8Array, ReadResult> {
    const seen = new KnownPart(this.known - start, start === 0);
    let grown = false;
    for await (const chunk of answer.body) {
      const fresh = chunk.subarray(seen.consume(chunk));
      if (seen.complete && !seen.equals(this.hash, this.tail)) return this.reset();
      if (fresh.length === 0) continue;
      grown = true;
      // The old validator is invalid if the connection breaks from here on.
      this.etag = undefined;
      this.add(fresh);
      yield fresh;
    }
    if (!seen.complete) return this.short();
    this.etag = answer.etag;
    return this.settled(grown ? "grown" : "unchanged");
  }

  private short(): ReadResult {
    if (this.wasShort) return this.reset();
    this.wasShort = true;
    return "short";
  }

  private settled(result: ReadResult): ReadResult {
    this.wasShort = false;
    return result;
  }

  private reset(): ReadResult {
    this.known = 0;
    this.hash = createHash("sha1");
    this.tail = new Uint8Array(0);
    this.etag = undefined;
    return this.settled("reset");
  }

  private add(bytes: Uint8Array): void {
    this.hash.update(bytes);
    this.tail = lastBytes(this.tail, bytes);
    this.known += bytes.length;
  }
}

/** The already known part of a response, which is counted and compared, but not kept. */
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

  /** Returns how many bytes of the chunk belong to the known part. */
  consume(chunk: Uint8Array): number {
    const taken = Math.min(this.left, chunk.length);
    if (taken === 0) return 0;
    const bytes = chunk.subarray(0, taken);
    this.hash?.update(bytes);
    this.tail = lastBytes(this.tail, bytes);
    this.left -= taken;
    return taken;
  }

  /** Returns whether the part matched; compares only once. */
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
