/**
 * Runs git for a service, in a process that stays small: to start a program takes the longer the more memory the process holds that
 * starts it. A `GitStarter` starts this file, and ends it by letting go of it.
 */
import { type ChildProcess, spawn } from "node:child_process";

/** What is to be run. */
export interface GitOrder {
  readonly id: number;
  readonly args: readonly string[];
  readonly cwd: string | undefined;
  readonly env: NodeJS.ProcessEnv;
  readonly input: string | Uint8Array | undefined;
}

/** What came of it; `error` when git could not be started. */
export interface GitOutcome {
  readonly id: number;
  /** Null when a signal ended it. */
  readonly code: number | null;
  readonly out: Uint8Array;
  readonly err: Uint8Array;
  readonly error?: string;
}

const running = new Set<ChildProcess>();

process.on("message", ({ id, args, cwd, env, input }: GitOrder) => {
  const child = spawn("git", args, { cwd, env, stdio: "pipe", detached: true });
  running.add(child);
  const out: Buffer[] = [];
  const err: Buffer[] = [];
  const ended = (code: number | null, error?: Error): void => {
    running.delete(child);
    const outcome: GitOutcome = {
      id,
      code,
      out: Buffer.concat(out),
      err: Buffer.concat(err),
      ...(error && { error: error.message }),
    };
    // Whoever ordered it may be gone in this moment.
    process.send?.(outcome, () => undefined);
  };
  child.stdout.on("data", (chunk: Buffer) => out.push(chunk));
  child.stderr.on("data", (chunk: Buffer) => err.push(chunk));
  // A command may end without reading its input; its exit code tells what happened.
  child.stdin.on("error", () => undefined);
  child.stdin.end(input);
  child.once("error", (error) => ended(null, error));
  child.once("close", (code) => ended(code));
});
// Ctrl-C reaches every process of a terminal: the service says when it is time to go.
process.on("SIGINT", () => undefined);
process.on("disconnect", () => {
  for (const { pid } of running) if (pid !== undefined) process.kill(-pid, "SIGKILL");
  process.exit();
});
