import { crc32 } from "node:zlib";
import { TRACE_PART_LIMIT } from "../../../api/resources/trace.ts";
import { errorKind } from "../../../core/logText/errorKind.ts";
import { KnownPart, lastBytes, OVERLAP } from "./knownPart.ts";

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
 * Requests at most TRACE_PART_LIMIT bytes by offset; undefined for hosts that are known to ignore the offset. Others may
 * respond with the whole log (200), which is detected by the known bytes.
 */
export type FetchTracePart = (request: {
  start: number;
  known: { head: Uint8Array; overlap: Uint8Array };
  etag?: string;
  signal: AbortSignal;
}) => Promise<TraceResponse | undefined>;

/**
 * Result of a read: no new bytes; more bytes; a response shorter than the known part, which the next read must explain;
 * or a different log, which the next read starts from the beginning.
 */
export type ReadResult = "unchanged" | "grown" | "short" | "reset";

/** Whole logs up to this many bytes are read again rather than closed early, which costs the connection. */
const SMALL = 64 * 1024;

/**
 * Most bytes yielded at once: whoever has enough stops there. Chunks of a body may be of any size, as all that came while
 * the connection was paused comes as one.
 */
const SLICE = 64 * 1024;

/** How a request says where to start. */
type Way = "part" | "range" | "whole";

/**
 * Reads a growing log, each byte once. Keeps only the length, a running checksum, and the first and last 64 bytes of the
 * known part. If the host sends parts, by offset or range, the request begins 64 bytes before the end of the known part,
 * and these must match; if it returns the whole log, the known part is skipped while streaming and its checksum must match.
 * This detects erased and rewritten logs. A response shorter than the known part counts as erased only if the next one
 * is short as well: hosts move finished logs to other storage, and may return short responses for a moment.
 */
export class TraceReader {
  private readonly fetch: FetchTrace;
  private readonly fetchPart: FetchTracePart | undefined;
  private known = 0;
  /** Where the checksum begins: behind what was left out. */
  private hashed = 0;
  /** The checksum of what was read. */
  private sum = 0;
  private head: Uint8Array = new Uint8Array(0);
  private tail: Uint8Array = new Uint8Array(0);
  /** The last validator, and where its response began: that of a part says nothing about another one. */
  private validator: { readonly etag: string; readonly start: number } | undefined;
  private parts: "untried" | "honoured" | "missing";
  private ranges: "untried" | "honoured" | "ignored" | "refused" = "untried";
  private wasShort = false;
  private isSealed = false;
  private isRepeated = false;
  private isComparable = true;
  /** Whether the bytes up to the next line break are dropped, since their line's start was left out. */
  private inCutLine = false;

  constructor(fetch: FetchTrace, fetchPart?: FetchTracePart) {
    this.fetch = fetch;
    this.fetchPart = fetchPart;
    this.parts = fetchPart ? "untried" : "missing";
  }

  /**
   * Returns whether the last response had a strong validator, which hosts send for logs in their final storage; growing
   * logs have a weak one. Support of ranges is no such sign: some hosts support them for growing logs as well.
   */
  get sealed(): boolean {
    return this.isSealed;
  }

  /** Returns the number of bytes read or left out so far. */
  get length(): number {
    return this.known;
  }

  /** Returns whether the last read had to download the known part again, and the next one has no other way. */
  get repeats(): boolean {
    return this.isRepeated && this.parts === "missing" && this.ranges !== "untried";
  }

  /** Returns whether an unchanged log costs no download: the last response had a validator or a length. */
  get comparable(): boolean {
    return this.isComparable;
  }

  /**
   * Sends a request and yields new bytes. Bytes yielded before a connection error count as known, so the next read
   * continues behind them.
   * @param ended whether the job is over: its log may be in its final storage, where ranges show that
   * @throws what the request or its body throws
   */
  async *read(signal: AbortSignal, ended = false): AsyncGenerator<Uint8Array, ReadResult> {
    this.isSealed = false;
    this.isRepeated = false;
    let grown = false;
    for (;;) {
      const { answer, way } = await this.request(signal, ended);
      const before = this.known;
      const result = yield* this.accept(answer, way, signal);
      grown ||= result === "grown";
      const more = way === "part" && result === "grown" && this.known - before >= TRACE_PART_LIMIT - OVERLAP;
      if (!more) return result === "unchanged" && grown ? "grown" : result;
    }
  }

  /**
   * Leaves out what lies between the known part and the end of the log, which the next read starts with, at the start of
   * a line. Costs a response's headers, or the whole log if the host does not send its length.
   * @param end bytes to keep at the end
   * @returns the number of bytes left out; 0 if the rest is not longer
   * @throws what the request throws
   */
  async skip(end: number, signal: AbortSignal): Promise<number> {
    const ranged = this.known > 0 ? await this.byRange({ start: this.known, signal }) : undefined;
    const answer = ranged ?? (await this.fetch({ signal }));
    let total = answer.total;
    try {
      if (ranged) this.ranges = answer.status === 200 ? "ignored" : "honoured";
      if (total === undefined && answer.status === 200) {
        total = 0;
        for await (const chunk of answer.body) total += chunk.length;
      }
    } finally {
      await answer.close();
    }
    const start = (total ?? 0) - end;
    const left = start - this.known;
    if (left <= 0) return 0;
    this.known = this.hashed = start;
    this.sum = 0;
    this.tail = new Uint8Array(0);
    this.validator = undefined;
    this.inCutLine = true;
    return left;
  }

  private async *accept(answer: TraceResponse, way: Way, signal: AbortSignal): AsyncGenerator<Uint8Array, ReadResult> {
    // A 304 response may omit the validator it confirms.
    const etag = answer.etag ?? (answer.status === 304 ? this.validator?.etag : undefined);
    this.isSealed = etag !== undefined && !etag.startsWith("W/");
    this.isComparable = etag !== undefined || answer.total !== undefined;
    const start = answer.status === 206 ? answer.start : 0;
    if (way === "range" && this.known > 0 && answer.status !== 304)
      this.ranges = answer.status === 200 ? "ignored" : "honoured";
    // Refused without a length, or a different range: the whole log must be requested.
    const unclear = answer.status === 416 ? answer.total === undefined : !(start >= 0 && start <= this.known);
    try {
      if (answer.status === 304) return this.settled("unchanged");
      if (!unclear && answer.status === 416)
        return (answer.total ?? 0) < this.known ? this.short() : this.settled("unchanged");
      if (answer.status === 200 && this.known > SMALL && answer.total !== undefined && answer.total <= this.known) {
        if (answer.total < this.known) return this.short();
        this.keepValidator(answer.etag, 0);
        return this.settled("unchanged");
      }
      if (!unclear) return yield* this.consume(answer, start, way);
    } finally {
      await answer.close();
    }
    // The whole log was requested already: wait for the next poll.
    if (way === "whole") return this.settled("unchanged");
    if (way === "part") this.parts = "missing";
    else this.ranges = "refused";
    return yield* this.accept(await this.fetch({ ...this.condition(0), signal }), "whole", signal);
  }

  private async request(signal: AbortSignal, ended: boolean): Promise<{ answer: TraceResponse; way: Way }> {
    if (this.known === 0) return { answer: await this.fetch({ ...this.condition(0), signal }), way: "whole" };
    const rest = { ...this.condition(0), start: this.known - this.tail.length, signal };
    // Parts by offset do not show that the log is in its final storage.
    if (ended && this.parts === "honoured" && this.ranges === "untried") {
      const answer = await this.byRange(rest);
      if (answer && (answer.status !== 200 || answer.total === this.known)) return { answer, way: "range" };
      if (answer) this.ranges = "ignored";
      await answer?.close();
    }
    if (this.ranges !== "honoured") {
      const answer = await this.byPart(signal);
      if (answer) return { answer, way: "part" };
    }
    const answer = await this.byRange(rest);
    if (answer) return { answer, way: "range" };
    return { answer: await this.fetch({ ...this.condition(0), signal }), way: "whole" };
  }

  /** Requests what follows the known part by offset; undefined where that is not possible. */
  private async byPart(signal: AbortSignal): Promise<TraceResponse | undefined> {
    const { tail, head } = this;
    // Repetitive bytes would not show whether the offset is honoured.
    if (this.parts === "missing" || this.known <= OVERLAP || Buffer.compare(tail, head) === 0) return undefined;
    const start = this.known - tail.length;
    try {
      const known = { head, overlap: tail };
      const answer = await this.fetchPart?.({ start, known, ...this.condition(start), signal });
      if (!answer || answer.status === 200) this.parts = "missing";
      else if (answer.status === 206) this.parts = "honoured";
      return answer;
    } catch (error) {
      if (!isRefusal(error)) throw error;
      this.parts = "missing";
      return undefined;
    }
  }

  /** Requests a log by range; undefined for hosts that fail on ranges. */
  private async byRange(request: Parameters<FetchTrace>[0]): Promise<TraceResponse | undefined> {
    if (this.ranges === "refused") return undefined;
    try {
      return await this.fetch(request);
    } catch (error) {
      if (!isRefusal(error)) throw error;
      this.ranges = "refused";
      return undefined;
    }
  }

  private condition(start: number): { etag?: string } {
    return this.validator?.start === start ? { etag: this.validator.etag } : {};
  }

  private keepValidator(etag: string | undefined, start: number): void {
    this.validator = etag === undefined ? undefined : { etag, start };
  }

  private async *consume(answer: TraceResponse, start: number, way: Way): AsyncGenerator<Uint8Array, ReadResult> {
    const fromStart = start === 0 || start < this.hashed;
    const seen = new KnownPart(this.known - start, fromStart ? { from: this.hashed - start } : undefined);
    this.isRepeated = answer.status === 200 && this.known > 0;
    let grown = false;
    for await (const chunk of answer.body) {
      const fresh = chunk.subarray(seen.consume(chunk));
      if (seen.complete && !seen.equals(this.sum, this.tail)) return this.reset();
      if (fresh.length === 0) continue;
      grown = true;
      // The old validator is invalid if the connection breaks from here on.
      this.validator = undefined;
      for (let at = 0; at < fresh.length; at += SLICE) {
        const slice = fresh.subarray(at, at + SLICE);
        this.add(slice);
        const lines = this.afterCut(slice);
        if (lines.length > 0) yield lines;
      }
    }
    if (!seen.complete) return this.short();
    this.keepValidator(answer.etag, way === "part" ? start : 0);
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
    this.known = this.hashed = 0;
    this.sum = 0;
    this.head = this.tail = new Uint8Array(0);
    this.validator = undefined;
    this.inCutLine = false;
    return this.settled("reset");
  }

  private add(bytes: Uint8Array): void {
    this.sum = crc32(bytes, this.sum);
    if (this.hashed === 0 && this.head.length < OVERLAP)
      this.head = Buffer.concat([this.head, bytes.subarray(0, OVERLAP - this.head.length)]);
    this.tail = lastBytes(this.tail, bytes);
    this.known += bytes.length;
  }

  /** Returns the bytes from the first whole line on. */
  private afterCut(bytes: Uint8Array): Uint8Array {
    if (!this.inCutLine) return bytes;
    const end = bytes.indexOf(10);
    this.inCutLine = end < 0;
    return end < 0 ? new Uint8Array(0) : bytes.subarray(end + 1);
  }
}

/** Returns whether a host fails on a way to request a part. */
function isRefusal(error: unknown): boolean {
  const kind = errorKind(error);
  return kind === "invalidRequest" || kind === "invalidResponse";
}
