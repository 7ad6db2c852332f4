import type { SimpleGit, SimpleGitOptions } from "simple-git";

/**
 * Returns the path of git when the user's settings name one, undefined for the git on the PATH. Asked before each start.
 * Throws UserError where no git may be started.
 */
export type GitProgram = () => string | undefined;

/** Options of running git in a folder, in addition to those of simple-git. */
export interface GitOptions extends Partial<SimpleGitOptions> {
  /** Milliseconds without output before it is aborted, for hanging hooks and network drives. */
  readonly patience: number;
  readonly program: GitProgram;
  readonly signal?: AbortSignal | undefined;
}

/**
 * Binds git to a folder; simple-git is loaded on first use, and git not started yet.
 * @throws UserError where git must not be started
 */
export async function openGit(folder: string, { patience, program, signal, ...more }: GitOptions): Promise<SimpleGit> {
  const binary = program();
  const { simpleGit } = await import("simple-git");
  return simpleGit({
    baseDir: folder,
    timeout: { block: patience },
    ...(signal === undefined ? {} : { abort: signal }),
    ...more,
    // The path is a user setting; simple-git would reject one with a space.
    ...(binary === undefined ? {} : { binary, unsafe: { ...more.unsafe, allowUnsafeCustomBinary: true } }),
  });
}
