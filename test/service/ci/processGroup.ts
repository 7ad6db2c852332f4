import { spawn } from "node:child_process";
import { constants } from "node:os";

export interface GroupOptions {
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
  readonly output: (chunk: Buffer) => void;
  /** Milliseconds between SIGTERM and SIGKILL, and those that output may follow the end of the first process. */
  readonly grace: number;
}

/** A command with everything it starts, in a process group (and session) of its own, so that it ends as a whole. */
export class ProcessGroup {
  /** Exit code of the command, 128 + n when signal n ended it. By then the whole group is killed. Rejects when it cannot be started. */
  readonly done: Promise<number>;
  readonly #pid: number | undefined;
  readonly #grace: number;
  #ended = false;
  #killer: NodeJS.Timeout | undefined;

  constructor(command: string, args: readonly string[], options: GroupOptions) {
    this.#grace = options.grace;
    const child = spawn(command, args, {
      cwd: options.cwd,
      env: { ...options.env },
      stdio: ["ignore", "pipe", "ignore"],
      detached: true,
    });
    this.#pid = child.pid;
    child.stdout.on("data", options.output);
    const closed = new Promise<void>((resolve) => child.once("close", () => resolve()));
    this.done = new Promise<number>((resolve, reject) => {
      child.once("error", reject);
      child.once("exit", (code, signal) => {
        const end = () => {
          clearTimeout(linger);
          this.#kill("SIGKILL");
          this.#ended = true;
          clearTimeout(this.#killer);
          child.stdout.destroy();
          resolve(code ?? 128 + (signal === null ? 0 : constants.signals[signal]));
        };
        // A process left in the background may hold the output open for ever.
        const linger = setTimeout(end, this.#grace);
        void closed.then(end);
      });
    });
  }

  /** Asks the group to end, and forces it after the grace time. Harmless when it has ended. */
  stop(): void {
    if (this.#ended || this.#killer !== undefined) return;
    this.#kill("SIGTERM");
    this.#killer = setTimeout(() => this.#kill("SIGKILL"), this.#grace);
  }

  #kill(signal: NodeJS.Signals): void {
    if (this.#pid === undefined || this.#ended) return;
    try {
      process.kill(-this.#pid, signal);
    } catch (error) {
      // Nobody is left in the group.
      if ((error as NodeJS.ErrnoException).code !== "ESRCH") throw error;
    }
  }
}
