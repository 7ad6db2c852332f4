import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";

/** Windows that share secrets, on however many machines. */
export interface Desktop {
  /** Folder of the secrets. */
  readonly secrets: string;
  /** ms after which a window's secret is seen by the others. */
  readonly lag: number;
  /** Whether the keychain refuses to store anything. */
  readonly readOnly?: boolean;
}

/** What a window can be asked; `id` is a session's. */
export type Request = { readonly desktop: Desktop } & (
  | { readonly call: "open"; /** The machine's storage folder. */ readonly machine: string }
  | { readonly call: "seen"; readonly id: string; readonly expiresAt?: number }
  | { readonly call: "userName"; readonly id: string }
  | { readonly call: "token"; readonly id: string; readonly stale: string }
  | { readonly call: "close" }
);

export type Answer = { readonly number: number } & ({ readonly value?: unknown } | { readonly error: string });

/** A process with one window for each desktop. */
export class WindowProcess {
  private readonly child: ChildProcess;
  private readonly waiting = new Map<number, { resolve: (value: unknown) => void; reject: (error: Error) => void }>();
  private count = 0;

  constructor() {
    this.child = fork(join(import.meta.dirname, "windowProcess.ts"), { serialization: "advanced" });
    this.child.on("message", (answer: Answer) => {
      const asker = this.waiting.get(answer.number);
      this.waiting.delete(answer.number);
      if ("error" in answer) asker?.reject(new Error(answer.error));
      else asker?.resolve(answer.value);
    });
    this.child.on("exit", () => {
      for (const { reject } of this.waiting.values()) reject(new Error("The window's process has ended"));
      this.waiting.clear();
    });
  }

  get pid(): number | undefined {
    return this.child.pid;
  }

  /** Rejects with what the window says went wrong, and when its process ends before it answers. */
  ask<T = unknown>(request: Request): Promise<T> {
    const number = this.count++;
    return new Promise<T>((resolve, reject) => {
      this.waiting.set(number, { resolve: resolve as (value: unknown) => void, reject });
      this.child.send({ number, request }, (error) => {
        if (error) reject(error);
      });
    });
  }

  /** Ends the process as a crash does, without any goodbye, and resolves when it is gone. */
  async kill(): Promise<void> {
    if (this.child.exitCode !== null || this.child.signalCode !== null) return;
    const gone = once(this.child, "exit");
    this.child.kill("SIGKILL");
    await gone;
  }
}
