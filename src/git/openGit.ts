import type { SimpleGit, SimpleGitOptions } from "simple-git";

/** How git is run in a folder, besides simple-git's own options. */
export interface GitRun extends Partial<SimpleGitOptions> {
  /** Milliseconds without output after which it is given up: a hanging hook or network drive must not hold anybody. */
  readonly patience: number;
  /** Path of git, when the editor's settings name one. */
  readonly program?: string | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** Binds git to a folder. simple-git is loaded with the first one; nothing runs yet. */
export async function openGit(folder: string, { patience, program, signal, ...more }: GitRun): Promise<SimpleGit> {
  const { simpleGit } = await import("simple-git");
  return simpleGit({
    baseDir: folder,
    timeout: { block: patience },
    ...(signal === undefined ? {} : { abort: signal }),
    ...more,
    // The path is the person's own setting; simple-git would refuse one with a space.
    ...(program === undefined ? {} : { binary: program, unsafe: { ...more.unsafe, allowUnsafeCustomBinary: true } }),
  });
}
