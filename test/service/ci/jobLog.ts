const green = "\x1b[32;1m";
const cyan = "\x1b[0K\x1b[36;1m";
const yellow = "\x1b[0;33m";
const red = "\x1b[31;1m";
const reset = "\x1b[0;m";

/** Writes a job's log the way runners write it: colours, section markers. */
export class JobLog {
  readonly #write: (bytes: Buffer) => void;
  readonly #now: () => number;

  /** `now` in milliseconds since the epoch. */
  constructor(write: (bytes: Buffer) => void, now: () => number) {
    this.#write = write;
    this.#now = now;
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

  #marker(kind: "start" | "end", name: string): void {
    this.#raw(`section_${kind}:${Math.floor(this.#now() / 1000)}:${name}\r\x1b[0K`);
  }

  #raw(text: string): void {
    this.#write(Buffer.from(text));
  }
}
