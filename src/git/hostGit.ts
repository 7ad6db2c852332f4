import { spawn } from "node:child_process";
import type { GitProgram } from "./openGit.ts";

export interface HostGitOptions {
  /** Milliseconds without output before it is aborted. */
  readonly patience: number;
  readonly program: GitProgram;
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly signal?: AbortSignal | undefined;
  /** Called with git's stage and progress in percent. */
  readonly onProgress?: ((stage: string, percent: number) => void) | undefined;
}

/**
 * Runs git commands that talk to a host. Their helpers (git-remote-https, ssh) outlive a killed git while the host is
 * silent, and simple-git kills git only: here the whole process group is killed.
 * @param args without untrusted words that could be read as options
 * @returns git's output
 * @throws Error with git's output, the signal's reason, or UserError where git must not be started
 */
export function runNetworkGit(
  folder: string,
  args: readonly string[],
  { patience, program, environment, signal, onProgress }: HostGitOptions,
): Promise<Buffer> {
  const binary = program() ?? "git";
  signal?.throwIfAborted();
  return new Promise((resolve, reject) => {
    const [printed, said]: [Buffer[], Buffer[]] = [[], []];
    let ended: Error | undefined;
    // A process group of its own, except on Windows, which has none.
    const git = spawn(binary, args, {
      cwd: folder,
      env: environment,
      windowsHide: true,
      stdio: ["ignore", "pipe", "pipe"],
      detached: process.platform !== "win32",
    });
    const end = (why: Error): void => {
      ended ??= why;
      if (git.pid !== undefined) killGroup(git.pid);
    };
    const cancel = (): void => end(signal?.reason as Error);
    signal?.addEventListener("abort", cancel, { once: true });
    const timer = setTimeout(() => end(new Error(`git ${args[0] ?? ""} said nothing for ${patience} ms`)), patience);
    git.stdout.on("data", (chunk: Buffer) => {
      timer.refresh();
      printed.push(chunk);
    });
    git.stderr.on("data", (chunk: Buffer) => {
      timer.refresh();
      said.push(chunk);
      for (const [, stage = "", percent] of chunk.toString().matchAll(/([A-Z][a-z ]+): +(\d+)%/g))
        onProgress?.(stage, Number(percent));
    });
    const settle = (): void => {
      clearTimeout(timer);
      signal?.removeEventListener("abort", cancel);
    };
    git.on("error", (error) => {
      settle();
      reject(error);
    });
    git.on("close", (code) => {
      settle();
      if (ended) reject(ended);
      else if (code === 0) resolve(Buffer.concat(printed));
      else reject(new Error(Buffer.concat([...printed, ...said]).toString()));
    });
  });
}

/** Kills a process and its children. */
function killGroup(pid: number): void {
  if (process.platform === "win32") {
    spawn("taskkill", ["/pid", String(pid), "/t", "/f"], { windowsHide: true, stdio: "ignore" }).on(
      "error",
      () => undefined,
    );
    return;
  }
  try {
    process.kill(-pid, "SIGTERM");
  } catch {
    // Already exited.
  }
}
