import { ChildProcess, spawn, type ChildProcessWithoutNullStreams } from "node:child_process";
import { devNull } from "node:os";
import type { StartedElsewhere, Starter } from "../../support/programs/startElsewhere.ts";

/**
 * The environment git runs in: the machine's and the user's configuration, hooks and prompts are shut out, so that
 * the service behaves the same everywhere, also when it is itself started from a git hook.
 */
export function gitEnvironment(): NodeJS.ProcessEnv {
  const inherited = Object.entries(process.env).filter(([name]) => !name.startsWith("GIT_"));
  return {
    ...Object.fromEntries(inherited),
    GIT_CONFIG_GLOBAL: devNull,
    GIT_CONFIG_NOSYSTEM: "1",
    GIT_TERMINAL_PROMPT: "0",
    GIT_LITERAL_PATHSPECS: "1",
    LC_ALL: "C",
  };
}

/** A git command that ended with another code than 0. */
export class GitFailed extends Error {
  override readonly name = "GitFailed";
  readonly stderr: string;
  readonly code: number | null;
  constructor(args: readonly string[], code: number | null, stderr: string) {
    super(`git ${args.join(" ")} ended with ${code === null ? "a signal" : `code ${code}`}: ${stderr.trim()}`);
    this.code = code;
    this.stderr = stderr;
  }
}

export interface GitOptions {
  /** `--git-dir`. */
  readonly dir?: string;
  readonly cwd?: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly input?: string | Buffer;
}

/** Starts git and keeps hold of every process it started, so that `close` leaves none behind. */
export class GitProcesses {
  readonly #running = new Set<ChildProcess | StartedElsewhere>();
  readonly #starter: Starter | undefined;
  #closed = false;

  /** @param starter starts what runs to its end, for a service that lives long, and grows; its owner closes it */
  constructor(starter?: Starter) {
    this.#starter = starter;
  }

  /** Runs to the end and returns standard output. Throws GitFailed. */
  async run(args: readonly string[], options: GitOptions = {}): Promise<Buffer> {
    const child = this.#started(args, options, this.#starter);
    const out: Buffer[] = [];
    const err: Buffer[] = [];
    child.stdout.on("data", (chunk: Buffer) => out.push(chunk));
    child.stderr.on("data", (chunk: Buffer) => err.push(chunk));
    // A command may end without reading its input; its exit code tells what happened.
    child.stdin.on("error", () => undefined);
    child.stdin.end(options.input);
    const code = await new Promise<number | null>((resolve, reject) => {
      child.once("error", reject);
      child.once("close", resolve);
    });
    if (code !== 0) throw new GitFailed(args, code, Buffer.concat(err).toString());
    return Buffer.concat(out);
  }

  /** Like `run`, as text without the last line end. */
  async text(args: readonly string[], options: GitOptions = {}): Promise<string> {
    return (await this.run(args, options)).toString().replace(/\n$/, "");
  }

  /** Starts git in a process group of its own, with all three streams as pipes. */
  start(args: readonly string[], options: GitOptions = {}): ChildProcessWithoutNullStreams {
    return this.#started(args, options);
  }

  /** Kills a process together with those it started. */
  kill(child: ChildProcess): void {
    if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
    try {
      process.kill(-child.pid, "SIGKILL");
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "ESRCH") throw error;
    }
  }

  /** Kills what runs and waits until it is gone; nothing can be started afterwards. */
  async close(): Promise<void> {
    this.#closed = true;
    const ended = [...this.#running].map((child) => new Promise((resolve) => child.once("close", resolve)));
    for (const child of this.#running)
      if (child instanceof ChildProcess) this.kill(child);
      else child.kill("SIGKILL");
    await Promise.allSettled(ended);
  }

  #started(args: readonly string[], options: GitOptions): ChildProcessWithoutNullStreams;
  #started(
    args: readonly string[],
    options: GitOptions,
    starter: Starter | undefined,
  ): ChildProcessWithoutNullStreams | StartedElsewhere;
  #started(
    args: readonly string[],
    { dir, cwd, env }: GitOptions,
    starter?: Starter,
  ): ChildProcessWithoutNullStreams | StartedElsewhere {
    if (this.#closed) throw new Error("The repositories are closed");
    const words = dir === undefined ? args : ["--git-dir", dir, ...args];
    const how = { cwd, env: { ...gitEnvironment(), ...env }, detached: true };
    const child = starter?.start("git", words, how) ?? spawn("git", words, { ...how, stdio: "pipe" });
    this.#running.add(child);
    const forget = () => this.#running.delete(child);
    child.once("close", forget);
    child.once("error", forget);
    return child;
  }
}
