import type { SimpleGit, SimpleGitOptions } from "simple-git";

/**
 * Returns the path of git when the user's settings name one, undefined for the git on the PATH. Asked before each start.
 * Throws UserError where no git may be started.
 */
export type GitProgram = () => string | undefined;

/** How git is run in a folder, besides simple-git's own options. */
export interface GitRun extends Partial<SimpleGitOptions> {
  /** Milliseconds without output after which it is given up: a hanging hook or network drive must not hold anybody. */
  readonly patience: number;
  readonly program: GitProgram;
  readonly signal?: AbortSignal | undefined;
}

/**
 * Binds git to a folder. simple-git is loaded with the first one; nothing runs yet.
 * @throws UserError where no git may be started
 */
export async function openGit(folder: string, { patience, program, signal, ...more }: GitRun): Promise<SimpleGit> {
  const binary = program();
  const { simpleGit } = await import("simple-git");
  return simpleGit({
    baseDir: folder,
    timeout: { block: patience },
    ...(signal === undefined ? {} : { abort: signal }),
    ...more,
    // The path is the person's own setting; simple-git would refuse one with a space.
    ...(binary === undefined ? {} : { binary, unsafe: { ...more.unsafe, allowUnsafeCustomBinary: true } }),
  });
}
