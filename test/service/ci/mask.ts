const shown = Buffer.from("[MASKED]");

/** Replaces secrets in a stream of bytes, also those that arrive in pieces: what may be the beginning of one is held back. */
export class Mask {
  readonly #write: (bytes: Buffer) => void;
  readonly #secrets: readonly Buffer[];
  #held: Buffer = Buffer.alloc(0);

  constructor(write: (bytes: Buffer) => void, secrets: readonly string[]) {
    this.#write = write;
    this.#secrets = secrets
      .filter((secret) => secret !== "")
      .map((secret) => Buffer.from(secret))
      .sort((a, b) => b.length - a.length);
  }

  write(chunk: Buffer): void {
    if (this.#secrets.length === 0) {
      this.#write(chunk);
      return;
    }
    let rest: Buffer = Buffer.concat([this.#held, chunk]);
    this.#held = Buffer.alloc(0);
    const out: Buffer[] = [];
    for (let at = 0; at < rest.length;) {
      const left = rest.subarray(at);
      const secret = this.#secrets.find((candidate) => left.subarray(0, candidate.length).equals(candidate));
      const begun = this.#secrets.some(
        (candidate) => left.length < candidate.length && candidate.subarray(0, left.length).equals(left),
      );
      if (begun) {
        // A longer secret may still follow.
        this.#held = left;
        rest = rest.subarray(0, at);
      } else if (secret !== undefined) {
        out.push(rest.subarray(0, at), shown);
        rest = left.subarray(secret.length);
        at = 0;
      } else {
        at = this.#nextStart(rest, at + 1);
      }
    }
    out.push(rest);
    const bytes = Buffer.concat(out);
    if (bytes.length > 0) this.#write(bytes);
  }

  /** Writes what was held back. */
  end(): void {
    const held = this.#held;
    this.#held = Buffer.alloc(0);
    // No longer secret can follow, but a shorter one may be inside.
    let text = held;
    for (const secret of this.#secrets) {
      const at = text.indexOf(secret);
      if (at >= 0) text = Buffer.concat([text.subarray(0, at), shown, text.subarray(at + secret.length)]);
    }
    if (text.length > 0) this.#write(text);
  }

  #nextStart(bytes: Buffer, from: number): number {
    const starts = this.#secrets.map((secret) => bytes.indexOf(secret.subarray(0, 1), from)).filter((at) => at >= 0);
    return starts.length === 0 ? bytes.length : Math.min(...starts);
  }
}
