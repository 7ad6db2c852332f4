import { createHash, type Hash } from "node:crypto";
import { appendFileSync, mkdirSync, rmSync } from "node:fs";
import { dirname } from "node:path";

/** What a host makes of requests for a part of a log. */
export interface TraceParts {
  /** Logs on which Range is honoured: of finished jobs, as on real hosts, of all, or of none. */
  ranges: "all" | "finished" | "none";
  /** Whether `byte_offset` and `byte_limit` are honoured; hosts that do not know them ignore them. */
  offsets: boolean;
}

/** A job's log: a file on disk that grows, with its size and MD5 at hand, so that an ETag costs nothing. */
export class TraceFile {
  readonly path: string;
  #size = 0;
  readonly #hash: Hash = createHash("md5");
  #made = false;

  constructor(path: string) {
    this.path = path;
  }

  /** Bytes. */
  get size(): number {
    return this.#size;
  }

  /** MD5 of the whole log in hex: the strong ETag that hosts give a finished log (one measurement on a real host). */
  get digest(): string {
    return this.#hash.copy().digest("hex");
  }

  append(bytes: Buffer): void {
    if (!this.#made) {
      mkdirSync(dirname(this.path), { recursive: true });
      this.#made = true;
    }
    appendFileSync(this.path, bytes);
    this.#hash.update(bytes);
    this.#size += bytes.length;
  }

  remove(): void {
    if (this.#made) rmSync(this.path, { force: true });
    this.#made = false;
  }
}
