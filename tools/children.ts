/** Child processes that never outlive us: each leads a process group of its own, which is ended by its id. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { setTimeout } from "node:timers/promises";
import { startPatience } from "./patience.ts";

export interface Child extends AsyncDisposable {
  /** ID of the process and of its group. */
  readonly pid: number;
  /** The end of its output, of both streams. */
  output(): string;
  /** Resolves with the exit code, or the signal's name. */
  readonly exited: Promise<number | string>;
  /** Resolves with the match once its output matches. @throws Error if it exits before, or after `milliseconds` */
  waitForOutput(pattern: RegExp, milliseconds: number): Promise<RegExpExecArray>;
  /** Sends SIGINT to the whole group, as a terminal's Ctrl-C does. */
  interrupt(): void;
  /** Returns one line per process of its group: IDs, state, wait channel, age in seconds, command. Helps to find out why it hangs. */
  processes(): Promise<string>;
  /** Ends the whole group with SIGTERM, then SIGKILL. */
  [Symbol.asyncDispose](): Promise<void>;
}

export interface ChildOptions {
  readonly cwd?: string;
  readonly env?: NodeJS.ProcessEnv;
  /** ms between SIGTERM and SIGKILL. Default: 5,000. */
  readonly patience?: number;
}

const kept = 200_000;

/** Returns the environment without the variables of an editor that this process may have been started from. */
export function cleanEnvironment(): NodeJS.ProcessEnv {
  return Object.fromEntries(
    Object.entries(process.env).filter(
      ([name]) => !/^(VSCODE_|ELECTRON_|CODE_SERVER|npm_|NODE_OPTIONS$|PORT$|PASSWORD$)/.test(name),
    ),
  );
}

/** Starts a program. @throws Error if it cannot be started */
export async function startChild(command: string, args: readonly string[], options: ChildOptions = {}): Promise<Child> {
  const child = spawn(command, args, {
    cwd: options.cwd,
    env: options.env,
    stdio: ["ignore", "pipe", "pipe"],
    detached: true,
  });
  let text = "";
  const keep = (chunk: Buffer): void => {
    text = (text + chunk.toString()).slice(-kept);
  };
  child.stdout.on("data", keep);
  child.stderr.on("data", keep);
  const exited = new Promise<number | string>((resolve) =>
    child.once("close", (code, signal) => resolve(code ?? signal ?? "unknown")),
  );
  await once(child, "spawn");

  const end = (signal: NodeJS.Signals): void => {
    try {
      process.kill(-child.pid!, signal);
    } catch {
      // The group has ended.
    }
  };
  return {
    pid: child.pid!,
    output: () => text,
    exited,
    interrupt: () => end("SIGINT"),
    processes: async () => {
      const all = await runChild("ps", ["-eo", "pgid=,pid=,ppid=,stat=,wchan:24=,etimes=,args="]);
      return all
        .split("\n")
        .filter((line) => Number.parseInt(line, 10) === child.pid)
        .join("\n");
    },
    waitForOutput: (pattern, milliseconds) =>
      new Promise((resolve, reject) => {
        const timer = globalThis.setTimeout(
          () =>
            settle(new Error(`${command} did not say ${String(pattern)} within ${milliseconds} ms. It said:\n${text}`)),
          milliseconds,
        );
        const settle = (outcome: RegExpExecArray | Error): void => {
          clearTimeout(timer);
          child.stdout.off("data", look);
          child.stderr.off("data", look);
          if (outcome instanceof Error) reject(outcome);
          else resolve(outcome);
        };
        const look = (): void => {
          const match = pattern.exec(text);
          if (match !== null) settle(match);
        };
        child.stdout.on("data", look);
        child.stderr.on("data", look);
        void exited.then((code) =>
          settle(new Error(`${command} ended with ${code} before it said ${String(pattern)}. It said:\n${text}`)),
        );
        look();
      }),
    async [Symbol.asyncDispose]() {
      end("SIGTERM");
      const waiting = new AbortController();
      void exited.then(() => waiting.abort());
      await Promise.race([
        exited,
        setTimeout(options.patience ?? 5_000, undefined, { signal: waiting.signal }).catch(() => undefined),
      ]);
      end("SIGKILL");
      await exited;
    },
  };
}

/** Runs a program and returns its output. @throws Error with its output unless it exits with 0 */
export async function runChild(
  command: string,
  args: readonly string[],
  options: ChildOptions & { readonly milliseconds?: number } = {},
): Promise<string> {
  await using child = await startChild(command, args, options);
  const limit = new AbortController();
  const code = await Promise.race([
    child.exited,
    setTimeout(options.milliseconds ?? startPatience, "time-out" as const, { signal: limit.signal }),
  ]);
  limit.abort();
  if (code !== 0) throw new Error(`${command} ${args.join(" ")} ended with ${code}:\n${child.output()}`);
  return child.output();
}
