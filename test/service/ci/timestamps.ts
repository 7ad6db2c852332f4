const LINE_FEED = 0x0a;
const CARRIAGE_RETURN = 0x0d;
/** What an unfinished line may grow to before it goes out in part. */
const bufferSize = 8 * 1024;

/** Who wrote a line: the runner itself (`00`) or the script (`01`), standard output or error. */
export type StreamTag = "00O" | "01O" | "01E";

/**
 * Puts `2026-09-25T07:33:00.992977Z 01O ` before every line of one stream, as runners from 18.7 on do: the time is that
 * of the line's first byte. A write without a line end that has a carriage return goes out up to the last one, so that
 * progress shows live; what follows then stands on a line of its own marked `+`, which joins it to the previous one.
 */
export class LineStamper {
  readonly #write: (bytes: Buffer) => void;
  readonly #tag: StreamTag;
  readonly #now: () => number;
  #pending: Buffer[] = [];
  #pendingSize = 0;
  #joins = false;

  /** `now` in milliseconds since the epoch, fractions kept to the microsecond. */
  constructor(write: (bytes: Buffer) => void, tag: StreamTag, now: () => number) {
    this.#write = write;
    this.#tag = tag;
    this.#now = now;
  }

  write(chunk: Buffer): void {
    let rest = chunk;
    for (let end = rest.indexOf(LINE_FEED); end >= 0; end = rest.indexOf(LINE_FEED)) {
      this.#hold(rest.subarray(0, end + 1));
      this.#flush(false);
      rest = rest.subarray(end + 1);
    }
    const shown = rest.lastIndexOf(CARRIAGE_RETURN);
    if (shown >= 0) {
      this.#hold(rest.subarray(0, shown + 1));
      this.#flush(true);
      rest = rest.subarray(shown + 1);
    }
    if (rest.length === 0) return;
    this.#hold(rest);
    if (this.#pendingSize > bufferSize) this.#flush(true);
  }

  /** Writes what is left of an unfinished line, with a line end. */
  end(): void {
    if (this.#pending.length > 0) this.#flush(true);
    this.#joins = false;
  }

  #hold(bytes: Buffer): void {
    if (this.#pending.length === 0) this.#pending.push(this.#prefix());
    this.#pending.push(bytes);
    this.#pendingSize += bytes.length;
  }

  #flush(partly: boolean): void {
    if (partly) this.#pending.push(Buffer.from("\n"));
    this.#write(Buffer.concat(this.#pending));
    this.#pending = [];
    this.#pendingSize = 0;
    this.#joins = partly;
  }

  #prefix(): Buffer {
    const now = this.#now();
    const whole = Math.floor(now);
    const micros = String(Math.floor((now - whole) * 1000)).padStart(3, "0");
    return Buffer.from(
      `${new Date(whole).toISOString().slice(0, -1)}${micros}Z ${this.#tag}${this.#joins ? "+" : " "}`,
    );
  }
}
