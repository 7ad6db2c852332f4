import { LogLimit } from "./logLimit.ts";
import { Mask } from "./mask.ts";
import { LineStamper, type StreamTag } from "./timestamps.ts";

const green = "\x1b[32;1m";
const cyan = "\x1b[0K\x1b[36;1m";
const yellow = "\x1b[0;33m";
const red = "\x1b[31;1m";
const reset = "\x1b[0;m";

export interface JobLogOptions {
  readonly timestamps: boolean;
  /** Bytes. */
  readonly limit: number;
  readonly masked: readonly string[];
  /** Milliseconds since the epoch, with fractions. */
  readonly now: () => number;
}

/** One stream of bytes into the log. */
export interface LogStream {
  write(chunk: Buffer): void;
  end(): void;
}

/** Writes a job's log the way runners write it: colours, section markers, time stamps, masked secrets, the limit. */
export class JobLog {
  readonly #options: JobLogOptions;
  readonly #limit: LogLimit;
  readonly #own: LogStream;

  constructor(write: (bytes: Buffer) => void, options: JobLogOptions) {
    this.#options = options;
    this.#limit = new LogLimit(write, options.limit);
    this.#own = this.stream("00O");
  }

  /** A stream with its own half-finished line, such as the script's standard error. */
  stream(tag: StreamTag): LogStream {
    const out = (bytes: Buffer) => this.#limit.write(bytes);
    const stamper = this.#options.timestamps ? new LineStamper(out, tag, this.#options.now) : undefined;
    const mask = new Mask(stamper === undefined ? out : (bytes) => stamper.write(bytes), this.#options.masked);
    return {
      write: (chunk) => mask.write(chunk),
      end: () => {
        mask.end();
        stamper?.end();
      },
    };
  }

  line(text: string): void {
    this.#raw(`${text}\n`);
  }

  /** A line of the runner about itself. */
  notice(text: string): void {
    this.line(`\x1b[0K${text}${reset}`);
  }

  step(text: string): void {
    this.line(`${green}${text}${reset}`);
  }

  warning(text: string): void {
    this.line(`${yellow}WARNING: ${text}${reset}`);
  }

  error(text: string): void {
    this.line(`${red}ERROR: ${text}${reset}`);
  }

  /** Writes the markers of a section around what `body` writes, also when it throws. */
  async section<T>(name: string, header: string, body: () => Promise<T> | T): Promise<T> {
    this.#marker("start", name);
    this.line(`${cyan}${header}${reset}${reset}`);
    try {
      return await body();
    } finally {
      this.#marker("end", name);
    }
  }

  /** Completes a half-finished line of the runner. */
  end(): void {
    this.#own.end();
  }

  #marker(kind: "start" | "end", name: string): void {
    this.#raw(`section_${kind}:${Math.floor(this.#options.now() / 1000)}:${name}\r\x1b[0K`);
  }

  #raw(text: string): void {
    this.#own.write(Buffer.from(text));
  }
}
