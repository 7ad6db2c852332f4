import { fork, spawn, type ChildProcess, type ChildProcessWithoutNullStreams } from "node:child_process";
import { devNull } from "node:os";
import { join } from "node:path";
import type { GitOrder, GitOutcome } from "./starter.ts";

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

/** The small process that starts git for a large one: for a service that lives long, and grows. It is there from the first command on. */
export class GitStarter {
  readonly #waiting = new Map<
    number,
    { readonly resolve: (outcome: GitOutcome) => void; readonly reject: (error: Error) => void }
  >();
  #child: ChildProcess | undefined;
  #gone: Promise<unknown> = Promise.resolve();
  #last = 0;

  run(args: readonly string[], { cwd, env, input }: Pick<GitOptions, "cwd" | "env" | "input">): Promise<GitOutcome> {
    const order: GitOrder = { id: ++this.#last, args, cwd, env: { ...gitEnvironment(), ...env }, input };
    return new Promise((resolve, reject) => {
      this.#waiting.set(order.id, { resolve, reject });
      this.#child ??= this.#start();
      this.#child.send(order, (error) => {
        if (error === null) return;
        this.#waiting.delete(order.id);
        reject(error);
      });
    });
  }

  async close(): Promise<void> {
    if (this.#child?.connected === true) this.#child.disconnect();
    await this.#gone;
  }

  #start(): ChildProcess {
    const child = fork(join(import.meta.dirname, "starter.ts"), {
      serialization: "advanced",
      stdio: ["ignore", "ignore", "inherit", "ipc"],
    });
    child.on("message", (outcome: GitOutcome) => {
      this.#waiting.get(outcome.id)?.resolve(outcome);
      this.#waiting.delete(outcome.id);
    });
    this.#gone = new Promise((resolve) => child.once("exit", resolve));
    void this.#gone.then(() => {
      for (const { reject } of this.#waiting.values()) reject(new Error("The repositories are closed"));
      this.#waiting.clear();
    });
    return child;
  }
}

/** Starts git and keeps hold of every process it started, so that `close` leaves none behind. */
export class GitProcesses {
  readonly #running = new Set<ChildProcess>();
  readonly #ordered = new Set<Promise<unknown>>();
  readonly #starter: GitStarter | undefined;
  #closed = false;

  /** @param starter starts what runs to its end; its owner closes it */
  constructor(starter?: GitStarter) {
    this.#starter = starter;
  }

  /** Runs to the end and returns standard output. Throws GitFailed. */
  async run(args: readonly string[], options: GitOptions = {}): Promise<Buffer> {
    const { code, out, err } = this.#starter
      ? await this.#order(this.#starter, args, options)
      : await this.#ran(args, options);
    if (code !== 0) throw new GitFailed(args, code, err.toString());
    return out;
  }

  /** Like `run`, as text without the last line end. */
  async text(args: readonly string[], options: GitOptions = {}): Promise<string> {
    return (await this.run(args, options)).toString().replace(/\n$/, "");
  }

  /** Starts git in a process group of its own, with all three streams as pipes. */
  start(args: readonly string[], options: GitOptions = {}): ChildProcessWithoutNullStreams {
    if (this.#closed) throw new Error("The repositories are closed");
    const child = spawn("git", inDirectory(args, options), {
      cwd: options.cwd,
      env: { ...gitEnvironment(), ...options.env },
      stdio: "pipe",
      detached: true,
    });
    this.#running.add(child);
    const forget = () => this.#running.delete(child);
    child.once("close", forget);
    child.once("error", forget);
    return child;
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
    for (const child of this.#running) this.kill(child);
    await Promise.allSettled([...ended, ...this.#ordered]);
  }

  async #ran(args: readonly string[], options: GitOptions): Promise<Ended> {
    const child = this.start(args, options);
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
    return { code, out: Buffer.concat(out), err: Buffer.concat(err) };
  }

  async #order(starter: GitStarter, args: readonly string[], options: GitOptions): Promise<Ended> {
    if (this.#closed) throw new Error("The repositories are closed");
    const ordered = starter.run(inDirectory(args, options), options);
    this.#ordered.add(ordered);
    const { code, out, err, error } = await ordered.finally(() => this.#ordered.delete(ordered));
    if (error !== undefined) throw new Error(error);
    return { code, out: Buffer.from(out), err: Buffer.from(err) };
  }
}

interface Ended {
  readonly code: number | null;
  readonly out: Buffer;
  readonly err: Buffer;
}

const inDirectory = (args: readonly string[], { dir }: GitOptions): readonly string[] =>
  dir === undefined ? args : ["--git-dir", dir, ...args];
