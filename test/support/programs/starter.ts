/**
 * Starts programs for a process that holds much memory: the more of that, the longer it takes to start one, and nothing else runs meanwhile.
 * A `Starter` (startElsewhere.ts) starts this file, and ends it by letting go of it.
 */
import { type ChildProcess, spawn } from "node:child_process";

/** What is to be done with a program, by a number of its own. */
export type Order =
  | {
      readonly id: number;
      readonly do: "start";
      readonly program: string;
      readonly args: readonly string[];
      readonly cwd: string | undefined;
      readonly env: NodeJS.ProcessEnv;
      /** Whether it leads a group of processes, which is killed with it. */
      readonly detached: boolean;
    }
  | { readonly id: number; readonly do: "write"; readonly chunk: Uint8Array }
  | { readonly id: number; readonly do: "end" }
  | { readonly id: number; readonly do: "kill"; readonly signal: NodeJS.Signals };

/** What a program does. */
export type News =
  | { readonly id: number; readonly is: "started"; readonly pid: number }
  | { readonly id: number; readonly is: "printed"; readonly stream: "stdout" | "stderr"; readonly chunk: Uint8Array }
  | { readonly id: number; readonly is: "failed"; readonly error: Readonly<Record<string, unknown>> }
  | {
      readonly id: number;
      readonly is: "closed";
      readonly code: number | null;
      readonly signal: NodeJS.Signals | null;
    };

const running = new Map<number, { readonly child: ChildProcess; readonly kill: (signal: NodeJS.Signals) => void }>();
// Whoever ordered it may be gone in this moment.
const tell = (news: News): void => void process.send?.(news, () => undefined);

function start({ id, program, args, cwd, env, detached }: Order & { readonly do: "start" }): void {
  const child = spawn(program, args, { cwd, env, stdio: "pipe", detached });
  const kill = (signal: NodeJS.Signals): void => {
    try {
      if (child.pid !== undefined) process.kill(detached ? -child.pid : child.pid, signal);
    } catch {
      // It has ended.
    }
  };
  running.set(id, { child, kill });
  child.once("spawn", () => tell({ id, is: "started", pid: child.pid! }));
  for (const stream of ["stdout", "stderr"] as const)
    child[stream].on("data", (chunk: Buffer) => tell({ id, is: "printed", stream, chunk }));
  // A program may end without reading its input; its exit code tells what happened.
  child.stdin.on("error", () => undefined);
  child.once("error", ({ message, code, errno, syscall, path }: NodeJS.ErrnoException) =>
    tell({ id, is: "failed", error: { message, code, errno, syscall, path } }),
  );
  child.once("close", (code, signal) => {
    running.delete(id);
    tell({ id, is: "closed", code, signal });
  });
}

process.on("message", (order: Order) => {
  const one = running.get(order.id);
  if (order.do === "start") start(order);
  else if (order.do === "write") one?.child.stdin?.write(order.chunk);
  else if (order.do === "end") one?.child.stdin?.end();
  else one?.kill(order.signal);
});
// Ctrl-C reaches every process of a terminal: whoever started this one says when it is time to go.
process.on("SIGINT", () => undefined);
process.on("disconnect", () => {
  for (const { kill } of running.values()) kill("SIGKILL");
  process.exit();
});
