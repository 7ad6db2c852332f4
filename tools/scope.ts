/** Resources that a program of ours must release, whether it exits by itself, by an error or by Ctrl-C. */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** A stack of things to end, newest first. */
export class Scope implements AsyncDisposable {
  readonly #stack = new AsyncDisposableStack();
  #ending: Promise<void> | undefined;

  /** Whether the end has begun. */
  get ending(): boolean {
    return this.#ending !== undefined;
  }

  /** Ends `resource` with this scope; at once when the scope is ending already. */
  async use<T extends AsyncDisposable>(resource: T | Promise<T>): Promise<T> {
    const made = await resource;
    if (this.#ending !== undefined) {
      await made[Symbol.asyncDispose]();
      throw new Error("Stopped while starting");
    }
    return this.#stack.use(made);
  }

  /** Makes a temporary folder that is removed at the end. */
  async folder(prefix: string): Promise<string> {
    const path = await mkdtemp(join(tmpdir(), prefix));
    await this.use({
      [Symbol.asyncDispose]: () => rm(path, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 }),
    });
    return path;
  }

  /** Ctrl-C and the ending of the terminal end everything first. */
  endOnSignals(): void {
    for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) {
      // Not once: a terminal's Ctrl-C arrives twice, from the terminal and from npm or demo.mjs, and must not cut the end short.
      process.on(signal, () => {
        void this[Symbol.asyncDispose]().finally(() => process.exit(signal === "SIGINT" ? 130 : 143));
      });
    }
  }

  [Symbol.asyncDispose](): Promise<void> {
    this.#ending ??= this.#stack.disposeAsync();
    return this.#ending;
  }
}
